import type { ReplyOf } from "@webhand/contracts/routes";
import { routineLimits } from "@webhand/contracts/routine/limits";
import type { CellFault, readRowsRoute } from "@webhand/contracts/routine/run";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";
import { isNeeded, mask, mostFaults } from "./check.ts";
import type { Column } from "./columns.ts";
import { columnsOf, headRow, headsOf } from "./columns.ts";
import type { Cell, Grid } from "./grid.ts";
import { cellText, isBlank } from "./grid.ts";
import { gridOfText, longestText } from "./text.ts";
import type { ReadValue } from "./values.ts";
import { readColumn } from "./values.ts";
import { gridOfXlsx, isZip, largestFile } from "./xlsx.ts";

/**
 * A list as a person gives it: a pasted table, or a file as it is. `mapping` names the input of a column by its head, null for none; the others
 * are matched by name.
 */
export type GivenRows = {
	readonly text?: string | undefined;
	readonly file?: Uint8Array | undefined;
	readonly sheet?: string | undefined;
	readonly mapping?: Readonly<Record<string, string | null>> | undefined;
};

/** A list that was read, as the route gives it. */
export type RowList = ReplyOf<typeof readRowsRoute>;

const samples = 3;
/** Rows above the list: a title, notes, the head. */
const rowsAbove = 20;
const mostColumns = 200;
const most = routineLimits.rows;
/** An .xls of before 2007. */
const isOldWorkbook = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

/**
 * Reads a list for a routine: which column is which input, the values as the inputs take them, and every faulty cell. What cannot be read at
 * all is a fault of the whole list, with an empty `column`.
 *
 * @param decode the text of bytes in whatever encoding, null for what is no text
 * @throws never
 */
export async function readRows(
	given: GivenRows,
	inputs: readonly RoutineInput[],
	decode: (bytes: Uint8Array) => string | null,
): Promise<RowList> {
	const grid = await gridOf(given, decode);
	if (typeof grid === "string") return refused(grid);
	const sheets = [...(grid.sheets ?? [])];
	const width = Math.max(0, ...grid.rows.slice(0, rowsAbove).map((row) => row.length));
	if (width > mostColumns) return refused(`The list has ${number(width)} columns, ${mostColumns} at most are read`, sheets);
	const at = headRow(grid.rows, inputs);
	const [head = [], ...below] = grid.rows.slice(at);
	const body = below.filter((row) => !isBlank(row));
	if (body.length > most)
		return refused(`The list has more than ${number(most)} rows, and a run takes ${number(most)} at most: split it`, sheets);
	if (body.length === 0) return refused("The list has no row below its head", sheets);
	return listOf({ grid, body, columns: columnsOf(headsOf(head), inputs, given.mapping), sheets }, inputs);
}

const number = (count: number) => count.toLocaleString("en-US");

async function gridOf({ text, file, sheet }: GivenRows, decode: (bytes: Uint8Array) => string | null): Promise<Grid | string> {
	const limit = most + rowsAbove + 1;
	if (file === undefined) return textGrid(text ?? "", limit);
	if (file.length > largestFile) return `The file has more than ${largestFile / 1_000_000} MB: split it`;
	if (isZip(file)) return gridOfXlsx(file, { sheet, most: limit });
	if (isOldWorkbook(file)) return "An .xls file is too old to be read: save it as .xlsx or as CSV";
	const decoded = decode(file);
	return decoded === null ? "The file is neither a text nor an XLSX workbook" : textGrid(decoded, limit);
}

function textGrid(text: string, limit: number): Grid | string {
	if (text.length > longestText) return `The list has more than ${longestText / 1_000_000} million characters: split it`;
	return text.trim() === "" ? "The list is empty" : gridOfText(text, limit);
}

function refused(message: string, sheets: readonly string[] = []): RowList {
	return { sheets: [...sheets], columns: [], rows: [], faults: [{ column: "", message }], faultCount: 1, missing: [] };
}

type Read = {
	readonly grid: Grid;
	readonly body: readonly (readonly Cell[])[];
	readonly columns: readonly Column[];
	readonly sheets: string[];
};

function listOf({ grid, body, columns, sheets }: Read, inputs: readonly RoutineInput[]): RowList {
	const rows: InputValues[] = body.map(() => ({}));
	const faults: CellFault[] = [];
	let faultCount = 0;
	const note = (fault: CellFault) => {
		faultCount += 1;
		if (faults.length < mostFaults) faults.push(fault);
	};
	const given = new Set<string>();
	for (const [at, { head, input: name }] of columns.entries()) {
		const input = inputs.find((one) => one.name === name);
		if (input === undefined) continue;
		if (given.has(input.name)) {
			note({ column: head, message: `Another column is ${input.label} already` });
			continue;
		}
		given.add(input.name);
		const values = readColumn(
			body.map((row) => row[at] ?? ""),
			input,
			grid.decimal,
		);
		addColumn({ head, input, values, rows }, note);
	}
	for (const [index, row] of body.entries()) {
		const extra = row.slice(columns.length).filter((cell) => cell !== "").length;
		// A comma in a value without quotes moves all that follow it.
		if (extra > 0)
			note({ row: index + 1, column: "", message: `The row has ${extra} more cells than the head: a value may lack its quotes` });
	}
	const missing = inputs.filter((input) => isNeeded(input) && !given.has(input.name)).map(({ name }) => name);
	faults.sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
	return {
		sheets,
		columns: columns.map((column, at) => ({ ...column, sample: sampleOf(column, body, { at, inputs }) })),
		rows,
		faults,
		faultCount,
		missing,
	};
}

type ColumnValues = {
	readonly head: string;
	readonly input: RoutineInput;
	readonly values: readonly ReadValue[];
	readonly rows: readonly InputValues[];
};

/** A preset holds where a list has no column for it: an empty cell may have been forgotten, and would get what somebody else once chose. */
function addColumn({ head, input, values, rows }: ColumnValues, note: (fault: CellFault) => void): void {
	for (const [index, { value, fault }] of values.entries()) {
		const row = rows[index];
		if (row !== undefined && value !== "") row[input.name] = value;
		const forgotten = value === "" && input.preset !== undefined ? emptyBeside(input.preset) : undefined;
		const message = fault ?? forgotten;
		if (message !== undefined) note({ row: index + 1, column: head, message });
	}
}

const emptyBeside = (preset: string) =>
	`The cell is empty. Write “${preset}” where you mean it, or leave the column out to have it in each row`;

/** The first different values; of a secret only that there are some. */
function sampleOf(
	{ input }: Column,
	body: readonly (readonly Cell[])[],
	{ at, inputs }: { readonly at: number; readonly inputs: readonly RoutineInput[] },
): string[] {
	const isSecret = inputs.some(({ name, type }) => name === input && type === "secret");
	const found = new Set<string>();
	for (const row of body) {
		const cell = row[at];
		if (cell !== undefined && cell !== "") found.add(isSecret ? mask : cellText(cell).slice(0, 80));
		if (found.size === samples) break;
	}
	return [...found];
}
