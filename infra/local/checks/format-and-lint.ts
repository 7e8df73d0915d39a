import { z } from "zod";
import type { Finding } from "./tool.ts";
import { breakdown, jsonOf, runTool } from "./tool.ts";

const Report = z.object({
	diagnostics: z.array(
		z.object({
			severity: z.string(),
			category: z.string().nullable(),
			message: z.string(),
			location: z.object({ path: z.string().nullish(), start: z.object({ line: z.number() }).nullish() }).nullish(),
		}),
	),
});

const hints: Readonly<Record<string, string>> = {
	format: "run node_modules/.bin/biome check --write on it",
	"assist/source/organizeImports": "run node_modules/.bin/biome check --write on it",
};

/** Format and lint by Biome and .biome.json. Hints ("info") pass; warnings do not, since a warning that may stay is read by nobody. */
export async function checkFormatAndLint(root: string): Promise<readonly Finding[]> {
	const run = await runTool(root, "biome", ["ci", "--colors=off", "--reporter=json", "--max-diagnostics=none", "."]);
	const report = Report.safeParse(jsonOf(run));
	if (!report.success) return [breakdown("biome", run)];
	return report.data.diagnostics
		.filter((found) => found.severity !== "information" && found.severity !== "info" && found.severity !== "hint")
		.map((found) => {
			const category = found.category ?? "biome";
			const hint = hints[category];
			return {
				file: found.location?.path ?? ".",
				line: found.location?.start?.line ?? 0,
				rule: category.split("/").at(-1) ?? category,
				message: hint === undefined ? found.message : `${found.message}; ${hint}`,
			};
		});
}
