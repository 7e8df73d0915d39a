import type { CellFault } from "@webhand/contracts/routine/run";
import { CellFault as CellFaultSchema } from "@webhand/contracts/routine/run";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";
import { mask } from "@webhand/routines/rows/check";
import { z } from "zod";

/** What the form begins with: the presets. @throws never */
export function initialValues(inputs: readonly RoutineInput[]): InputValues {
	return Object.fromEntries(inputs.map(({ name, preset = "" }) => [name, preset]));
}

/** What a form may take from an earlier run: no secret or text that hides one, no file, and no choice that is not offered any more. @throws never */
export function reusedValues(inputs: readonly RoutineInput[], before: InputValues): InputValues {
	const isReusable = ({ name, type, choices }: RoutineInput) => {
		const value = before[name];
		return type !== "secret" && type !== "file" && value !== undefined && !value.includes(mask) && choices?.includes(value) !== false;
	};
	return Object.fromEntries(inputs.flatMap((input) => (isReusable(input) ? [[input.name, before[input.name] ?? ""]] : [])));
}

/** The names of the inputs that a run cannot do without and that are empty; a secret may be typed into the page. @throws never */
export function missingInputs(inputs: readonly RoutineInput[], values: InputValues): readonly string[] {
	const isNeeded = ({ name, type, isOptional }: RoutineInput) =>
		type !== "secret" && isOptional !== true && (values[name] ?? "").trim() === "";
	return inputs.filter(isNeeded).map(({ name }) => name);
}

/** The values that are sent: an empty optional one is left out. @throws never */
export function givenValues(inputs: readonly RoutineInput[], values: InputValues): InputValues {
	return Object.fromEntries(inputs.flatMap(({ name }) => ((values[name] ?? "") === "" ? [] : [[name, values[name] ?? ""]])));
}

const Details = z.object({ cells: z.array(CellFaultSchema) });

/** The faulty cells of a refused start. @param details of the problem @throws never */
export function faultsOf(details: Readonly<Record<string, unknown>>): readonly CellFault[] {
	const parsed = Details.safeParse(details);
	return parsed.success ? parsed.data.cells : [];
}

/** What is wrong with each input of a form, by its name: the server names a cell by the input or its label. @throws never */
export function faultsByInput(inputs: readonly RoutineInput[], faults: readonly CellFault[]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		inputs.flatMap(({ name, label }) => {
			const fault = faults.find(({ column }) => column === name || column === label);
			return fault === undefined ? [] : [[name, fault.message]];
		}),
	);
}
