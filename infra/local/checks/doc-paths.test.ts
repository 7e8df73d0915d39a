import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFiles } from "./source-files.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const files = [...globSync(["*.{md,ts,yml,yaml}", "docs/**/*"], { cwd: root }), ...repositoryFiles(root)];
const pages = files.filter((file) => /^[^/]+\.md$|^docs\/.*\.md$|README\.md$/.test(file));

/** The ends of each path: a page names a file below the folder it speaks of. */
const ends = new Set(
	files.flatMap((file) => {
		const parts = file.split("/");
		const tails = parts.map((_, from) => parts.slice(from).join("/"));
		const folders = parts.slice(1).flatMap((_, to) => parts.slice(0, to + 1).map((__, from) => `${parts.slice(from, to + 1).join("/")}/`));
		return [...tails, ...folders];
	}),
);
/** What a start and a build write. */
const made = new Set(["logs/", "apps/extension/.output/"]);

/** `a/{b,c}.ts` is two paths. */
function spelledOut(path: string): readonly string[] {
	const found = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
	if (found === null) return [path];
	const [, before = "", choices = "", after = ""] = found;
	return choices.split(",").flatMap((choice) => spelledOut(`${before}${choice}${after}`));
}

test.each(pages)("%s names paths that exist", (page) => {
	const quoted = readFileSync(join(root, page), "utf8").matchAll(/`(\w[\w.-]*(?:\/[\w.{},-]+)*\/?)`/g);
	const paths = [...quoted].flatMap(([, text = ""]) => spelledOut(text)).filter((text) => /\/$|\w\.(tsx?|mjs|md|ya?ml)$/.test(text));
	expect(paths.filter((path) => !ends.has(path) && !made.has(path))).toEqual([]);
});

/** The files that each project of `vitest.config.ts` takes. */
const projects: Readonly<Record<string, RegExp>> = {
	unit: /^(apps|packages)\/[^/]+\/src\/|^infra\/local\//,
	service: /^(apps|packages)\/[^/]+\/test\/|^infra\/local\/test\/service\//,
	e2e: /^apps\/extension\/e2e\/|^infra\/local\/test\/e2e\//,
	faults: /^(apps|packages)\/[^/]+\/faults\/|^infra\/local\/test\/faults\//,
};

/** What a test file says, with the files beside it that it imports: the tables that fill its titles stand there. */
function titlesOf(file: string): string {
	const own = readFileSync(join(root, file), "utf8");
	const imported = [...own.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => readFileSync(join(root, dirname(file), path), "utf8"));
	return [own, ...imported].join("\n");
}

/** @returns what keeps a command from playing a test; `undefined` where it plays one */
function problemOf(command: string): string | undefined {
	const found = /^npm test -- --project (\w+) (\S+\.test\.tsx?)(?: -t "([^"]+)")?$/.exec(command);
	if (found === null) return `${command}: is no command for one test file`;
	const [, project = "", file = "", title = ""] = found;
	if (!files.includes(file)) return `${command}: there is no such file`;
	if (projects[project]?.test(file) !== true) return `${command}: the project does not take this file`;
	return titlesOf(file).includes(title) ? undefined : `${command}: no test of the file has this in its title`;
}

test("commands that play one test file name a test that is there", () => {
	const text = pages.map((page) => readFileSync(join(root, page), "utf8")).join("\n");
	const commands = [...text.matchAll(/`(npm test -- [^`\n]*\.test\.[^`\n]*)`/g)].map(([, command = ""]) => command);
	expect(commands.length).toBeGreaterThan(50);
	expect(commands.flatMap((command) => problemOf(command) ?? [])).toEqual([]);
});

test.each(pages.filter((page) => page.endsWith("README.md")))("%s is short", (page) => {
	expect(Buffer.byteLength(readFileSync(join(root, page)))).toBeLessThanOrEqual(6_144);
});
