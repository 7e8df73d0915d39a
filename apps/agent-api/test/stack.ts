import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import type { Db } from "mongodb";
import { expect } from "vitest";
import { test as base, newKey, shop } from "./agent.ts";
import type { ClientReply } from "./clients.ts";
import { isRetryable } from "./clients.ts";
import type { Acknowledged } from "./invariants.ts";
import { brokenInvariants } from "./invariants.ts";
import type { ServerProcess } from "./server-process.ts";
import { startServer } from "./server-process.ts";

type Reply = ClientReply & {
	readonly body: {
		readonly data?: { readonly taskId: string; readonly sessionId: string; readonly stepIndex: number };
		readonly error?: { readonly code: string };
	};
	readonly isReplay: boolean;
};

/** Servers on one database with one scripted model: a healthy one for all tests, and those that die at a failpoint. */
export type TestStack = {
	readonly model: ModelServer;
	readonly healthy: ServerProcess;
	readonly user: SignedIn;
	readonly start: (failpoints: string) => Promise<ServerProcess>;
	/** The steps that clients received. */
	readonly acknowledged: Acknowledged[];
	readonly post: (at: ServerProcess, body: object, key: string) => Promise<Reply | "gone">;
	/** Asks the healthy server again until the dead one's lease is over, and keeps the answer. */
	readonly retry: (body: object, key: string) => Promise<Reply>;
	/** Takes the first step of a new task. */
	readonly newTask: () => Promise<{ readonly taskId: string; readonly sessionId: string }>;
};

const press = { kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" } as const;

/** `test` with two servers on one database and a scripted model. */
export const test = base.extend("stack", { scope: "file" }, async ({ mongo, redis }, { onCleanup }): Promise<TestStack> => {
	const identity = await startIdentity();
	const model = await startModelServer({ script: () => press });
	const user = await identity.signIn(redis.client);
	const started: TestProcess[] = [];
	onCleanup(async () => {
		await Promise.all(started.map((child) => child.kill()));
		await Promise.all([model.close(), identity.close()]);
	});
	const urls = { mongo: mongo.uri, redis: redis.url, auth: identity.url, model: model.url };
	// Replicas open what another one sealed.
	const sealedUnder = { SETTINGS_KEY: randomBytes(32).toString("base64") };
	const start = async (failpoints: string): Promise<ServerProcess> => {
		const server = await startServer(urls, { ...sealedUnder, FAILPOINTS: failpoints });
		started.push(server.process);
		return server;
	};
	const post: TestStack["post"] = async (at, body, key) => {
		const response = await fetch(`${at.url}/api/agent/interact`, {
			method: "POST",
			headers: { ...user.headers, "content-type": "application/json", "idempotency-key": key },
			body: JSON.stringify({ url: shop.url, query: "Show more", dom: shop.dom, ...body }),
			signal: AbortSignal.timeout(30_000),
		}).catch(() => null);
		if (response === null) return "gone";
		const bytes = await response.text();
		const { status, headers } = response;
		const isReplay = headers.get("idempotency-replayed") === "true";
		return { status, bytes, body: JSON.parse(bytes), retryAfter: Number(headers.get("retry-after")), isReplay };
	};
	const healthy = await start("");
	const acknowledged: Acknowledged[] = [];
	const retry: TestStack["retry"] = async (body, key) => {
		const reply = await poll(
			async () => {
				const tried = await post(healthy, body, key);
				return tried !== "gone" && !isRetryable(tried) && tried;
			},
			{ limitMs: 60_000, everyMs: 100 },
		);
		if (reply.body.data !== undefined) acknowledged.push({ ...reply.body.data, bytes: reply.bytes });
		return reply;
	};
	const newTask: TestStack["newTask"] = async () => {
		const { data } = (await retry({}, newKey())).body;
		if (data === undefined) throw new Error("no task was made");
		return data;
	};
	return { model, healthy, user, start, acknowledged, post, retry, newTask };
});

/** Where a server is killed; `calls` to the model in all; what a retry finds; whether the first request was answered before. */
type FailpointRow = {
	readonly name: string;
	readonly failpoint: string;
	readonly calls: number;
	readonly ending: "runs" | "replays";
	readonly isAnswered?: true;
};

/** One row for each failpoint of a step that is killed there. */
export const killedSteps: readonly FailpointRow[] = [
	{ name: "before the task is leased", failpoint: "step.parsed", calls: 1, ending: "runs" },
	{ name: "with the lease held", failpoint: "step.leased", calls: 1, ending: "runs" },
	{ name: "before the model is asked", failpoint: "step.before_model", calls: 1, ending: "runs" },
	{ name: "while the model answers", failpoint: "step.in_model", calls: 2, ending: "runs" },
	{ name: "between the model's answer and the write", failpoint: "step.after_model", calls: 2, ending: "runs" },
	{ name: "before the write", failpoint: "step.before_write", calls: 2, ending: "runs" },
	{ name: "between two writes of one step", failpoint: "step.in_transaction", calls: 2, ending: "runs" },
	{ name: "after the write", failpoint: "step.after_commit", calls: 1, ending: "replays" },
	{ name: "after other devices received it", failpoint: "step.after_publish", calls: 1, ending: "replays", isAnswered: true },
];

/** Failpoints with a function of their own below. */
export const otherFailpoints = ["task.created", "relay.claimed", "migrate.chats", "notes.delivered"] as const;

/** Kills a server in a step and retries the request: one step, the same bytes each time, nothing half written. */
export async function killInStep(stack: TestStack, db: Db, { failpoint, calls, ending, isAnswered }: FailpointRow): Promise<void> {
	const { taskId } = await stack.newTask();
	stack.model.play(() => press);
	const countedBefore = await duplicateCalls(stack);
	const dying = await stack.start(`${failpoint}=kill`);
	const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
	const first = await stack.post(dying, body, key);
	expect(first === "gone" ? first : first.status).toBe(isAnswered === true ? 200 : "gone");
	expect((await dying.process.ended).signal).toBe("SIGKILL");
	const steps = () => db.collection("task_actions").countDocuments({ taskId });
	expect(await steps()).toBe(ending === "replays" ? 2 : 1);

	const again = await stack.retry(body, key);
	expect([again.status, again.body.data?.stepIndex, again.isReplay]).toEqual([200, 1, ending === "replays"]);
	expect((await stack.retry(body, key)).bytes).toBe(again.bytes);
	if (first !== "gone") expect(first.bytes).toBe(again.bytes);
	expect(stack.model.requests).toHaveLength(calls);
	if (calls > 1) expect(await duplicateCalls(stack)).toBe(countedBefore + 1);
	expect(await steps()).toBe(2);
	await expectInvariants(stack, db);
}

/** Kills a server in the write of a step that has read a note: the note waits again, and the retry of the step reads it. */
export async function killWithNote(stack: TestStack, db: Db): Promise<void> {
	const { taskId } = await stack.newTask();
	stack.model.play(() => press);
	const said = await fetch(`${stack.healthy.url}/agent/run/${taskId}/answer`, {
		method: "POST",
		headers: { ...stack.user.headers, "content-type": "application/json", "idempotency-key": newKey() },
		body: JSON.stringify({ answer: "Only green tea" }),
	});
	expect(said.status).toBe(200);
	const status = async () => (await db.collection("messages").findOne({ taskId, "metadata.event": "note" }))?.["status"];
	const dying = await stack.start("step.in_transaction=kill");
	const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
	expect(await stack.post(dying, body, key)).toBe("gone");
	expect(await status()).toBe("pending");
	expect((await stack.retry(body, key)).body.data?.stepIndex).toBe(1);
	expect(await status()).toBe("success");
	expect(stack.model.requests.map((request) => JSON.stringify(request).includes("Only green tea"))).toEqual([true, true]);
	expect(await db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({ queuedNotes: [] });
	await expectInvariants(stack, db);
}

/** Stops a server during a step: the step is answered and stored, and the server ends well. */
export async function stopInStep(stack: TestStack, db: Db, failpoint: string): Promise<void> {
	const { taskId } = await stack.newTask();
	const slow = await stack.start(`${failpoint}=delay:2000`);
	const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
	const asked = stack.post(slow, body, key);
	// No signal shows how far a step is; well within two seconds it waits at its failpoint.
	await pause(700);
	expect(await slow.process.stop(25_000)).toEqual({ code: 0, signal: null });
	const reply = await asked;
	expect(reply === "gone" ? reply : [reply.status, reply.body.data?.stepIndex]).toEqual([200, 1]);
	const again = await stack.retry(body, key);
	expect([again.isReplay, again.bytes]).toEqual([true, reply === "gone" ? "" : reply.bytes]);
	await expectInvariants(stack, db);
}

/** Kills a server between making a task and its first step. */
export async function killAfterCreation(stack: TestStack, db: Db, query: string): Promise<void> {
	const dying = await stack.start("task.created=kill");
	const [body, key] = [{ query }, newKey()];
	expect(await stack.post(dying, body, key)).toBe("gone");
	const again = await stack.retry(body, key);
	expect([again.status, again.body.data?.stepIndex]).toEqual([200, 0]);
	expect(await db.collection("tasks").countDocuments({ query })).toBe(1);
	await expectInvariants(stack, db);
}

/** Kills a relay that claimed events: another one publishes them. */
export async function killRelay(stack: TestStack, db: Db): Promise<void> {
	const { sessionId } = await stack.newTask();
	const events = db.collection("events");
	const dying = await stack.start("relay.claimed=kill");
	// Frozen, so that the other relay cannot take the events first.
	stack.healthy.process.freeze();
	try {
		const left = { $set: { publishedAt: null, createdAt: new Date(Date.now() - 10_000) }, $unset: { claimedUntil: 1 } } as const;
		await events.updateMany({ sessionId }, left);
		await poll(() => !dying.process.isRunning());
		expect((await dying.process.ended).signal).toBe("SIGKILL");
	} finally {
		stack.healthy.process.thaw();
	}
	await poll(async () => (await events.countDocuments({ publishedAt: null })) === 0);
	await expectInvariants(stack, db);
}

/** Freezes a server before its write for longer than its lease: the other's step stands, and the frozen one is refused when it wakes. */
export async function freezeBeforeWrite(stack: TestStack, db: Db): Promise<void> {
	const { taskId } = await stack.newTask();
	const frozen = await stack.start("step.before_write=stop");
	const late = stack.post(frozen, { taskId, lastStepIndex: 0 }, newKey());
	const fence = async () => (await db.collection("tasks").findOne({ _id: taskId as never }))?.["lease"]?.fence as number;
	await poll(async () => (await fence()) === 2);
	const other = await stack.retry({ taskId, lastStepIndex: 0 }, newKey());
	expect(other.body.data?.stepIndex).toBe(1);
	frozen.process.thaw();
	const refused = await late;
	expect(refused === "gone" ? refused : [refused.status, refused.body.error?.code]).toEqual([409, "STALE_STEP"]);
	expect(await db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	await expectInvariants(stack, db);
}

/** Calls to the model that the healthy server counts as second ones for one step. */
async function duplicateCalls({ healthy }: TestStack): Promise<number> {
	const text = await (await fetch(`${healthy.url}/metrics`)).text();
	return Number(/webhand_model_duplicate_calls_total (\d+)/.exec(text)?.[1] ?? 0);
}

async function expectInvariants(stack: TestStack, db: Db): Promise<void> {
	expect(await brokenInvariants(db, stack.acknowledged)).toEqual([]);
}
