import { RunnerStatus } from "@webhand/contracts/tools/availability";
import { expect } from "vitest";
import { test } from "./runner.ts";

const refused = { status: 503, body: { error: { code: "AGENT_TOOLS_DISABLED" } } };
const write = { path: "a.txt", content: "a" };

const atRead = test.extend("settings", { scope: "file" }, () => ({ AGENT_TOOLS_LEVEL: "read" }));
const atWrite = test.extend("settings", { scope: "file" }, () => ({ AGENT_TOOLS_LEVEL: "write" }));
const switchedOff = test.extend("settings", { scope: "file" }, () => ({ AGENT_TOOLS_ENABLED: "false" }));

atRead("at level read files are listed, and each change is refused, granted or not, with a row in the audit", async ({ runner }) => {
	const workspace = await runner.workspace();
	expect((await workspace.call("GET", "/fs/list?path=")).status).toBe(200);
	const changes = [
		["fs.write", "/fs/write", write],
		["fs.mkdir", "/fs/mkdir", { path: "folder" }],
		["fs.delete", "/fs/delete", { path: "a.txt" }],
	] as const;
	for (const [tool, path, body] of changes) expect(await workspace.change(tool, path, body), tool).toMatchObject(refused);
	expect((await workspace.call("GET", "/fs/list?path=")).body).toMatchObject({ entries: [] });
	const rows = await runner.audit.find({ userId: runner.user.userId, outcome: "denied:AGENT_TOOLS_DISABLED" }).sort({ seq: 1 }).toArray();
	expect(rows.map(({ action }) => action)).toEqual(changes.map(([tool]) => tool));
});

atWrite("at level write files are changed and nothing runs, and a workspace ends the warning that there is none", async ({ runner }) => {
	const workspace = await runner.workspace();
	expect((await workspace.change("fs.write", "/fs/write", write)).status).toBe(201);
	const status = RunnerStatus.parse((await runner.send("GET", "/v1/status")).body);
	expect(status.capabilities).toMatchObject({ fs: true, exec: false, mcp: false });
	expect(status.warnings).not.toContain("NO_WORKSPACES");
});

switchedOff("switched off, every call is refused, those of workspaces too", async ({ runner }) => {
	const workspace = await runner.workspace();
	const calls = [
		workspace.call("GET", "/fs/list?path="),
		workspace.change("fs.write", "/fs/write", write),
		workspace.call("GET", ""),
		workspace.call("PATCH", "", { body: { name: "x" } }),
		workspace.call("DELETE", ""),
		runner.send("GET", "/v1/workspaces"),
	];
	for (const reply of await Promise.all(calls)) expect(reply).toMatchObject(refused);
});
