import { expect, test } from "vitest";
import { crumbsOf, folderOf, nameOf, newNameProblem, pathIn } from "./paths.ts";

test("a path is a way of folders from the root", () => {
	expect(crumbsOf("")).toEqual([]);
	expect(crumbsOf("src/math/add.js")).toEqual([
		{ name: "src", path: "src" },
		{ name: "math", path: "src/math" },
		{ name: "add.js", path: "src/math/add.js" },
	]);
	expect([nameOf("src/add.js"), nameOf("")]).toEqual(["add.js", ""]);
	expect([folderOf("src/math/add.js"), folderOf("add.js"), folderOf("")]).toEqual(["src/math", "", ""]);
	expect([pathIn("", "a.txt"), pathIn("src", "b/c.txt"), pathIn("src", " x")]).toEqual(["a.txt", "src/b/c.txt", "src/ x"]);
});

test.each([
	["a/b c/é.txt", null],
	[".gitignore", null],
	["../x", "outside"],
	["a/.GIT/config", "git"],
	["a\u0000b", "characters"],
	["é".repeat(128), "long"],
	["src/", "folder"],
	["/", "folder"],
] as const)("the name %j of a new file is refused before the file is typed: %s", (name, problem) => {
	expect(newNameProblem(name, "file")).toBe(problem);
});

test("a new folder may end with a slash", () => {
	expect(newNameProblem("src/", "folder")).toBeNull();
});
