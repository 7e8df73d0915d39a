import { randomUUID } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExecutionId, isOver } from "@webhand/contracts/tools/executions";
import type { ExecJob } from "@webhand/contracts/tools/internal/calls";
import type { McpCall, McpServer } from "@webhand/contracts/tools/mcp";
import { createIds } from "@webhand/service-kit/ids";
import { openJobQueues } from "@webhand/service-kit/jobs/queue";
import { createLogger } from "@webhand/service-kit/logs";
import { poll } from "@webhand/testing/poll";
import type { SignedIn } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { openCallJobs } from "../../src/host/calls/jobs.ts";
import type { Ask } from "../../src/host/upstream.ts";
import { startServer } from "../server-process.ts";
import { test as base } from "../tool-runner.ts";

const everything = join(import.meta.dirname, "../../../tool-runner/node_modules/@modelcontextprotocol/server-everything/dist/index.js");

/**
 * Who dies where while a call goes through the queue, and what its row may say in the end. `redis` loses all that it has while the runner
 * stands still there.
 */
export const deaths = [
	{ kind: "exec", who: "agent-api", failpoint: "job.added", states: ["exited"] },
	{ kind: "exec", who: "agent-api", failpoint: "job.answered", states: ["exited"] },
	{ kind: "exec", who: "redis", failpoint: "call.accepted", states: ["exited"] },
	{ kind: "exec", who: "tool-runner", failpoint: "call.accepted", states: ["exited"] },
	{ kind: "exec", who: "tool-runner", failpoint: "exec.starting", states: ["failed"] },
	{ kind: "exec", who: "tool-runner", failpoint: "exec.intended", states: ["outcome_unknown"] },
	{ kind: "exec", who: "tool-runner", failpoint: "call.finished", states: ["exited"] },
	{ kind: "mcp", who: "agent-api", failpoint: "job.added", states: ["exited"] },
	{ kind: "mcp", who: "agent-api", failpoint: "job.answered", states: ["exited"] },
	{ kind: "mcp", who: "redis", failpoint: "call.intended", states: ["exited"] },
	{ kind: "mcp", who: "tool-runner", failpoint: "call.granted", states: ["exited"] },
	{ kind: "mcp", who: "tool-runner", failpoint: "call.intended", states: ["exited"] },
	{ kind: "mcp", who: "tool-runner", failpoint: "call.accepted", states: ["outcome_unknown"] },
	{ kind: "mcp", who: "tool-runner", failpoint: "call.finished", states: ["exited"] },
	{ kind: "mcp", who: "tool-runner", failpoint: "call.acted", states: ["outcome_unknown", "exited"] },
] as const;

/** Who dies, with what, and where. */
export type Death = (typeof deaths)[number];

const patienceMs = 60_000;
const paths = { exec: "/api/v1/agent/exec", mcp: "/api/v1/agent/mcp/call" } as const;

/** `die` plays one death: the client asks again with the same key until it is answered, and the call is done at most once. */
export const test = base.extend("die", ({ runner, openWithRunner, mongo, redis }) => async ({ kind, who, failpoint, states }: Death) => {
	const { identity, settings } = runner.wish;
	const user = await identity.signIn(redis.client, { roles: ["member", "operator"] });
	await runner.start();
	const agent = await openWithRunner();
	const { id: workspaceId, path } = await runner.workspace(user.tenantId, randomUUID());
	// The sandbox runs as another user.
	await chmod(path, 0o777);
	await writeFile(join(path, "append.py"), 'open("lines", "a").write("line\\n")\n');
	const call = async (method: "GET" | "POST", route: string, body?: object) =>
		await agent.call(method, route, { as: user, ...(body && { body }) });
	const tool = kind === "mcp" ? await acceptEcho(call) : "";
	const body =
		kind === "exec" ? { argv: ["python3", "append.py"], cwd: "", workspaceId } : { name: tool, arguments: { message: "tea" }, workspaceId };
	const key = randomUUID();
	if (who === "tool-runner" || who === "redis") {
		await runner.stop();
		await runner.start({ FAILPOINTS: `${failpoint}=${who === "redis" ? "delay:3000" : "kill"}` });
	}
	const send = () => agent.call("POST", paths[kind], { as: user, key, body });
	if (who === "agent-api")
		await sendTo({ urls: { mongo: mongo.uri, redis: redis.url, auth: identity.url }, settings, failpoint }, { user, kind, key, body });
	const sent = who === "agent-api" ? null : send().catch(() => null);
	if (who === "redis") await loseAll(redis.client);
	if (who === "tool-runner") {
		await runner.died();
		await runner.start();
	}
	const first = await sent;
	if (who === "redis") expect(first?.status).toBeLessThan(300);
	const reply = first !== null && first.status < 300 ? first : await asked(send);
	const { executionId, callId = executionId, id = callId } = reply.body as Readonly<Record<string, string>>;
	const state = async () => String((await call("GET", `${paths[kind]}/${id}`)).body["state"]);
	await poll(async () => isOver((await state()) as McpCall["state"]), { limitMs: patienceMs });
	expect(states).toContain(await state());
	const rows = runner.db.collection(kind === "exec" ? "executions" : "mcp_calls");
	expect(await rows.countDocuments({ workspaceId })).toBe(1);
	// A grant is good once: what died between its intent and its row is refused, and done under another one.
	const mostIntents = who === "tool-runner" && failpoint === "call.intended" ? 2 : 1;
	expect(await runner.db.collection("audit").countDocuments({ chain: workspaceId, kind: "intent" })).toBeLessThanOrEqual(mostIntents);
	if (kind === "exec") expect(await linesIn(path)).toBe((await state()) === "exited" ? 1 : 0);
});

/** Calls for a host without workers; `isAdded` says whether the job of the call is there. */
export function openAway(redis: { readonly url: string; readonly client: { readonly exists: (key: string) => Promise<number> } }) {
	const queues = openJobQueues({ url: redis.url, log: createLogger({ service: "agent-api", level: "silent" }) });
	const ask = (async () => ({ workspace: { host: "away" } })) as unknown as Ask;
	const id = createIds().prefixed(ExecutionId, "exe");
	const request = { argv: ["ls"], cwd: "", timeoutMs: 1_000, executionId: id, rule: { name: "ls", version: 1 } };
	return {
		id,
		job: { kind: "exec", request, workspaceId: "wsp" } as unknown as ExecJob,
		ask,
		jobs: openCallJobs(queues),
		add: () => queues.of({ kind: "exec", host: "away" }).add(id, {}),
		isAdded: async () => (await redis.client.exists(`wh:jobs:away:exec:${id}`)) === 1,
		close: queues.close,
	};
}

type Call = (
	method: "GET" | "POST",
	route: string,
	body?: object,
) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

/** Registers a server of tools and accepts `echo`. @returns the name of the tool */
async function acceptEcho(call: Call): Promise<string> {
	const name = `echo-${randomUUID().slice(0, 8)}`;
	const reach = { transport: "stdio", program: everything, args: ["stdio"] };
	const added = await call("POST", "/api/v1/agent/operator/mcp-servers", { name, reach });
	const server = added.body["server"] as McpServer;
	const tools = server.tools.filter((tool) => tool.name === "echo").map(({ hash }) => ({ name: "echo", hash, tier: "read" }));
	expect((await call("POST", `/api/v1/agent/operator/mcp-servers/${server.id}/accept`, { tools })).status).toBe(200);
	return `${name}.echo`;
}

type Dying = {
	readonly urls: { readonly mongo: string; readonly redis: string; readonly auth: string };
	readonly settings: Readonly<Record<string, string>>;
	readonly failpoint: string;
};
type Sent = { readonly user: SignedIn; readonly kind: "exec" | "mcp"; readonly key: string; readonly body: object };

/** Sends a request to a server that is killed in it. */
async function sendTo({ urls, settings, failpoint }: Dying, { user, kind, key, body }: Sent): Promise<void> {
	const server = await startServer({ ...urls, model: "http://127.0.0.1:9" }, { ...settings, FAILPOINTS: `${failpoint}=kill` });
	const headers = { ...user.headers, "content-type": "application/json", "idempotency-key": key };
	await fetch(`${server.url}${paths[kind]}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
	expect((await server.process.ended).signal).toBe("SIGKILL");
}

/** What a client gets that asks again while nobody is there. */
async function asked<Reply extends { readonly status: number }>(send: () => Promise<Reply>): Promise<Reply> {
	for (const until = performance.now() + patienceMs; ; ) {
		const reply = await send();
		if (reply.status !== 503 || performance.now() > until) return reply;
	}
}

async function linesIn(path: string): Promise<number> {
	return (await readFile(join(path, "lines"), "utf8").catch(() => "")).split("\n").length - 1;
}

/** Loses the jobs while one of them is taken. */
async function loseAll(redis: {
	readonly keys: (pattern: string) => Promise<string[]>;
	readonly del: (...keys: string[]) => Promise<number>;
}): Promise<void> {
	const jobs = () => redis.keys("wh:jobs:*:exe_*");
	await poll(async () => (await jobs()).length > 0);
	await redis.del(...(await redis.keys("wh:jobs:*")));
}
