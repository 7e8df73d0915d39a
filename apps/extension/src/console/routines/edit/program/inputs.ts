import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { inputNameFor } from "@webhand/routines/input-name";
import { isDate, isNumber } from "@webhand/routines/rows/check";
import { withInputRenamed } from "../../../../kit/routines/edit-program.ts";

const longestLabel = 80;
const longestExample = 200;

/** A new input for a value, named after what it fills. @param label what a person calls it; any text @throws never */
export function inputFor(value: string, label: string, taken: ReadonlySet<string>): RoutineInput {
	const shown = label.trim().slice(0, longestLabel).trim() || "Value";
	const type = isDate(value) ? "date" : isNumber(value) ? "number" : "text";
	const example = value.length > longestExample ? {} : { example: value };
	return { name: inputNameFor(shown, [...taken]), label: shown, type, ...example };
}

/** The inputs that may stand in a text: a secret is only typed, a file only attached, and neither names what everybody sees. @throws never */
export function offeredFor(takes: "value" | "file" | "shown", inputs: readonly RoutineInput[]): readonly RoutineInput[] {
	return inputs.filter(({ type }) => (takes === "file") === (type === "file") && (takes === "value" || type !== "secret"));
}

/** The names that an input may not have: those of the others, and of the rows of lists. @throws never */
export function takenNames({ inputs, steps }: RoutineProgram, input: RoutineInput | null): ReadonlySet<string> {
	const others = inputs.filter((each) => each !== input).map(({ name }) => name);
	return new Set([...others, ...allSteps(steps).flatMap((step) => (step.do === "each" ? [step.as] : []))]);
}

/** The program with an input changed; where it is called otherwise, all that uses it follows. @throws never */
export function withInputChanged(program: RoutineProgram, before: RoutineInput, after: RoutineInput): RoutineProgram {
	const inputs = program.inputs.map((input) => (input === before ? after : input));
	return { ...withInputRenamed({ ...program, inputs: [] }, before.name, after.name), inputs };
}

/** How many steps use an input; the start address counts as one. @throws never */
export function usesOf({ steps, start }: RoutineProgram, name: string): number {
	const own = allSteps(steps).filter((step) => hasInput(withoutInner(step), name)).length;
	return own + (start !== undefined && hasInput(start, name) ? 1 : 0);
}

const isInput = (part: unknown, name: string): boolean =>
	typeof part === "object" && part !== null && "input" in part && part.input === name && Object.keys(part).length === 1;

function hasInput(part: unknown, name: string): boolean {
	if (isInput(part, name)) return true;
	return typeof part === "object" && part !== null && Object.values(part).some((each) => hasInput(each, name));
}

function withoutInner(step: object): object {
	const { then: _then, otherwise: _otherwise, steps: _steps, ...own } = step as Readonly<Record<string, unknown>>;
	return own;
}
