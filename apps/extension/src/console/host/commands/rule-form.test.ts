import type { CommandRule } from "@webhand/contracts/tools/commands";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinWords, splitWords } from "./command-line.ts";
import { emptyForm, fits, formOf, problemsOf, readForm, wantedOf } from "./rule-form.ts";

const rule: CommandRule = {
	name: "npm-run",
	version: 102,
	enabled: true,
	tenantId: null,
	source: "operator",
	available: true,
	replacesDefault: true,
	program: "npm",
	argvPrefix: ["run", ["test", "lint"]],
	class: "build",
	positional: "any",
	maxArgs: 12,
	timeoutMs: 5_000,
	flags: {
		allow: [
			{ name: "-s", value: "none" },
			{ name: "--workspace", value: "required" },
			{ name: "--color", value: "optional" },
		],
	},
	env: { NODE_ENV: "a=b" },
	envAllow: ["PORT"],
	autoApprovable: false,
	examples: { match: [["npm", "run", "test", "two words"]], notMatch: [["npm", "run", ""]] },
};

test("a rule that is opened and saved stays as it is", () => {
	expect(readForm(formOf(rule), rule)).toEqual({ wanted: wantedOf(rule, true) });
	const denying: CommandRule = { ...rule, flags: { deny: ["--exec"] }, argvPrefix: [] };
	expect(readForm(formOf(denying), denying)).toEqual({ wanted: wantedOf(denying, true) });
});

test("options, first words and variables are shown as they are typed", () => {
	expect(formOf(rule)).toMatchObject({ prefix: "run test|lint", flags: "-s --workspace= --color?", variables: "NODE_ENV=a=b\nPORT" });
});

test("any words come back from their line", () => {
	fc.assert(
		fc.property(fc.array(fc.string()), (words) => {
			expect(splitWords(joinWords(words))).toEqual(words);
		}),
	);
	expect(splitWords(`git commit -m "two words" it's`)).toBeNull();
	expect(splitWords(`  a  "b c"'d' ""  `)).toEqual(["a", "b cd", ""]);
});

test.for([
	[{ tenantId: "Demo" }, { tenantId: "is no id such as org_… or usr_…" }],
	[{ flags: "-l ls" }, { flags: "“ls” is no option" }],
	[{ flagMode: "deny" as const, flags: "--x=" }, { flags: "“--x=” is no option" }],
	[{ variables: "PORT\nport=1" }, { variables: "“port=1” is neither NAME nor NAME=value" }],
	[{ match: "ls\nls 'a" }, { match: "line 2: a quote is not closed" }],
	[{ prefix: "'a" }, { prefix: "line 1: a quote is not closed" }],
])("%j is told at its field", ([part, problems]) => {
	expect(readForm({ ...emptyForm, ...part }, null)).toEqual({ problems });
});

test("messages of the server stand at the fields of the form", () => {
	expect(
		problemsOf({
			"examples.match.1": "is refused (flag: -x): ls -x",
			"envAllow.0": "LD_PRELOAD changes which programs run, so nobody may set it",
			"flags.allow.2.name": "repeats -l",
			"argvPrefix.0": "must be a text",
			program: "is missing",
			other: "is wrong",
		}),
	).toEqual({
		match: "line 2 is refused (flag: -x): ls -x",
		variables: "LD_PRELOAD changes which programs run, so nobody may set it",
		flags: "repeats -l",
		prefix: "must be a text",
		program: "is missing",
		other: "is wrong",
	});
});

test("a search finds rules by name, words, class, state and source", () => {
	for (const found of ["npm", "RUN", "runs code", "operators", "on", "run lint"]) expect(fits(rule, found)).toBe(true);
	expect(fits(rule, "git")).toBe(false);
	expect(fits({ ...rule, enabled: false }, "switched off")).toBe(true);
	expect(fits({ ...rule, available: false }, "missing")).toBe(true);
});
