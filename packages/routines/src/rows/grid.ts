/** A cell: a number where the file says so, else text; days are `YYYY-MM-DD`. */
export type Cell = string | number;

/** A table as it stands in a file. `decimal`: the sign that its writer most likely used; `sheets`: those of a workbook. */
export type Grid = {
	readonly rows: readonly (readonly Cell[])[];
	readonly decimal?: "." | "," | undefined;
	readonly sheets?: readonly string[];
};

/** Stands in a cell whose formula has no result in the file. */
export const uncalculated = "#FORMULA!";

const digits = new Intl.NumberFormat("en-US", { useGrouping: false, maximumSignificantDigits: 15 });

/** A cell as text. Spreadsheets show 15 digits of a number, so that 0.1 + 0.2 is 0.3. @throws never */
export const cellText = (cell: Cell): string => (typeof cell === "string" ? cell : digits.format(cell).replace(/^-0$/, "0"));

/** True for a row without a value. */
export const isBlank = (row: readonly Cell[]): boolean => row.every((cell) => cell === "");
