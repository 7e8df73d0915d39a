// A spreadsheet runs a cell that begins with one of these as a formula (OWASP, CSV injection).
const formulaStart = /^[=+\-@\t\r\n]/;

type Lines = readonly (readonly (string | number)[])[];

/** Lines as CSV (RFC 4180): comma, CRLF; no cell is a formula. @throws never */
export function csvOf(lines: Lines): string {
	return lines.map((line) => `${line.map(cellOf).join(",")}\r\n`).join("");
}

/** Lines as a spreadsheet takes them from the clipboard: a tab between cells, no cell a formula, none a begun quotation. @throws never */
export function tabbedOf(lines: Lines): string {
	const tabbed = (cell: string | number) => {
		const safe = safeOf(cell).replaceAll(/[\t\r\n]+/g, " ");
		return safe.startsWith('"') ? quoted(safe) : safe;
	};
	return lines.map((line) => line.map(tabbed).join("\t")).join("\n");
}

function cellOf(value: string | number): string {
	const safe = safeOf(value);
	return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const safeOf = (value: string | number): string => (typeof value === "string" && formulaStart.test(value) ? `'${value}` : String(value));
