import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Finding } from "./tool.ts";
import { breakdown, jsonOf, lineOf, runTool } from "./tool.ts";

const settings = fileURLToPath(new URL("../../../.knip.mjs", import.meta.url));

const Issue = z.object({ name: z.string(), line: z.number().optional() });
const Report = z.object({ issues: z.array(z.looseObject({ file: z.string() })) });

// These are no unused code, but imports that cannot work.
const broken = new Set(["unlisted", "unresolved", "catalogReferences"]);

/** Unused files, exports and dependencies by knip and .knip.mjs: with tests as users, and without them. */
export async function checkDeadCode(root: string): Promise<readonly Finding[]> {
	const [withTests, production] = await Promise.all([runKnip(root), runKnip(root, "--production")]);
	const known = new Set(withTests.map(lineOf));
	return [...withTests, ...production.filter((finding) => !known.has(lineOf(finding)))];
}

async function runKnip(root: string, ...mode: readonly string[]): Promise<readonly Finding[]> {
	const run = await runTool(root, "knip", ["--config", settings, "--reporter", "json", "--no-progress", ...mode]);
	const report = Report.safeParse(jsonOf(run));
	if (!report.success) return [breakdown("knip", run)];
	return report.data.issues.flatMap(({ file, ...kinds }) =>
		Object.entries(kinds).flatMap(([kind, listed]) => {
			const issues = z.array(Issue).catch([]).parse(listed);
			const rule = broken.has(kind) ? kind : `unused-${kind}`;
			return issues.map(({ name, line }) => ({ file, line: line ?? 0, rule, message: name }));
		}),
	);
}
