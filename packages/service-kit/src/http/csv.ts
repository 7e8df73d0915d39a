import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";

/** One line of a CSV file. */
export type CsvRow = readonly string[];

/**
 * Writes rows as CSV (RFC 4180) as fast as the client reads. Cells that a spreadsheet would calculate start with `'`. The byte order mark
 * tells Excel that it is UTF-8. An error of `rows` breaks the stream off.
 */
export function csvStream(rows: AsyncIterable<CsvRow>): Readable {
	// The library quotes whole line ends only; readers take a lone one for the end of a row, too.
	const lines = stringify({ bom: true, escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: "windows" });
	// The reader of `lines` sees its error, too.
	return pipeline(Readable.from(rows), lines, () => undefined);
}
