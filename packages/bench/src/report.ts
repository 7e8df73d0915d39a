/**
 * One line of a benchmark. `ours` and `peer` in `unit`; `ratio` is ours over peer and what `goal` is about where a peer exists, else `goal`
 * bounds `ours`. `gate` is the bound at which a run fails; absent: the line only informs.
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

/** What was measured and on what. `noisy` when the machine was busy before it began. */
export type Report = {
	readonly suite: string;
	readonly rows: readonly Row[];
	readonly machine: { readonly cores: number; readonly node: string; readonly load: number; readonly noisy: boolean };
};

/** True when a line with a gate lies on its good side; lines without one always hold. */
export function holds(row: Row): boolean {
	if (row.gate === undefined) return true;
	const measured = row.ratio ?? row.ours;
	return row.better === "lower" ? measured <= row.gate : measured >= row.gate;
}

/** The table that a person reads. */
export function tableOf(report: Report): string {
	const head = ["name", "ours", "peer", "ratio", "goal", "gate", ""];
	const body = report.rows.map((row) => [
		row.name,
		`${figure(row.ours)} ${row.unit}`,
		row.peer === null ? "–" : `${figure(row.peer)} ${row.unit}`,
		row.ratio === null ? "–" : `${figure(row.ratio)}×`,
		row.goal === null ? "–" : bound(row, row.goal),
		row.gate === undefined ? "–" : bound(row, row.gate),
		row.gate === undefined ? "" : holds(row) ? "ok" : "FAILS",
	]);
	const widths = head.map((title, column) => Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)));
	const lines = [head, ...body].map((cells) =>
		cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
	);
	const { cores, node, load, noisy } = report.machine;
	return [`${report.suite} (${cores} cores, Node ${node}, load ${figure(load)}${noisy ? ", noisy" : ""})`, ...lines].join("\n");
}

/** The one line of JSON of `--json`. */
export function jsonOf(report: Report): string {
	const rows = report.rows.map(({ name, ours, peer, ratio, goal, better, unit }) => ({ name, ours, peer, ratio, goal, better, unit }));
	return JSON.stringify({ suite: report.suite, rows });
}

const bound = (row: Row, value: number): string => `${row.better === "lower" ? "≤" : "≥"} ${figure(value)}${row.ratio === null ? "" : "×"}`;

function figure(value: number): string {
	if (value === 0 || Math.abs(value) >= 100) return value.toFixed(0);
	return Math.abs(value) >= 10 ? value.toFixed(1) : value.toPrecision(3);
}
