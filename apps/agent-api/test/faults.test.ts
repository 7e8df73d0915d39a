import { join } from "node:path";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { test as base, newKey, settings, shop } from "./agent.ts";
import type { Acknowledged } from "./invariants.ts";
import { brokenInvariants } from "./invariants.ts";

const leaseMs = 1_000;
// Processes start in each of these tests, and the machine may be busy with others.
const patience = { timeout: 60_000 } as const;

type Running = { readonly url: string; readonly process: TestProcess };
type Reply = {
	readonly status: number;
	readonly bytes: string;
	readonly body: { readonly data?: { readonly taskId: string; readonly stepIndex: number }; readonly error?: { readonly code: string } };
	readonly isReplay: boolean;
};

/** Two servers on one database: a healthy one for all tests, and one per test that dies where it is told. A model is scripted for both. */
type House = {
	readonly model: ModelServer;
	readonly healthy: Running;
	readonly user: SignedIn;
	readonly start: (failpoints: string) => Promise<Running>;
	readonly post: (at: Running, body: object, key: string) => Promise<Reply | "gone">;
	/** Asks the healthy server again until the dead one's lease is over. */
	readonly retry: (body: object, key: string) => Promise<Reply>;
};

const test = base.extend("house", { scope: "file" }, async ({ mongo, redis }, { onCleanup }): Promise<House> => {
	const identity = await startIdentity();
	const model = await startModelServer({
		script: () => ({ kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" }),
	});
	const user = await identity.signIn(redis.client);
	const started: TestProcess[] = [];
	onCleanup(async () => {
		await Promise.all(started.map((child) => child.kill()));
		await Promise.all([model.close(), identity.close()]);
	});
	const start = async (failpoints: string): Promise<Running> => {
		const port = await freePort();
		const env = settings(
			{ mongo: mongo.uri, redis: redis.url, auth: identity.url },
			{
				PORT: String(port),
				LEASE_MS: String(leaseMs),
				FAILPOINTS: failpoints,
				DRAIN_SECONDS: "0",
				MODEL_PROVIDER: "openai-compatible",
				MODEL_NAME: "scripted",
				MODEL_BASE_URL: model.url,
			},
		);
		const child = await startProcess({
			name: "agent-api",
			command: process.execPath,
			args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
			env,
		});
		started.push(child);
		await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 40_000 });
		return { url: `http://127.0.0.1:${port}`, process: child };
	};
	const post: House["post"] = async (at, body, key) => {
		const response = await fetch(`${at.url}/api/agent/interact`, {
			method: "POST",
			headers: { ...user.headers, "content-type": "application/json", "idempotency-key": key },
			body: JSON.stringify({ url: shop.url, query: "Show more", dom: shop.dom, ...body }),
			signal: AbortSignal.timeout(30_000),
		}).catch(() => null);
		if (response === null) return "gone";
		const bytes = await response.text();
		return { status: response.status, bytes, body: JSON.parse(bytes), isReplay: response.headers.get("idempotency-replayed") === "true" };
	};
	const healthy = await start("");
	const retry: House["retry"] = (body, key) =>
		poll(
			async () => {
				const reply = await post(healthy, body, key);
				return reply !== "gone" && reply.body.error?.code !== "TASK_BUSY" && reply;
			},
			{ limitMs: 20_000, everyMs: 100 },
		);
	return { model, healthy, user, start, post, retry };
});

const acknowledged: Acknowledged[] = [];
const note = (reply: Reply): Reply => {
	if (reply.body.data !== undefined) acknowledged.push({ ...reply.body.data, bytes: reply.bytes });
	return reply;
};

describe("a server that is killed in the middle of a step", patience, () => {
	test.for([
		["before the task is leased", "step.parsed", 1, "runs"],
		["with the lease in its hands", "step.leased", 1, "runs"],
		["before the model is asked", "step.before_model", 1, "runs"],
		["between the model's answer and the write", "step.after_model", 2, "runs"],
		["before the write", "step.before_write", 2, "runs"],
		["between two writes of one step", "step.in_transaction", 2, "runs"],
		["after the write", "step.after_commit", 1, "replays"],
		["after other devices were told", "step.after_publish", 1, "replays"],
	] as const)("%s: the same request again ends in one step", async ([_name, failpoint, calls, ending], { house, mongo }) => {
		const first = await house.retry({}, newKey());
		const { taskId = "" } = note(first).body.data ?? {};
		house.model.play(() => ({ kind: "text", text: "<Thought>I press it again</Thought><Action>click(7)</Action>" }));
		const dying = await house.start(`${failpoint}=kill`);
		const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
		expect(await house.post(dying, body, key)).toBe("gone");
		expect((await dying.process.ended).signal).toBe("SIGKILL");
		const visible = await mongo.db.collection("task_actions").countDocuments({ taskId });
		expect(visible).toBe(ending === "replays" ? 2 : 1);

		const again = note(await house.retry(body, key));
		expect([again.status, again.body.data?.stepIndex, again.isReplay]).toEqual([200, 1, ending === "replays"]);
		expect((await house.retry(body, key)).bytes).toBe(again.bytes);
		expect(house.model.requests).toHaveLength(calls);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
		expect(await brokenInvariants(mongo.db, acknowledged)).toEqual([]);
	});

	test("between making the task and its first step: the same request finds it by its key", async ({ house, mongo }) => {
		const dying = await house.start("task.created=kill");
		const [body, key] = [{ query: "A task that is made once" }, newKey()];
		expect(await house.post(dying, body, key)).toBe("gone");
		const again = note(await house.retry(body, key));
		expect([again.status, again.body.data?.stepIndex]).toEqual([200, 0]);
		expect(await mongo.db.collection("tasks").countDocuments({ query: body.query })).toBe(1);
		expect(await brokenInvariants(mongo.db, acknowledged)).toEqual([]);
	});
});

test(
	"a server that is killed while the model thinks leaves no half step, and the model is asked twice at most",
	patience,
	async ({ house, mongo }) => {
		const { taskId = "" } = note(await house.retry({}, newKey())).body.data ?? {};
		const thinking = "<Thought>I press it</Thought><Action>click(7)</Action>";
		house.model.play((_request, index) => (index === 0 ? { kind: "hang" } : { kind: "text", text: thinking }));
		const dying = await house.start("");
		const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
		const asked = house.post(dying, body, key);
		await poll(() => house.model.requests.length === 1, { limitMs: 20_000 });
		await dying.process.kill();
		expect(await asked).toBe("gone");
		const again = note(await house.retry(body, key));
		expect([again.status, again.body.data?.stepIndex, house.model.requests.length]).toEqual([200, 1, 2]);
		expect(await brokenInvariants(mongo.db, acknowledged)).toEqual([]);
		house.model.play(() => ({ kind: "text", text: thinking }));
	},
);

test("a second call to the model for one step is counted", patience, async ({ house }) => {
	const { taskId = "" } = note(await house.retry({}, newKey())).body.data ?? {};
	const counted = async () => {
		const text = await (await fetch(`${house.healthy.url}/metrics`)).text();
		return Number(/webhand_model_duplicate_calls_total (\d+)/.exec(text)?.[1] ?? 0);
	};
	const before = await counted();
	const dying = await house.start("step.after_model=kill");
	const [body, key] = [{ taskId, lastStepIndex: 0 }, newKey()];
	await house.post(dying, body, key);
	note(await house.retry(body, key));
	expect(await counted()).toBe(before + 1);
});

test("a writer that froze before its write is refused when it wakes, and the other's step stands", patience, async ({ house, mongo }) => {
	const { taskId = "" } = note(await house.retry({}, newKey())).body.data ?? {};
	const frozen = await house.start("step.before_write=stop");
	const late = house.post(frozen, { taskId, lastStepIndex: 0 }, newKey());
	await poll(async () => (await mongo.db.collection("tasks").findOne({ _id: taskId as never }))?.["lease"]?.fence === 2, {
		limitMs: 20_000,
	});
	const other = note(await house.retry({ taskId, lastStepIndex: 0 }, newKey()));
	expect(other.body.data?.stepIndex).toBe(1);
	frozen.process.thaw();
	const refused = await late;
	expect(refused === "gone" ? refused : [refused.status, refused.body.error?.code]).toEqual([409, "STALE_STEP"]);
	expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	expect(await brokenInvariants(mongo.db, acknowledged)).toEqual([]);
});
