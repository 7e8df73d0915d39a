import { expect, test } from "vitest";
import { modelNameOf } from "./policy.ts";

test.each([
	["fs.read", "fs_read"],
	["fs_read", "fs_read"],
	["fs.apply_patch", "fs_apply_patch"],
	["everything.echo", "mcp__everything__echo"],
	["mcp__everything__echo", "mcp__everything__echo"],
])("a tool is called by one name: %s", (tool, name) => {
	expect(modelNameOf(tool)).toBe(name);
});
