import type { RoutineInput } from "@webhand/contracts/routine/words";
import { fold } from "@webhand/page/layout/phrase";
import { readingsOfDate } from "../notation/dates.ts";
import { readingsOfNumber, withoutCurrency } from "../notation/numbers.ts";
import { faultOf, quoted } from "./check.ts";
import type { Cell } from "./grid.ts";
import { cellText, uncalculated } from "./grid.ts";

/** A value as its input takes it, or why the cell holds none; a faulty one stays as it is written. */
export type ReadValue = { readonly value: string; readonly fault?: string | undefined };

const longestValue = 10_000;
/** What a spreadsheet shows where a formula failed. */
const failed = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|GETTING_DATA)$/;

/** Readings that one cell leaves open, and the notation that each supposes. */
type Reading = { readonly value: string; readonly notation?: string | undefined };

/**
 * Reads the cells of a column as values of its input. What a cell leaves open (`1.234`, `03/04/2026`) is told by the others of the column, by
 * the decimal sign of the file, and else is a fault: nothing is guessed.
 *
 * @param decimal the sign that the writer of the file most likely used
 */
export function readColumn(cells: readonly Cell[], input: RoutineInput, decimal: "." | "," | undefined): readonly ReadValue[] {
	const readings = cells.map((cell) => readingsOf(cell, input));
	const sure = new Set(readings.flatMap((all) => (all?.length === 1 ? (all[0]?.notation ?? []) : [])));
	const [only] = sure;
	const told = sure.size === 1 ? only : sure.size === 0 ? decimal : undefined;
	return cells.map((cell, at) => valueOf(writtenAs(cell, input), input, { readings: readings[at], told }));
}

/** A number of a workbook has no notation: a text field gets it with the decimal sign that was typed into it first. */
function writtenAs(cell: Cell, { type, example = "" }: RoutineInput): string {
	const text = cellText(cell);
	const hasComma = type === "text" && /^-?\d[\d.]*,\d+$/.test(example);
	return typeof cell === "number" && hasComma ? text.replace(".", ",") : text;
}

/** undefined where a value stands as it is written. */
function readingsOf(cell: Cell, input: RoutineInput): readonly Reading[] | undefined {
	if (input.type === "date" && typeof cell === "string" && cell !== "")
		return readingsOfDate(cell).map(({ value, order }) => ({ value, notation: order }));
	if (input.type !== "number" || typeof cell === "number" || cell === "") return undefined;
	const bare = withoutCurrency(cell)?.text ?? cell;
	return readingsOfNumber(bare).map(({ value, decimal }) => ({ value, notation: decimal }));
}

type Told = { readonly readings: readonly Reading[] | undefined; readonly told: string | undefined };

function valueOf(text: string, input: RoutineInput, { readings, told }: Told): ReadValue {
	if (text.length > longestValue) return { value: text.slice(0, longestValue), fault: "The value is longer than 10,000 characters" };
	if (text === uncalculated)
		return { value: "", fault: "The cell holds a formula without its result: open the file in a spreadsheet and save it" };
	if (failed.test(text)) return { value: text, fault: `The cell shows the error ${text}` };
	if (text !== "" && input.type === "choice") return choiceOf(text, input);
	if (readings === undefined || readings.length === 0) return { value: text, fault: faultOf(text, input) };
	const fitting = readings.length === 1 ? readings : readings.filter(({ notation }) => notation === told);
	const [only] = fitting;
	if (only !== undefined && fitting.length === 1) return { value: only.value, fault: faultOf(only.value, input) };
	return { value: text, fault: `${quoted(text)} may be ${readings.map(({ value }) => value).join(" or ")}: write which one` };
}

/** A choice as its field offers it, whatever its case. */
function choiceOf(text: string, input: RoutineInput): ReadValue {
	const wanted = fold(text);
	const fitting = (input.choices ?? []).filter((choice) => choice === text || fold(choice) === wanted);
	const value = fitting.includes(text) || fitting.length !== 1 ? text : (fitting[0] ?? text);
	return { value, fault: faultOf(value, input) };
}
