import { expect, test } from "vitest";
import { modelNameOf, modelNamesOf } from "./tool-names.ts";

test.for([
	["files.read", "mcp__files__read"],
	["files.read.all", "mcp__files__read_all"],
	["git-hub.list issues", "mcp__git-hub__list_issues"],
	["files.größe", "mcp__files__gr__e"],
] as const)("a model calls %s by %s", ([tool, name]) => {
	expect(modelNamesOf([tool]).get(tool)).toBe(name);
});

test("a name that is too long ends with a hash, and two tools never share a name", () => {
	const long = `files.${"x".repeat(80)}`;
	const names = modelNamesOf([long, `${long}y`, "files.a b", "files.a.b", "files.a"]);
	expect(new Set(names.values()).size).toBe(5);
	for (const name of names.values()) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
	expect(names.get(long)).toMatch(/^mcp__files__x{40,}_[0-9a-f]{8}$/);
	expect(names.get("files.a")).toBe("mcp__files__a");
});

test.each([
	["fs.read", "fs_read"],
	["fs_read", "fs_read"],
	["fs.apply_patch", "fs_apply_patch"],
	["everything.echo", "mcp__everything__echo"],
	["mcp__everything__echo", "mcp__everything__echo"],
])("a tool is called by one name: %s", (tool, name) => {
	expect(modelNameOf(tool)).toBe(name);
});
