import type { ReplyOf } from "@webhand/contracts/routes";
import type { readRowsRoute } from "@webhand/contracts/routine/run";
import type { InputName, RoutineInput } from "@webhand/contracts/routine/words";
import { csvOf } from "../../../kit/words/csv.ts";

/** What the server read of a list. */
export type ReadList = ReplyOf<typeof readRowsRoute>;

/** A list as it was given: a file as base64, or a pasted table. */
export type Source = { readonly name: string } & ({ readonly file: string } | { readonly text: string });

/** Input by column head; null leaves a column out. */
export type Mapping = Readonly<Record<string, InputName | null>>;

/**
 * The mapping with another input for a column. An input has one column, so the column that had it is left out.
 *
 * @throws never
 */
export function mappedTo(columns: ReadList["columns"], head: string, input: InputName | null): Mapping {
	return Object.fromEntries(
		columns.map((column) => {
			if (column.head === head) return [head, input];
			return [column.head, input !== null && column.input === input ? null : column.input];
		}),
	);
}

/** Whether each row can run: nothing is faulty, nothing is missing, and there is one. @throws never */
export function isReady({ rows, faultCount, missing }: ReadList): boolean {
	return rows.length > 0 && faultCount === 0 && missing.length === 0;
}

/** The labels of inputs; a name without an input stands for itself. @throws never */
export function labelsOf(names: readonly InputName[], inputs: readonly RoutineInput[]): readonly string[] {
	return names.map((name) => inputs.find((input) => input.name === name)?.label ?? name);
}

/** The inputs that the list has a column for, in the order of the inputs. @throws never */
export function mappedInputs(columns: ReadList["columns"], inputs: readonly RoutineInput[]): readonly RoutineInput[] {
	return inputs.filter(({ name }) => columns.some(({ input }) => input === name));
}

/** The column by which an earlier run knew its rows; "" for all of them, undefined for several, which nobody chooses here. @throws never */
export const keyBefore = ({ keyOf = [] }: Pick<NonNullable<ReadList["earlier"]>, "keyOf">): string | undefined =>
	keyOf.length > 1 ? undefined : (keyOf[0] ?? "");

const sample = { text: "", number: "1", date: "2026-01-31", choice: "", file: "", secret: "" } as const satisfies Record<
	RoutineInput["type"],
	string
>;

/** A list to fill in, as CSV: a column for each input, and one row as an example; a secret has none. @throws never */
export function templateOf(inputs: readonly RoutineInput[]): string {
	const exampleOf = ({ type, example, preset, choices = [] }: RoutineInput) =>
		type === "secret" ? "" : (example ?? preset ?? choices[0] ?? sample[type]);
	return csvOf([inputs.map(({ label }) => label), inputs.map(exampleOf)]);
}
