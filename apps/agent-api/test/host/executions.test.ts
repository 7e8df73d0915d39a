import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { call } from "@webhand/client/call";
import type { ExecutionEvent } from "@webhand/contracts/tools/executions";
import { Execution, executionStreamRoute, unfinishedStates } from "@webhand/contracts/tools/executions";
import { expect } from "vitest";
import { codeOf, test } from "./host.ts";

const append = { "append.py": 'open("lines", "a").write("line\\n")\nprint("appended")\n' };

test("a person runs a command, follows its output, and finds it again", async ({ host }) => {
	const { id: workspaceId } = await host.workspace(append);
	const argv = ["python3", "append.py"];
	const accepted = await host.call("POST", "/exec", { body: { workspaceId, argv } });
	const executionId = String(accepted.body["executionId"]);
	expect([accepted.status, accepted.body]).toMatchObject([
		202,
		{
			state: expect.toBeOneOf([...unfinishedStates]),
			streamUrl: `/api/v1/agent/exec/${executionId}/stream`,
			rule: { name: "python-file" },
		},
	]);
	const done = await host.call("GET", `/exec/${executionId}`, { query: { waitMs: "20000" } });
	expect(Execution.parse(done.body)).toMatchObject({ state: "exited", exitCode: 0, stdout: "appended\n", workspaceId });
	const api = { baseUrl: host.url, token: () => host.user.token };
	const events: ExecutionEvent[] = [];
	const stream = await call(api, executionStreamRoute, { params: { id: executionId }, query: {} });
	for await (const event of stream as unknown as AsyncIterable<ExecutionEvent>) events.push(event);
	expect(events.map(({ type }) => type)).toEqual(["start", "stdout", "exit"]);
	const past = await host.call("GET", `/exec/${executionId}/stream`, { headers: { "last-event-id": "7" } });
	expect([past.status, codeOf(past), past.body["error"]]).toMatchObject([400, "VALIDATION_ERROR", { details: { lastSeq: 1 } }]);
	const list = await host.call("GET", "/exec", { query: { limit: "1" } });
	expect(list.body["executions"]).toMatchObject([{ executionId, state: "exited" }]);
	expect(await host.approvals.findOne({ workspaceId, toolName: "exec.run" })).toMatchObject({
		decidedBy: "caller",
		outcome: "ok",
		usesLeft: 0,
	});
	expect(await host.audit.countDocuments({ chain: workspaceId, action: "exec.run" })).toBe(2);
});

test("a session shows what ran in it: commands with their exit codes, files and searches", async ({ host }) => {
	const { id: workspaceId } = await host.workspace(append);
	const as = await host.signIn({ tenantId: host.user.tenantId });
	const { session } = (await host.call("POST", "/workspace/select", { as, body: { workspaceId } })).body as { session: { id: string } };
	const ran = await host.call("POST", "/exec", { as, body: { argv: ["python3", "append.py"], waitMs: 20_000 } });
	await host.call("POST", "/fs/write", { as, body: { path: "a.txt", content: "tea" } });
	await host.call("GET", "/fs/read", { as, query: { path: "gone.txt" } });
	await host.call("POST", "/fs/search", { as, body: { type: "grep", pattern: "tea" } });
	const { executions } = (await host.call("GET", `/sessions/${session.id}`, { as })).body as { executions: readonly object[] };
	expect(executions).toMatchObject([
		{ id: ran.body["executionId"], command: "python3 append.py", exitCode: 0 },
		{ command: "fs.write a.txt", outputPreview: "created, 3 B" },
		{ command: "search.grep tea", outputPreview: "1 match" },
	]);
});

test("a command that is waited for answers with its end; one that takes longer can be cancelled", async ({ host }) => {
	const { id: workspaceId } = await host.workspace();
	const done = await host.call("POST", "/exec", { body: { workspaceId, argv: ["echo", "hello"], waitMs: 20_000 } });
	expect([done.status, done.body]).toMatchObject([200, { state: "exited", stdout: "hello\n" }]);
	const slow = await host.call("POST", "/exec", { body: { workspaceId, argv: ["sleep", "60"], waitMs: 300 } });
	expect(slow.status).toBe(202);
	const path = `/exec/${slow.body["executionId"]}`;
	expect((await host.call("POST", `${path}/cancel`)).status).toBe(202);
	expect((await host.call("GET", path, { query: { waitMs: "20000" } })).body).toMatchObject({ state: "cancelled", reason: "user" });
	const colleague = await host.signIn({ tenantId: host.user.tenantId });
	for (const [method, end] of [
		["GET", ""],
		["GET", "/stream"],
		["POST", "/cancel"],
	] as const) {
		const reply = await host.call(method, path + end, { as: colleague });
		expect([reply.status, codeOf(reply)]).toEqual([404, "EXECUTION_NOT_FOUND"]);
	}
});

test("the same Idempotency-Key runs a command once, in any form of key", async ({ host }) => {
	for (const key of ["a:b", "123", "~ x"]) {
		const { id: workspaceId, path } = await host.workspace(append);
		const send = (argv: readonly string[]) =>
			host.call("POST", "/exec", { body: { workspaceId, argv, waitMs: 20_000 }, headers: { "idempotency-key": key } });
		const [one, two] = await Promise.all([send(["python3", "append.py"]), send(["python3", "append.py"])]);
		expect([one.status, two.status, two.body["executionId"]]).toEqual([200, 200, one.body["executionId"]]);
		expect(await readFile(join(path, "lines"), "utf8")).toBe("line\n");
		const other = await send(["ls"]);
		expect([other.status, codeOf(other)]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
	}
});

test.for([
	{ body: { argv: "ls -l" }, status: 400, code: "VALIDATION_ERROR" },
	{ body: { argv: ["ls -l"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ body: { argv: ["bash", "-c", "id"] }, status: 403, code: "COMMAND_NOT_ALLOWED" },
	{ body: { argv: ["ls"], approved: true }, status: 400, code: "VALIDATION_ERROR" },
	{ body: { argv: ["ls"], env: { LD_PRELOAD: "x" } }, status: 400, code: "VALIDATION_ERROR" },
	{ body: { argv: ["ls"], cwd: "../.." }, status: 403, code: "PATH_NOT_ALLOWED" },
])("$body is refused with $code", async ({ body, status, code }, { host }) => {
	const { id: workspaceId } = await host.workspace();
	const reply = await host.call("POST", "/exec", { body: { workspaceId, ...body } });
	expect([reply.status, codeOf(reply)]).toEqual([status, code]);
});
