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

/** The rows of a suite and its machine. `noisy` if the machine was busy before. */
export type Report = {
	readonly suite: string;
	readonly rows: readonly Row[];
	readonly machine: { readonly cores: number; readonly node: string; readonly load: number; readonly noisy: boolean };
};

/** True if the row passes its gate, or has none. */
export function holds(row: Row): boolean {
	return row.gate === undefined || reaches(row, row.gate);
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
	const body = report.rows.map((row) => [
		row.name,
		`${figure(row.ours)} ${row.unit}`,
		row.peer === null ? "–" : `${figure(row.peer)} ${row.unit}`,
		row.ratio === null ? "–" : `${figure(row.ratio)}×`,
		row.goal === null ? "–" : bound(row, row.goal),
		row.gate === undefined ? "–" : bound(row, row.gate),
		verdictOf(row),
	]);
	const widths = head.map((title, column) => Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)));
	const lines = [head, ...body].map((cells) =>
		cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
	);
	const { cores, node, load, noisy } = report.machine;
	return [`${report.suite} (${cores} cores, Node ${node}, load ${figure(load)}${noisy ? ", noisy" : ""})`, ...lines].join("\n");
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
