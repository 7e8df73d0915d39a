import { describe, expect, test } from "vitest";
import { isProtectedName, nameProblem, readPath } from "./policy.ts";

describe("a path", () => {
	test.for([
		["", []],
		[".", []],
		["a", ["a"]],
		["a/b.txt", ["a", "b.txt"]],
		["./a//b/", ["a", "b"]],
		["..foo/a..b/...", ["..foo", "a..b", "..."]],
		["-rf", ["-rf"]],
		["a&b;c$(d).txt", ["a&b;c$(d).txt"]],
		["~/x", ["~", "x"]],
		["%2e%2e/x", ["%2e%2e", "x"]],
		["C:\\x", ["C:\\x"]],
		["‥/x", ["‥", "x"]],
		["日本/é", ["日本", "é"]],
	] as const)("%j has the parts %j", ([path, parts]) => {
		expect(readPath(path)).toEqual({ parts });
	});

	test.for([
		["/etc/passwd", "PATH_NOT_ALLOWED", "absolute"],
		["//x", "PATH_NOT_ALLOWED", "absolute"],
		["..", "PATH_NOT_ALLOWED", "parent"],
		["a/../b", "PATH_NOT_ALLOWED", "parent"],
		["a/..", "PATH_NOT_ALLOWED", "parent"],
		["a\0b", "PATH_INVALID", "nul"],
		["\ud800", "PATH_INVALID", "not_text"],
		["a".repeat(256), "PATH_INVALID", "part_too_long"],
		["é".repeat(128), "PATH_INVALID", "part_too_long"],
		["a/".repeat(65), "PATH_INVALID", "too_deep"],
		["a".repeat(4_097), "PATH_INVALID", "too_long"],
	] as const)("%j is refused as %s, %s", ([path, code, reason]) => {
		expect(readPath(path)).toEqual({ code, reason });
	});
});

test.for([
	[".git", true],
	[".GIT", true],
	[".Git ", true],
	[".git...", true],
	[".g\u200bit", true],
	["．git", true],
	["git~1", true],
	["GIT~12", true],
	[".github", false],
	[".gitignore", false],
	["git", false],
	[".git2", false],
] as const)("%j is protected: %s", ([name, isProtected]) => {
	expect(isProtectedName(name)).toBe(isProtected);
});

test.for([
	["a b.txt", undefined],
	["a\nb", "control_character"],
	["a\u202eb", "invisible_character"],
	["a\u200db", "invisible_character"],
	["a\u2028b", "invisible_character"],
] as const)("the problem of the name %j is %s", ([name, problem]) => {
	expect(nameProblem(name)).toBe(problem);
});
