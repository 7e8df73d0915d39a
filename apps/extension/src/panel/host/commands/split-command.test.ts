import fc from "fast-check";
import { expect, test } from "vitest";
import { joinCommand, splitCommand } from "./split-command.ts";

test.each([
	["npm test", ["npm", "test"], []],
	["  git   log\t-n 3 ", ["git", "log", "-n", "3"], []],
	['grep "two words" a.txt', ["grep", "two words", "a.txt"], []],
	["echo 'say \"hi\"' ''", ["echo", 'say "hi"', ""], []],
	["npm test && rm -rf /", ["npm", "test", "&&", "rm", "-rf", "/"], ["&&"]],
	["cat a | wc -l > b", ["cat", "a", "|", "wc", "-l", ">", "b"], ["|", ">"]],
	["echo $HOME $(id) `id`; ls", ["echo", "$HOME", "$(id)", "`id`;", "ls"], ["$HOME", "$(id)", "`id`;"]],
	['grep "&&" a', ["grep", "&&", "a"], []],
	["cat C:\\a", ["cat", "C:\\a"], []],
] as const)("%s", (typed, words, shell) => {
	const split = splitCommand(typed);
	expect(split.words).toEqual(words);
	expect([...split.shellWords]).toEqual(shell);
	expect(split.isOpen).toBe(false);
});

test("a quotation mark that is not closed is told", () => {
	expect(splitCommand('grep "two words')).toEqual({ words: ["grep", "two words"], shellWords: new Set(), isOpen: true });
});

test("words that are put into the field again are the same words", () => {
	fc.assert(
		fc.property(fc.array(fc.string(), { maxLength: 6 }), (words) => {
			expect(splitCommand(joinCommand(words)).words).toEqual(words);
		}),
	);
});
