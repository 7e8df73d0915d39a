import { cpus, loadavg } from "node:os";
import type { Report, Row } from "./report.ts";
import { tableOf } from "./report.ts";

/**
 * Runs suites one after another and prints the table of each. A suite that throws is a report with its failure; the others run all the same.
 *
 * @throws never
 */
export async function collectReports(
	names: readonly string[],
	measure: (name: string) => Promise<readonly Row[]>,
	print: (text: string) => void,
): Promise<readonly Report[]> {
	const reports: Report[] = [];
	for (const suite of names) {
		const load = loadavg()[0] ?? 0;
		const cores = cpus().length;
		const machine = { cores, node: process.versions.node, load, noisy: load > cores / 2 };
		const report = await measure(suite).then(
			(rows): Report => ({ suite, rows, machine }),
			(cause: unknown): Report => ({ suite, rows: [], failure: cause instanceof Error ? cause.message : String(cause), machine }),
		);
		reports.push(report);
		print(`${tableOf(report)}\n`);
	}
	return reports;
}
