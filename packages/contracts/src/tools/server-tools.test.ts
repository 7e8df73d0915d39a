import { expect, test } from "vitest";
import { approvalOf, isWithinLevel, lineOfCall, serverTools } from "./server-tools.ts";

const rows = [
	["workspace.list", "auto"],
	["workspace.pwd", "auto"],
	["workspace.chdir", "auto"],
	["fs.list", "auto"],
	["fs.read", "auto"],
	["fs.write", "batch"],
	["fs.apply_patch", "batch"],
	["fs.mkdir", "batch"],
	["fs.delete", "individual"],
	["search.grep", "auto"],
	["search.glob", "auto"],
	["git.status", "auto"],
	["git.diff", "auto"],
	["git.log", "auto"],
	["git.branch", "auto"],
	["git.add", "batch"],
	["git.commit", "batch"],
	["git.push", "individual"],
	["exec.run", "individual"],
	["a tool that nobody knows", "individual"],
	["toString", "individual"],
] as const;

test.for(rows)("%s is approved %s", ([tool, approval]) => {
	expect(approvalOf(tool)).toBe(approval);
});

test.for([
	["read", "auto"],
	["write", "batch"],
	["exec", "individual"],
] as const)("a tool of an MCP server with the tier %s is approved %s", ([tier, approval]) => {
	expect(approvalOf("mcp.call", tier)).toBe(approval);
});

test("a level offers the tools up to its tier", () => {
	const offered = (level: "read" | "write" | "exec") => rows.filter(([tool]) => isWithinLevel(tool, level)).length;
	expect([offered("read"), offered("write"), offered("exec")]).toEqual([11, 17, 21]);
	expect(isWithinLevel("mcp.call", "read", "read")).toBe(true);
});

test("every tool that asks says in a sentence what it does", () => {
	const asking = serverTools.filter(({ tier }) => tier !== "read");
	expect(asking.filter(({ effect }) => effect === undefined)).toEqual([]);
});

test.for([
	["exec.run", { argv: ["npm", "test"], cwd: "" }, "npm test"],
	["mcp.call", { name: "files.echo", arguments: {} }, "files.echo"],
	["fs.write", { path: "a.txt" }, "fs.write a.txt"],
	["git.add", { paths: ["b.txt", "c.txt"] }, "git.add b.txt"],
	["search.grep", { path: "", pattern: "x" }, "search.grep x"],
	["git.status", {}, "git.status"],
] as const)("a call of %s with %o ran as: %s", ([name, args, line]) => {
	expect(lineOfCall(name, args)).toBe(line);
});
