/**
 * One row of a benchmark. `ours` and `peer` in `unit`; `ratio` is ours over peer. `goal` bounds the ratio, or `ours` without a peer. `gate`
 * fails the run; without it the row only informs.
 */
export type Row = {
	readonly name: string;
	readonly ours: number;
	readonly peer: number | null;
	readonly ratio: number | null;
	readonly goal: number | null;
	readonly better: "lower" | "higher";
	readonly unit: string;
	readonly gate?: number;
};

/** The rows of a suite and its machine. `failure`: why it ended early; it has no rows then. `noisy` if the machine was busy before. */
export type Report = {
	readonly suite: string;
	readonly rows: readonly Row[];
	readonly failure?: string;
	readonly machine: { readonly cores: number; readonly node: string; readonly load: number; readonly noisy: boolean };
};

/** True if the row passes its gate, or has none. */
export function holds(row: Row): boolean {
	return row.gate === undefined || reaches(row, row.gate);
}

/** True if a suite ran to its end and each of its rows passes its gate. */
export function passes({ rows, failure }: Report): boolean {
	return failure === undefined && rows.every(holds);
}

function reaches(row: Row, bound: number): boolean {
	const measured = row.ratio ?? row.ours;
	return row.better === "lower" ? measured <= bound : measured >= bound;
}

/** A missed goal is said even where the gate leaves room. */
function verdictOf(row: Row): string {
	if (!holds(row)) return "FAILS";
	if (row.goal !== null && !reaches(row, row.goal)) return "misses its goal";
	return row.gate === undefined ? "" : "ok";
}

/** The table on the terminal. */
export function tableOf(report: Report): string {
	const head = ["name", "ours", "peer", "ratio", "goal", "gate", ""];
	const body = report.rows.map((row) => [...figuresOf(row), row.gate === undefined ? "–" : bound(row, row.gate), verdictOf(row)]);
	const { cores, node, load, noisy } = report.machine;
	const title = `${report.suite} (${cores} cores, Node ${node}, load ${figure(load)}${noisy ? ", noisy" : ""})`;
	if (report.failure !== undefined) return `${title}\nfailed: ${report.failure}`;
	return [title, ...aligned([head, ...body])].join("\n");
}

/** One table of all suites. A suite that failed or has measured nothing is a row too: it has met no goal. */
export function summaryOf(reports: readonly Report[]): string {
	const head = ["name", "ours", "peer or floor", "ratio", "goal", "met"];
	const body = reports.flatMap(({ suite, rows, failure }) => {
		if (failure !== undefined) return [[suite, "–", "–", "–", "–", `failed: ${firstLineOf(failure)}`]];
		if (rows.length === 0) return [[suite, "–", "–", "–", "–", "not run"]];
		return rows.map((row) => {
			const [name, ...figures] = figuresOf(row);
			return [`${suite}: ${name}`, ...figures, isMet(row)];
		});
	});
	return aligned([head, ...body]).join("\n");
}

/** Whether a row reaches its goal, or its gate where it has no goal; a dash where it has neither. */
function isMet(row: Row): string {
	const bounds = [row.goal, row.gate].filter((value) => typeof value === "number");
	if (bounds.length === 0) return "–";
	return bounds.every((value) => reaches(row, value)) ? "yes" : holds(row) ? "no" : "no, fails";
}

function figuresOf(row: Row): readonly string[] {
	return [
		row.name,
		`${figure(row.ours)} ${row.unit}`,
		row.peer === null ? "–" : `${figure(row.peer)} ${row.unit}`,
		row.ratio === null ? "–" : `${figure(row.ratio)}×`,
		row.goal === null ? "–" : bound(row, row.goal),
	];
}

const firstLineOf = (text: string): string => text.split("\n")[0] ?? "";

/** Cells as lines of equal columns: the first one to the left, the others to the right. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
	const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
	return table.map((cells) =>
		cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
	);
}

/** The JSON line of `--json`. */
export function jsonOf(report: Report): string {
	const rows = report.rows.map(({ name, ours, peer, ratio, goal, better, unit }) => ({ name, ours, peer, ratio, goal, better, unit }));
	return JSON.stringify({ suite: report.suite, rows });
}

const bound = (row: Row, value: number): string => `${row.better === "lower" ? "≤" : "≥"} ${figure(value)}${row.ratio === null ? "" : "×"}`;

function figure(value: number): string {
	if (value === 0 || Math.abs(value) >= 100) return value.toFixed(0);
	return Math.abs(value) >= 10 ? value.toFixed(1) : value.toPrecision(3);
}
