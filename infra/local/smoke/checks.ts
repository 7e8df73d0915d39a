import { randomUUID } from "node:crypto";
import { createClient } from "@webhand/cli";
import { ApiError } from "@webhand/client/api-error";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { answerRoute, cancelRoute, runStateRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import { taskListRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { eventsRoute, realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import { resolveRoute } from "@webhand/contracts/knowledge/resolve";
import { mcpRoute } from "@webhand/contracts/mcp-server/endpoint";

/** A way into the server that is checked. */
export type Way = { readonly key: string } | { readonly email: string; readonly password: string };

/** What is checked: the server, its caller, and the id of the extension that people have. */
export type Subject = { readonly api: Api; readonly way: Way; readonly extension: string };

/** What one check found. `skipped`: this caller may not ask for it. */
export type CheckResult = {
	readonly name: string;
	readonly state: "ok" | "failed" | "skipped";
	readonly ms: number;
	readonly words: string;
};

const askLimitMs = 20_000;
const socketLimitMs = 10_000;
const page = "https://smoke.example/";
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const snapshot = {
	url: page,
	title: "Smoke test",
	visibleText: "A page of the smoke test. Nothing of it exists.",
	elements: [{ id: "agent-1", tag: "button", type: "button", text: "Delete everything" }],
};

/** A check that this caller may not make. */
class Skipped extends Error {}

/**
 * Makes all checks, one after the other. A run is started for it and cancelled at the end; nothing else stays on the server.
 *
 * @param onResult is told each result as it is there
 * @throws never
 */
export async function runChecks(subject: Subject, onResult: (result: CheckResult) => void): Promise<readonly CheckResult[]> {
	const { api, way } = subject;
	const results: CheckResult[] = [];
	const check = async <Found>(name: string, work: () => Promise<readonly [found: Found, words: string]>): Promise<Found | undefined> => {
		const startedAt = Date.now();
		const told = await work().then(
			([found, words]) => ({ found, state: "ok" as const, words }),
			(cause: unknown) => ({
				found: undefined,
				state: cause instanceof Skipped ? ("skipped" as const) : ("failed" as const),
				words: wordsOf(cause),
			}),
		);
		const result = { name, state: told.state, ms: Date.now() - startedAt, words: told.words };
		results.push(result);
		onResult(result);
		return told.found;
	};
	const nobody = { ...api, token: () => null };
	await check("gateway leads to auth", () => expectRefusal(call(nobody, sessionRoute, { signal: limit() })));
	await check("gateway leads to agent-api", () => expectRefusal(call(nobody, taskListRoute, { query: { limit: 1 }, signal: limit() })));
	await check("gateway leads to knowledge-proxy", () =>
		expectRefusal(call(nobody, resolveRoute, { query: { url: page }, signal: limit() })),
	);
	await check("inner routes stay inside", async () => {
		const response = await fetch(`${api.baseUrl}/internal/session`, { redirect: "error", signal: AbortSignal.timeout(askLimitMs) });
		if (response.status !== 404) throw new Error(`/internal/session answers ${response.status} and not 404`);
		return [null, "404"];
	});
	await check("the extension may call", () => mayCall(subject));
	await check("sign-in", async () => {
		if ("key" in way) {
			await call(api, taskListRoute, { query: { limit: 1 }, signal: limit() });
			return [null, "the key is taken"];
		}
		const { user, tenantName } = await call(api, sessionRoute, { signal: limit() });
		return [null, `${user.email}, ${tenantName}`];
	});
	const runId = await check("a run starts", () => startRun(api));
	if (runId !== undefined) {
		const step = await check("a step asks before it deletes", () => stepOnce(api, runId));
		if (step === "asked") await check("the no is heard", () => sayNo(api, runId));
		await check("events of the run are read", () => readEvents(subject, runId));
		if (step !== "refused") await check("the run is cancelled", () => cancelRun(api, runId));
	}
	await check("routines are listed", async () => {
		const routines = await createClient({ url: api.baseUrl, ...way }).listRoutines();
		return [null, `${routines.length}`];
	});
	await check("knowledge is resolved", () =>
		unlessForbidden("the key needs the scope knowledge:read", async () => {
			const { hasOrgKnowledge, context } = await call(api, resolveRoute, { query: { url: page }, signal: limit() });
			return [null, hasOrgKnowledge ? `${context.length} chunks` : "none for this page"];
		}),
	);
	await check("realtime shakes hands", () => shakeHands(subject));
	await check("MCP asks for a token", () => expectRefusal(call(nobody, mcpRoute, { body: ping, signal: limit() })));
	return results;
}

const limit = () => AbortSignal.timeout(askLimitMs);

async function expectRefusal(asked: Promise<unknown>): Promise<readonly [null, string]> {
	try {
		await asked;
	} catch (cause) {
		if (cause instanceof ApiError && cause.status === 401) return [null, `401 ${cause.code}`];
		throw cause;
	}
	throw new Error("it answers without a token");
}

/** What Chrome asks before the extension's request. A server that does not know the id allows nothing. */
async function mayCall({ api, extension }: Subject): Promise<readonly [null, string]> {
	const origin = `chrome-extension://${extension}`;
	for (const { method, path } of [sessionRoute, taskListRoute, resolveRoute]) {
		const response = await fetch(`${api.baseUrl}${path}`, {
			method: "OPTIONS",
			headers: { origin, "access-control-request-method": method, "access-control-request-headers": "authorization" },
			signal: limit(),
		});
		if (response.headers.get("access-control-allow-origin") !== origin)
			throw new Error(`${path} does not allow it: name ${extension} in EXTENSION_IDS of the services, or give --extension the id of yours`);
	}
	return [null, extension];
}

async function startRun(api: Api): Promise<readonly [TaskId, string]> {
	const body = { task: 'Click "Delete everything"', mode: "careful" as const, maxSteps: 5, url: page };
	const { runId } = await call(api, startRoute, { body, headers: { "idempotency-key": randomUUID() }, signal: limit() });
	return [runId, runId];
}

async function stepOnce(api: Api, runId: TaskId): Promise<readonly ["asked" | "refused", string]> {
	const body = { snapshot: { ...snapshot, timestamp: Date.now() } };
	const reply = await call(api, stepRoute, { params: { runId }, body: body as never, signal: AbortSignal.timeout(120_000) });
	if (reply.action === "error") throw new Error(reply.error);
	if (reply.action === "ask_user") return ["asked", reply.question];
	// An organization may allow named sites alone.
	if (reply.action === "finish" && reply.failure?.category === "refused") return ["refused", reply.failure.message];
	throw new Error(`it does not ask: ${reply.action}`);
}

async function sayNo(api: Api, runId: TaskId): Promise<readonly [null, string]> {
	const { question } = await call(api, runStateRoute, { params: { runId }, signal: limit() });
	if (question === undefined) throw new Error("the run does not show its question");
	const body = question.kind === "approval" ? { approved: false } : { answer: "No" };
	const { heard } = await call(api, answerRoute, { params: { runId }, body: { ...body, questionId: question.id }, signal: limit() });
	return [null, heard?.event ?? "heard"];
}

async function readEvents({ api, way }: Subject, runId: TaskId): Promise<readonly [null, string]> {
	if ("key" in way) throw new Skipped("no API key reads a chat");
	const { sessionId } = await sessionOf(api, runId);
	const { events } = await call(api, eventsRoute, { params: { sessionId }, query: { after: 0, limit: 100, wait: 0 }, signal: limit() });
	if (events.length === 0) throw new Error("the chat of the run has no event");
	return [null, `${events.length}`];
}

async function sessionOf(api: Api, taskId: TaskId): Promise<{ readonly sessionId: SessionId }> {
	const { task } = await call(api, taskRoute, { params: { taskId }, query: {}, signal: limit() });
	return task;
}

async function cancelRun(api: Api, runId: TaskId): Promise<readonly [null, string]> {
	const { status } = await call(api, cancelRoute, { params: { runId }, signal: limit() });
	if (status !== "cancelled") throw new Error(`it is ${status}`);
	return [null, status];
}

async function shakeHands({ api, way }: Subject): Promise<readonly [null, string]> {
	if ("key" in way) throw new Skipped("no API key follows a chat");
	const { transport, key, wsHost, wsPort, forceTLS } = await call(api, realtimeSettingsRoute, { signal: limit() });
	if (transport === "pusher") throw new Skipped("the socket is that of a Pusher service");
	const address = `${forceTLS ? "wss" : "ws"}://${wsHost}:${wsPort}/app/${key}?protocol=7&client=js&version=8.6.0`;
	const socket = new WebSocket(address);
	try {
		const first = await new Promise<string>((resolve, reject) => {
			socket.onmessage = ({ data }) => resolve(String(data));
			socket.onerror = () => reject(new Error(`${wsHost}:${wsPort} takes no WebSocket`));
			setTimeout(() => reject(new Error("it says nothing")), socketLimitMs).unref();
		});
		const { event } = JSON.parse(first) as { readonly event?: string };
		if (event !== "pusher:connection_established") throw new Error(`it says ${String(event)}`);
		return [null, `${wsHost}:${wsPort}`];
	} finally {
		socket.close();
	}
}

async function unlessForbidden<Found>(why: string, work: () => Promise<Found>): Promise<Found> {
	return await work().catch((cause: unknown) => {
		if (cause instanceof ApiError && cause.status === 403) throw new Skipped(why);
		throw cause;
	});
}

function wordsOf(cause: unknown): string {
	if (!(cause instanceof ApiError)) return cause instanceof Error ? cause.message : String(cause);
	return `${cause.status} ${cause.code}: ${cause.message}${cause.requestId === undefined ? "" : ` (request ${cause.requestId})`}`;
}
