import { fileURLToPath } from "node:url";
import { z } from "zod";
import { codeFiles } from "./source-files.ts";
import type { Finding } from "./tool.ts";
import { breakdown, jsonOf, runTool } from "./tool.ts";

const rules = fileURLToPath(new URL("../../../.dependency-cruiser.mjs", import.meta.url));

const Cruise = z.object({
	modules: z.array(z.object({ source: z.string() })),
	summary: z.object({
		violations: z.array(
			z.object({ from: z.string(), to: z.string(), comment: z.string().optional(), rule: z.object({ name: z.string() }) }),
		),
		ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string().optional() })) }),
	}),
});

/** Who imports whom, by dependency-cruiser and .dependency-cruiser.mjs. */
export async function checkBoundaries(root: string): Promise<readonly Finding[]> {
	const code = codeFiles(root);
	const folders = [...new Set(code.map((file) => file.slice(0, file.indexOf("/"))))];
	const run = await runTool(root, "cruise", ["--config", rules, "--output-type", "json", ...folders]);
	const cruise = Cruise.safeParse(jsonOf(run));
	if (!cruise.success) return [breakdown("cruise", run)];
	const { modules, summary } = cruise.data;
	const fixes = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment ?? ""]));
	const violations = summary.violations.map(({ from, to, rule }) => ({
		file: from,
		line: 0,
		rule: rule.name,
		message: `imports ${to}. ${fixes.get(rule.name) ?? ""}`,
	}));
	// A cruise that cannot parse TypeScript, or whose folder moved, reads nothing and passes.
	const cruised = new Set(modules.map((module) => module.source));
	const unread = code.filter((file) => !cruised.has(file));
	return [
		...violations,
		...unread.map((file) => ({ file, line: 0, rule: "not-cruised", message: "dependency-cruiser did not read this file" })),
	];
}
