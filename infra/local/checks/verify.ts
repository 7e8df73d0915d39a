import { fileURLToPath } from "node:url";
import { checkBoundaries } from "./boundaries.ts";
import { checkDeadCode } from "./dead-code.ts";
import { checkFormatAndLint } from "./format-and-lint.ts";
import { checkSourceRules } from "./source-rules.ts";
import type { Finding } from "./tool.ts";
import { lineOf } from "./tool.ts";
import { checkTypes } from "./types.ts";
import { checkVersions } from "./versions.ts";

const checks: readonly { readonly name: string; readonly run: (root: string) => Promise<readonly Finding[]> }[] = [
	{ name: "format and lint", run: checkFormatAndLint },
	{ name: "types", run: checkTypes },
	{ name: "boundaries", run: checkBoundaries },
	{ name: "dead code", run: checkDeadCode },
	{ name: "source rules", run: checkSourceRules },
	{ name: "one version each", run: checkVersions },
];

/** What one check found: `output` holds a line per finding and is empty when `ok`. */
export type CheckResult = {
	readonly name: string;
	readonly ok: boolean;
	readonly output: string;
	readonly findings: readonly Finding[];
	readonly seconds: number;
};

/** A result as the terminal shows it: one line, and the findings under it when there are any. */
export function textOf(result: CheckResult): string {
	const mark = result.ok ? "ok    " : "FAILED";
	const head = `${mark} ${result.name.padEnd(16)} ${result.seconds.toFixed(1).padStart(5)} s`;
	return result.ok ? head : `${head}\n${result.output}`;
}

/**
 * Runs the static checks side by side.
 *
 * @param root the folder that holds apps, packages and infra; absolute
 * @param report gets each result as its check ends
 */
export async function runChecks(root: string, report: (result: CheckResult) => void = () => undefined): Promise<readonly CheckResult[]> {
	const run = async ({ name, run: check }: (typeof checks)[number]): Promise<CheckResult> => {
		const begun = performance.now();
		const findings = await check(root);
		const seconds = (performance.now() - begun) / 1_000;
		const result = { name, ok: findings.length === 0, output: findings.map(lineOf).join("\n"), findings, seconds };
		report(result);
		return result;
	};
	return Promise.all(checks.map(run));
}

if (import.meta.main) {
	const root = fileURLToPath(new URL("../../..", import.meta.url));
	const results = await runChecks(root, (result) => console.log(textOf(result)));
	const failed = results.filter((result) => !result.ok).length;
	console.log(`${results.length - failed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}
