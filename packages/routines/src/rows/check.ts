import type { CellFault } from "@webhand/contracts/routine/run";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";

/** How many faults are told one by one. */
export const mostFaults = 1_000;
/** What stands in the place of a secret wherever something is shown or stored. */
export const mask = "•••";
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;
const shownChoices = 5;

/** True for `YYYY-MM-DD` of a day that the calendar has. @throws never */
export function isDate(text: string): boolean {
	const [, year, month, day] = dateText.exec(text) ?? [];
	if (year === undefined) return false;
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** True for a number as JSON writes it, without an exponent. @throws never */
export const isNumber = (text: string): boolean => numberText.test(text);

/** Why a value is not one of its input; undefined where it is. The empty text is no value. @throws never */
export function faultOf(value: string, input: RoutineInput): string | undefined {
	if (value === "") return isNeeded(input) ? "A value is missing" : undefined;
	switch (input.type) {
		case "number":
			return isNumber(value) ? undefined : `${quoted(value)} is not a number`;
		case "date":
			return isDate(value) ? undefined : `${quoted(value)} is not a date: write it as 2026-12-31`;
		case "choice":
			return input.choices === undefined || input.choices.includes(value)
				? undefined
				: `${quoted(value)} is not one of ${choicesInWords(input.choices)}`;
		case "secret":
			return value.includes(mask) ? "The secret is hidden here: enter it again" : undefined;
		case "text":
		case "file":
			return undefined;
	}
}

/** An input that a run has to give. */
export const isNeeded = ({ preset, isOptional }: RoutineInput): boolean => preset === undefined && isOptional !== true;

/**
 * Holds values against the types of the inputs: a value that is missing, of the wrong type or for no input.
 *
 * @returns at most 1,000 faults and how many there are; `column` is the label of the input
 * @throws never
 */
export function checkRows(
	rows: readonly InputValues[],
	inputs: readonly RoutineInput[],
): { readonly faults: readonly CellFault[]; readonly faultCount: number } {
	const faults: CellFault[] = [];
	let faultCount = 0;
	const note = (fault: CellFault) => {
		faultCount += 1;
		if (faults.length < mostFaults) faults.push(fault);
	};
	const names = new Set(inputs.map(({ name }) => name));
	for (const [index, row] of rows.entries()) {
		for (const input of inputs) {
			const message = faultOf(row[input.name] ?? "", input);
			if (message !== undefined) note({ row: index + 1, column: input.label, message });
		}
		for (const name of Object.keys(row))
			if (!names.has(name)) note({ row: index + 1, column: name, message: "The routine has no such input" });
	}
	return { faults, faultCount };
}

/** A value as it stands in a sentence. */
export const quoted = (value: string): string => `“${value.length > 60 ? `${value.slice(0, 59)}…` : value}”`;

function choicesInWords(choices: readonly string[]): string {
	const shown = choices.slice(0, shownChoices).map(quoted).join(", ");
	return choices.length > shownChoices ? `${shown} or ${choices.length - shownChoices} more` : shown;
}
