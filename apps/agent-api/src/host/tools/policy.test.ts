import { expect, test } from "vitest";
import { passesUnasked } from "./policy.ts";

const mcp = (tier: "read" | "write", isRemote: boolean) => ({
	tool: "mcp.call",
	tier: tier === "read" ? ("auto" as const) : ("batch" as const),
	facts: { mcpTool: "files.read", tier, hash: "sha256:x", isRemote },
});
const command = {
	tool: "exec.run",
	tier: "individual" as const,
	facts: { allowed: true, rule: { name: "ls", version: 1 }, class: "inspect", autoApprovable: true, isDefaultFolder: true } as const,
};
const write = { tool: "fs.write", tier: "batch" as const, facts: undefined };

// What passes, for a task, and for one whose results gave orders.
test.each([
	["a reading tool in the sandbox", mcp("read", false), [true, false]],
	["a reading tool at an address", mcp("read", true), [false, false]],
	["a changing tool at an address", mcp("write", true), [true, false]],
	["a command", command, [true, false]],
	["a change of a file", write, [true, false]],
] as const)("%s, with all settings on", (_name, call, passes) => {
	const settings = { autoApproveWrites: true, autoApproveExec: true };
	const by = (caller: { readonly isTainted?: true }) => passesUnasked(call, { ...caller, settings, mayAutoApprove: true });
	expect([by({}), by({ isTainted: true })]).toEqual(passes);
});
