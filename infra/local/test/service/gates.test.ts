import { afterAll, beforeAll, expect, test } from "vitest";
import type { Finding } from "../../checks/findings.ts";
import { lineOf } from "../../checks/findings.ts";
import { runChecks } from "../../checks/verify.ts";
import { boundaryCases } from "../gates/boundary-cases.ts";
import { deadCodeCases } from "../gates/dead-code-cases.ts";
import type { House } from "../gates/house.ts";
import { buildHouse } from "../gates/house.ts";
import { lintCases } from "../gates/lint-cases.ts";
import { workspaceCases } from "../gates/workspace-cases.ts";

const cases = [...lintCases, ...boundaryCases, ...workspaceCases, ...deadCodeCases];
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
