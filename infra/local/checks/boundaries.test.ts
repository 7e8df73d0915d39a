import { expect, test } from "vitest";
import { uncruised } from "./boundaries.ts";

test("a cruise that read no file is red for every file", () => {
	const findings = uncruised(["apps/auth/src/main.ts", "packages/page/src/site.ts"], []);
	expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
		"apps/auth/src/main.ts not-cruised",
		"packages/page/src/site.ts not-cruised",
	]);
});

test("a cruise that read every file is green, whatever else it read", () => {
	expect(uncruised(["apps/auth/src/main.ts"], ["fs", "apps/auth/src/main.ts", "node_modules/zod/index.js"])).toEqual([]);
});
