import { repositoryFiles } from "./source-files.ts";
import type { Finding } from "./tool.ts";
import { breakdown, runTool } from "./tool.ts";

const diagnostic = /^(?<file>[^\s(][^(]*)\((?<line>\d+),\d+\): error (?<code>TS\d+): (?<message>.*)$/;

/** Projects that have something to check; a folder that holds only its package.json is not an error. */
function projectsOf(files: readonly string[]): readonly string[] {
	const projects = files
		.filter((file) => /^(apps|packages|infra)\/[^/]+\/tsconfig\.json$/.test(file))
		.map((file) => file.replace("/tsconfig.json", ""));
	return projects.filter((project) => files.some((file) => file.startsWith(`${project}/`) && /\.tsx?$/.test(file)));
}

/** Types by `tsc -b` over every project of the repository, whether or not the root tsconfig.json lists it. */
export async function checkTypes(root: string): Promise<readonly Finding[]> {
	const projects = projectsOf(repositoryFiles(root));
	if (projects.length === 0) return [];
	const run = await runTool(root, "tsc", ["-b", "--pretty", "false", ...projects]);
	const lines = run.stdout.split("\n").filter((line) => line.trim() !== "");
	const findings: Finding[] = [];
	for (const line of lines) {
		const groups = diagnostic.exec(line)?.groups;
		const last = findings.at(-1);
		if (groups !== undefined) {
			findings.push({
				file: groups["file"] ?? ".",
				line: Number(groups["line"]),
				rule: groups["code"] ?? "TS",
				message: groups["message"] ?? line,
			});
		} else if (/^\s/.test(line) && last !== undefined) {
			findings[findings.length - 1] = { ...last, message: `${last.message}\n${line}` };
		} else {
			findings.push({ file: ".", line: 0, rule: "types", message: line });
		}
	}
	return findings.length === 0 && run.stderr.trim() !== "" ? [breakdown("tsc", run)] : findings;
}
