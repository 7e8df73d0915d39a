import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const rules = join(import.meta.dirname, "..");
const repository = join(rules, "..", "..", "..", "..", "..");

/** The interpreter itself, without its cases and tests. */
const sources = readdirSync(rules, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("cases"))
	.map((file) => ({ file, text: readFileSync(join(rules, file), "utf8") }));

/** The benchmark's pages by name, and the words of the demo shop that no other page has. */
const tasks = [...readFileSync(join(repository, "packages/bench/src/miniwob/tasks.ts"), "utf8").matchAll(/"([a-z0-9]+(?:-[a-z0-9]+)+)"/g)];
const named = [...new Set(tasks.map((match) => match[1] ?? ""))];
const particular = [...named, "miniwob", "wob", "kettle", "harbour", "webhand", "#query", "#area", "subbtn"];

test("no page, site or task is named in the rules: what they can do, they can do anywhere", () => {
	expect(named.length).toBeGreaterThan(50);
	expect(sources.length).toBeGreaterThan(50);
	const found = sources.flatMap(({ file, text }) =>
		particular
			.filter((name) => new RegExp(`(?<![\\w/-])${name}(?![\\w-])`, "i").test(text.replaceAll(/from "[^"]*"/g, "")))
			.map((name) => `${file}: ${name}`),
	);
	expect(found).toEqual([]);
});

test("no address of a site stands in the rules", () => {
	const found = sources.flatMap(({ file, text }) =>
		[...text.matchAll(/https?:\/\/[a-z0-9][\w.-]*/gi)].map((match) => `${file}: ${match[0]}`),
	);
	expect(found).toEqual([]);
});
