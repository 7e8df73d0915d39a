import { expect, test } from "vitest";
import { effectOf, ruleTexts } from "./effect.ts";

const build = {
	allowed: true,
	rule: { name: "npm-test", version: 3 },
	class: "build",
	autoApprovable: false,
	isDefaultFolder: false,
} as const;

test.for([
	["fs.mkdir", { path: "a/b" }, "Makes the folder a/b"],
	["fs.delete", { path: "a\u202eb" }, "Deletes a\\u{202e}b"],
	["git.add", { paths: ["a", "b"] }, "Stages 2 paths: a, b for the next commit"],
	["git.commit", { message: "Use token=abcdef123" }, 'Commits what is staged with the message "Use token=abcdef123"'],
] as const)("%s of %o is told as: %s", ([tool, args, sentence]) => {
	expect(effectOf({ tool, args }, {})).toContain(sentence);
});

test("a command is told with its words, its folder and its reach", () => {
	const args = { argv: ["npm", "test", "two words"], cwd: "src", env: { CI: "1" } };
	expect(effectOf({ tool: "exec.run", args, facts: build }, {})).toBe(
		'Runs npm test "two words" in the folder src with CI set. It runs code of the workspace and may change its files',
	);
});

test("a command is approved beyond one call only where all of it is shown", () => {
	const scopes = (word: string) =>
		Object.keys(
			ruleTexts(
				{ tool: "exec.run", workspaceName: "demo", cwd: "", words: ["npm", word], secrets: ["hunter2-canary"] },
				{ rule: build.rule, isCoverable: true },
			),
		);
	expect(scopes("test")).toEqual(["once", "session", "rule"]);
	for (const word of ["x".repeat(600), "hunter2-canary", "a\u202eb"]) expect(scopes(word)).toEqual(["once"]);
});
