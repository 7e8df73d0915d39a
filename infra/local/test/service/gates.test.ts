import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Finding } from "../../checks/findings.ts";
import { lineOf } from "../../checks/findings.ts";
import { checkFormatAndLint } from "../../checks/format-and-lint.ts";
import { runChecks } from "../../checks/verify.ts";
import { boundaryCases } from "../gates/boundary-cases.ts";
import { deadCodeCases } from "../gates/dead-code-cases.ts";
import type { House } from "../gates/house.ts";
import { buildHouse } from "../gates/house.ts";
import { lintCases } from "../gates/lint-cases.ts";
import { workspaceCases } from "../gates/workspace-cases.ts";

const cases = [...lintCases, ...boundaryCases, ...workspaceCases, ...deadCodeCases];
const root = new URL("../../../../", import.meta.url);
const houses: House[] = [];
const findings: Record<"broken" | "repaired", readonly Finding[]> = { broken: [], repaired: [] };

// Each tool runs once over a house that holds every case: a run per case would take minutes.
beforeAll(async () => {
	for (const form of ["broken", "repaired"] as const) {
		const house = await buildHouse(cases, form);
		houses.push(house);
		findings[form] = (await runChecks(house.root)).flatMap((result) => result.findings);
	}
}, 120_000);

afterAll(() => Promise.all(houses.map((house) => house.remove())));

test.each(cases)("$promise: a file that breaks this is red, and only this ($rules)", ({ file, rules }) => {
	const reported = findings.broken.filter((finding) => finding.file === file).map((finding) => finding.rule);
	expect([...new Set(reported)].sort()).toEqual([...rules].sort());
});

test.each(cases)("$promise: the repaired file is green ($rules)", ({ file }) => {
	expect(findings.repaired.filter((finding) => finding.file === file).map(lineOf)).toEqual([]);
});

test("nothing else is red, neither in the broken house nor in the repaired one", () => {
	const planted = new Set(cases.flatMap((gate) => [gate.file, gate.alsoReportedAt]));
	const elsewhere = [...findings.broken, ...findings.repaired].filter((finding) => !planted.has(finding.file));
	expect(elsewhere.map(lineOf)).toEqual([]);
});

test("every rule that is switched on has its case", async () => {
	const covered = new Set(cases.flatMap(({ rules }) => rules));
	const switchedOn = [...(await lintRules()), ...(await importRules())];
	expect(switchedOn.filter((rule) => !covered.has(rule))).toEqual([]);
});

test("a house without a case is green", async () => {
	const house = await buildHouse([], "repaired");
	houses.push(house);
	expect((await runChecks(house.root)).map(({ name, ok, output }) => ({ name, ok, output }))).toEqual([
		{ name: "format and lint", ok: true, output: "" },
		{ name: "types", ok: true, output: "" },
		{ name: "boundaries", ok: true, output: "" },
		{ name: "dead code", ok: true, output: "" },
	]);
});

test("a checker that breaks down is red", async () => {
	const house = await buildHouse([], "repaired");
	houses.push(house);
	await writeFile(join(house.root, ".biome.json"), "{");
	expect((await checkFormatAndLint(house.root)).map(({ rule }) => rule)).toEqual(["biome-broke-down"]);
});

const Levels = z.record(z.string(), z.union([z.string(), z.looseObject({})]));
const LintSettings = z.object({ linter: z.object({ rules: z.looseObject({}) }) });
const ImportSettings = z.object({ default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }) });

/** The rules .biome.json names; those of the preset are Biome's own affair. */
async function lintRules(): Promise<readonly string[]> {
	const { linter } = LintSettings.parse(JSON.parse(await readFile(new URL(".biome.json", root), "utf8")));
	return Object.values(linter.rules).flatMap((group) => {
		const levels = Levels.safeParse(group).data ?? {};
		return Object.keys(levels).filter((rule) => levels[rule] !== "off");
	});
}

/** The rules of the import table. */
async function importRules(): Promise<readonly string[]> {
	const settings = ImportSettings.parse(await import(new URL(".dependency-cruiser.mjs", root).href));
	return settings.default.forbidden.map(({ name }) => name);
}
