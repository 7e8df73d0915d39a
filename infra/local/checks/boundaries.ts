import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Finding } from "./findings.ts";
import { codeFiles } from "./source-files.ts";
import { breakdown, jsonOf, runTool } from "./tool.ts";
import { checkWorkspace } from "./workspace.ts";

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

/**
 * Code files the cruise did not read. A cruise that cannot parse TypeScript, or whose folder moved, reads nothing and passes.
 *
 * @param code files of the house, relative to the root
 * @param cruised sources of the modules in the cruise's report
 */
export function uncruised(code: readonly string[], cruised: readonly string[]): readonly Finding[] {
	const read = new Set(cruised);
	return code
		.filter((file) => !read.has(file))
		.map((file) => ({
			file,
			line: 0,
			rule: "not-cruised",
			message: "dependency-cruiser did not read this file, so its imports are unchecked",
		}));
}

async function checkImports(root: string): Promise<readonly Finding[]> {
	const code = await codeFiles(root);
	if (code.length === 0) return [];
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
	return [
		...violations,
		...uncruised(
			code,
			modules.map((module) => module.source),
		),
	];
}

/** Who imports whom by dependency-cruiser, and by checks/workspace.ts what it cannot see. */
export async function checkBoundaries(root: string): Promise<readonly Finding[]> {
	return (await Promise.all([checkImports(root), checkWorkspace(root)])).flat();
}
