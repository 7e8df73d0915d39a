import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { ModelReply } from "@webhand/testing/model-server/reply";
import type { SignedIn } from "@webhand/testing/tokens";
import { expect } from "vitest";
import type { Agent, AgentWish, Answer } from "../agent.ts";
import { test as base } from "../tool-runner.ts";

/** A model's answer that calls tools. */
export const calls = (...made: readonly (readonly [name: string, args: unknown])[]): ModelReply => ({
	kind: "tool_calls",
	calls: made.map(([name, args]) => ({ name, arguments: args })),
	usage: { promptTokens: 100, completionTokens: 10 },
});

export const answers = (text: string): ModelReply => ({ kind: "text", text, usage: { promptTokens: 100, completionTokens: 10 } });

/** Server-run tasks at one agent-api, in a workspace of its user. */
export type Tasks = {
	readonly agent: Agent;
	readonly workspace: { readonly id: string; readonly path: string };
	readonly write: (name: string, text: string) => Promise<void>;
	readonly read: (name: string) => Promise<string>;
	readonly start: (task: string, more?: object, options?: Parameters<Agent["call"]>[2]) => Promise<string>;
	/** The events so far, or those up to the rest of the task. */
	readonly events: (id: string, as?: SignedIn) => Promise<readonly LoopEvent[]>;
	readonly rest: (id: string, query?: string) => Promise<readonly LoopEvent[]>;
	readonly status: (id: string) => Promise<unknown>;
	readonly waitFor: (id: string, status: string) => Promise<void>;
	readonly pending: (as?: SignedIn) => Promise<readonly PendingApproval[]>;
	readonly decide: (
		id: string,
		decision: "approved" | "rejected",
		more?: { readonly reason?: string; readonly as?: SignedIn },
	) => Promise<Answer>;
};

const path = "/api/v1/agent/sessions";

/** `test` with `openTasks`, which opens an agent-api before the runner of the file. */
export const test = base.extend("openTasks", ({ openWithRunner, runner }) => async (wish: AgentWish = {}): Promise<Tasks> => {
	const agent = await openWithRunner(wish);
	await runner.start();
	const workspace = await runner.workspace(agent.user.tenantId, "demo");
	const start: Tasks["start"] = async (task, more = {}, options = {}) => {
		const started = await agent.call("POST", path, { ...options, body: { task, workspaceId: workspace.id, ...more } });
		if (started.status !== 201) throw new Error(`${started.status} ${started.bytes}`);
		return (started.body["session"] as { id: string }).id;
	};
	const status: Tasks["status"] = async (id) => (await agent.call("GET", `${path}/${id}`)).body["status"];
	return {
		agent,
		workspace,
		start,
		status,
		write: (name, text) => writeFile(join(workspace.path, name), text),
		read: (name) => readFile(join(workspace.path, name), "utf8"),
		events: async (id, as = agent.user) => {
			const reply = await agent.call("GET", `/api/session/${id}/events?limit=500`, { as });
			const rows = reply.body["events"] as readonly { name: string; data: { event: LoopEvent } }[];
			return rows.flatMap(({ name, data }) => (name === "agent_event" ? [data.event] : []));
		},
		rest: async (id, query = "") => {
			const reply = await agent.app.inject({ method: "GET", url: `${path}/${id}/events${query}`, headers: agent.user.headers });
			return dataOf(reply.body).map(({ event }) => event);
		},
		waitFor: async (id, wanted) => {
			await expect.poll(() => status(id), { interval: 50 }).toBe(wanted);
		},
		pending: async (as = agent.user) =>
			(await agent.call("GET", "/api/v1/agent/approvals", { as })).body["approvals"] as readonly PendingApproval[],
		decide: (id, decision, { reason, as = agent.user } = {}) =>
			agent.call("POST", `/api/v1/agent/approvals/${id}`, { as, body: { decision, ...(reason === undefined ? {} : { reason }) } }),
	};
});

/** The events of a stream. */
export function dataOf(body: string): readonly { readonly seq: number; readonly event: LoopEvent }[] {
	return body
		.split("\n")
		.flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as { seq: number; event: LoopEvent }] : []));
}

/** Events in short: `step_start 1`, `tool_complete call_1_0 ok`. */
export function inShort(events: readonly LoopEvent[]): readonly string[] {
	return events.map((event) => {
		switch (event.type) {
			case "step_start":
				return `step_start ${event.step}`;
			case "llm_complete":
				return ["llm_complete", ...(event.tool_calls ?? []).map(({ id }) => id)].join(" ");
			case "tool_start":
				return `tool_start ${event.tool_call.id}`;
			case "tool_complete":
				return `tool_complete ${event.tool_call_id} ${event.result.ok ? "ok" : "error"}`;
			case "approval_needed":
				return `approval_needed ${event.approvals.map(({ toolCallId }) => toolCallId).join(" ")}`;
			case "complete":
				return `complete ${event.result.status}`;
			default:
				return event.type;
		}
	});
}
