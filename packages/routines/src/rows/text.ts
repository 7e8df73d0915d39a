import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import type { Grid } from "./grid.ts";

/** Characters of a text that are read: 10,000 rows with 500 each, which take a second of the processor. */
export const longestText = 5_000_000;
const delimiters = ["\t", ";", ",", "|"] as const;
/** Characters and rows by which the delimiter is told. */
const sample = { characters: 65_536, rows: 30 } as const;
/** 200 heads with 250 characters each. */
const longestLine = 50_000;
/** What a writer puts before a cell that a spreadsheet would calculate. */
const escapedFormula = /^'(?=[=+\-@\t\r＝＋－＠])/;

const options = { bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const;

/**
 * Reads CSV, or a table that was pasted, with whatever delimiter. A formula is text and stays it; the `'` before one that a writer of CSV put
 * there goes.
 *
 * @param most rows that are read, one more than may be used
 * @returns the reason where it is no table
 */
export function gridOfText(text: string, most: number): Grid | string {
	const [, said] = /^\uFEFF?sep=(.)\r?\n/i.exec(text.slice(0, 20)) ?? [];
	const body = said === undefined ? text : text.slice(text.indexOf("\n") + 1);
	const end = body.search(/[\r\n]/);
	if ((end === -1 ? body.length : end) > longestLine) return "The first line is too long for the head of a list";
	const delimiter = said ?? delimiterOf(body.slice(0, sample.characters));
	try {
		const records = parse(body, { ...options, delimiter, to: most }) as string[][];
		const rows = records.map((cells) => cells.map((cell) => cell.trim().replace(escapedFormula, "")));
		return { rows, decimal: delimiter === ";" ? "," : undefined };
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const read = "records" in error ? Number(error["records"]) : 0;
		const where = read === 0 ? "in the head" : `in row ${read}`;
		return error.code === "CSV_QUOTE_NOT_CLOSED" ? `A quote ${where} is not closed` : `The list cannot be read: it ends ${where}`;
	}
}

/** The delimiter that parts most lines into the same number of cells. */
function delimiterOf(text: string): string {
	const scored = delimiters.map((delimiter) => {
		const counts = columnsBy(text, delimiter);
		const usual = counts.filter((count) => count === counts[0]).length;
		return { delimiter, score: (counts[0] ?? 1) < 2 ? 0 : usual / counts.length, columns: counts[0] ?? 1 };
	});
	const [best] = scored.toSorted((one, other) => other.score - one.score || other.columns - one.columns);
	return best === undefined || best.score === 0 ? "," : best.delimiter;
}

function columnsBy(text: string, delimiter: string): readonly number[] {
	try {
		const records = parse(text, { ...options, delimiter, to: sample.rows }) as string[][];
		return records.map(({ length }) => length);
	} catch {
		return [];
	}
}
