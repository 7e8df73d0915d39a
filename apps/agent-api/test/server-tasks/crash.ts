import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { ModelScript } from "@webhand/testing/model-server/server";
import { expect } from "vitest";
import type { ScriptedModel } from "../scripted-model.ts";
import { startServer, toClose } from "../server-process.ts";
import { answers, test as base, calls, dataOf, inShort } from "./tasks.ts";

/** Where a process is killed in a task: behind each event, before a call is sent, and before its result is stored. */
export const killedAt = [
	...["step_start", "llm_complete", "tool_start", "tool_complete", "approval_needed", "complete"].map((name) => `loop.${name}`),
	"loop.before_run",
	"loop.before_result",
];

/** A call counts as sent from its `tool_start` on, and what was sent is never sent again. */
const killedBeforeSending: ReadonlySet<string> = new Set(["loop.tool_start", "loop.before_run"]);

/** A model that goes on from what the prompt holds, however often it is asked. */
const script: ModelScript = ({ messages }) => {
	const results = messages.filter(({ role }) => role === "tool").length;
	if (results === 0) return calls(["fs_apply_patch", { edits: [{ path: "a.txt", search: "tea", replace: "tea, tea" }] }]);
	return results === 1 ? calls(["fs_read", { path: "a.txt" }]) : answers("Done.");
};

/** The whole events of the task. A call that a crash cut off may have failed for the model. */
const whole = [
	"step_start 1",
	"llm_start",
	"llm_complete call_1_0",
	"approval_needed call_1_0",
	"tool_start call_1_0",
	"tool_complete call_1_0",
	"step_start 2",
	"llm_start",
	"llm_complete call_2_0",
	"tool_start call_2_0",
	"tool_complete call_2_0",
	"step_start 3",
	"llm_start",
	"llm_complete",
];

/** `test` with `crashAt`: a process is killed at a failpoint, another one brings the task to its end. */
export const test = base.extend(
	"crashAt",
	({ mongo, redis, runner, openWithRunner }) =>
		async (failpoint: string, model: ScriptedModel) => {
			const closing = toClose();
			model.play(script);
			await runner.start();
			const { identity, settings } = runner.wish;
			const user = await identity.signIn(redis.client);
			const workspace = await runner.workspace(user.tenantId, `crash ${failpoint}`);
			const file = join(workspace.path, "a.txt");
			await writeFile(file, "tea\n");
			const shared = { ...settings, SETTINGS_KEY: randomBytes(32).toString("base64"), PUSHER_SECRET: "realtime-secret-of-tests" };
			const urls = { mongo: mongo.uri, redis: redis.url, auth: identity.url, model: model.url };
			const first = await startServer(urls, { ...shared, FAILPOINTS: `${failpoint}=kill` });
			closing.push(() => first.process.kill());
			const headers = { ...user.headers, "content-type": "application/json" };
			const body = JSON.stringify({ task: "Say tea twice", workspaceId: workspace.id });
			const started = await fetch(`${first.url}/api/v1/agent/sessions`, { method: "POST", headers, body });
			const { session } = (await started.json()) as { session: { id: string } };
			const ask = async (path: string, more: object = {}) => await fetch(`${first.url}${path}`, { headers, ...more });
			const approve = async (send: (path: string, body?: object) => Promise<unknown>) => {
				const { approvals = [] } = (await send("/api/v1/agent/approvals")) as { approvals?: readonly PendingApproval[] };
				const mine = approvals.find(({ sessionId }) => sessionId === session.id);
				if (mine !== undefined) await send(`/api/v1/agent/approvals/${mine.id}`, { decision: "approved" });
			};
			// Failpoints behind the approval strike in this process too.
			while (first.process.isRunning())
				await approve(async (path, given) =>
					(await ask(path, given === undefined ? {} : { method: "POST", body: JSON.stringify(given) })).json(),
				).catch(() => undefined);
			const agent = await openWithRunner(model.wish(shared));
			const send = async (path: string, given?: object) =>
				(await agent.call(given === undefined ? "GET" : "POST", path, { as: user, ...(given === undefined ? {} : { body: given }) })).body;
			// The change was made once, or never where the process died before it sent the call; the model is told which.
			const isMade = !killedBeforeSending.has(failpoint);
			const ending = isMade ? "complete" : "error";
			await expect
				.poll(
					async () => {
						await approve(send);
						return (await send(`/api/v1/agent/sessions/${session.id}`))["status"];
					},
					{ timeout: 20_000, interval: 100 },
				)
				.toBe(ending);
			const stream = await agent.app.inject({ method: "GET", url: `/api/v1/agent/sessions/${session.id}/events`, headers: user.headers });
			const events: readonly LoopEvent[] = dataOf(stream.body).map(({ event }) => event);
			const told = inShort(events).map((event) => event.replace(/^(tool_complete \S+) \w+$/, "$1"));
			expect(told).toEqual([...whole, `complete ${ending}`]);
			expect(await readFile(file, "utf8")).toBe(isMade ? "tea, tea\n" : "tea\n");
			expect(inShort(events)).toContain(`tool_complete call_1_0 ${isMade ? "ok" : "error"}`);
		},
);
