import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { followSession } from "@webhand/client/live/follow";
import { InteractReply } from "@webhand/contracts/agent/interact";
import { findProgram } from "@webhand/testing/binaries";
import { makeDataFolder, removeDataFolder } from "@webhand/testing/data-folder";
import { startModelServer } from "@webhand/testing/model-server/server";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import type { SignedIn } from "@webhand/testing/tokens";
import { MongoClient } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import type { Agent, Answer } from "../test/agent.ts";
import { shop } from "../test/agent.ts";
import { isRetryable, playTasks } from "../test/clients.ts";
import { brokenInvariants } from "../test/invariants.ts";
import { nodePusher } from "../test/realtime/clients.ts";
import { begin, formSite, play, rowsOf, runOf, store, take } from "../test/routines/routines.ts";

const checkout = join(import.meta.dirname, "..", "..", "..");

/** What ready.json says, as far as it is used here. */
type Ready = {
	readonly url: string;
	readonly member: { readonly email: string; readonly password: string };
	readonly mongoUrl: string;
	readonly pids: Readonly<Record<string, number>>;
};

/** Starts the stack of this checkout with two of each service, as `npm start` does. */
async function startStack(data: string): Promise<() => Ready> {
	const model = await startModelServer({
		script: () => ({ kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" }),
	});
	onTestFinished(model.close);
	const args = ["--no-demo", "--no-browser", "--port", "0", "--data", data, "--replicas", "2"];
	const stack = await startProcess({
		name: "stack",
		command: process.execPath,
		args: ["--conditions=@webhand/source", "infra/local/main.ts", "start", ...args],
		cwd: checkout,
		env: {
			HOME: process.env["HOME"] ?? data,
			MONGOD_BIN: findProgram("mongod"),
			REDIS_SERVER_BIN: findProgram("redis-server"),
			// Far above what the clients here ask for.
			STEPS_PER_MINUTE: "100000",
			TENANT_STEPS_PER_MINUTE: "100000",
			MAX_STEPS: "60",
			MODEL_PROVIDER: "openai-compatible",
			MODEL_NAME: "scripted",
			MODEL_RULES_FIRST: "false",
			MODEL_BASE_URL: model.url,
		},
	});
	onTestFinished(() => stack.stop(30_000).then(() => undefined));
	const path = join(data, "ready.json");
	await poll(() => existsSync(path) || (!stack.isRunning() && Promise.reject(new Error(stack.output()))), { limitMs: 120_000 });
	return () => JSON.parse(readFileSync(path, "utf8"));
}

const steps = 50;
const query = "Show more, in the chat that is followed";

async function signIn({ url, member }: Ready): Promise<SignedIn & { readonly token: string }> {
	const headers = { "content-type": "application/json" };
	const reply = await fetch(new URL("/api/v1/auth/login", url), { method: "POST", headers, body: JSON.stringify(member) });
	const { accessToken } = (await reply.json()) as { readonly accessToken: string };
	return { token: accessToken, headers: { authorization: `Bearer ${accessToken}` } } as unknown as SignedIn & { readonly token: string };
}

/** Calls through the gateway, each under one key until there is an answer that is no “later”. */
function caller({ url }: Ready, user: SignedIn, statuses: Set<number>): Agent {
	const call = async (method: string, path: string, { body }: { readonly body?: unknown } = {}): Promise<Answer> => {
		const key = randomUUID();
		for (;;) {
			const headers = { ...user.headers, ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": key }) };
			const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }), signal: AbortSignal.timeout(8_000) };
			const reply = await fetch(new URL(path, url), init).catch(() => null);
			if (reply !== null) {
				statuses.add(reply.status);
				const bytes = await reply.text();
				const isLater = !reply.ok && isRetryable({ status: reply.status, bytes, retryAfter: Number(reply.headers.get("retry-after")) });
				if (!isLater) return { status: reply.status, bytes, body: JSON.parse(bytes), headers: {} } as unknown as Answer;
			}
			await pause(100);
		}
	};
	const step = async (body: object) => {
		const { status, bytes } = await call("POST", "/api/agent/interact", { body: { ...shop, query, ...body } });
		if (status !== 200) throw new Error(`${status} ${bytes}`);
		return InteractReply.parse(JSON.parse(bytes)).data;
	};
	return { call, step } as unknown as Agent;
}

test("both servers of a stack are restarted in turn behind the gateway while tasks, a chat that is followed and a run go on: nothing is lost", async () => {
	const data = makeDataFolder("webhand-rolling-");
	onTestFinished(() => removeDataFolder(data));
	const readyNow = await startStack(data);
	const ready = readyNow();
	const user = await signIn(ready);
	const statuses = new Set<number>();
	const agent = caller(ready, user, statuses);

	const chat = await agent.step({ ...shop, query });
	const seqs: number[] = [];
	const states = new Set<string>();
	const follower = followSession({
		api: { baseUrl: ready.url, token: () => user.token },
		sessionId: chat.sessionId,
		cursor: 0,
		Pusher: nodePusher,
		onEvents: (events) => seqs.push(...events.map(({ seq }) => seq)),
		onReset: () => seqs.push(-1),
		onState: (state) => states.add(state),
		onEnd: () => seqs.push(-2),
	});
	onTestFinished(() => follower.close());
	await expect.poll(() => [...states], { timeout: 20_000 }).toContain("connected");

	let isOver = false;
	const onReply = (status: number) => void statuses.add(status);
	const tasks = playTasks({ servers: () => [ready], user, tasks: 3, steps, onReply });
	const routine = await store(agent);
	const numbers = Array.from({ length: 20 }, (_, index) => ({ number: `${index}`, amount: "1" }));
	const run = await begin(agent, routine.id, numbers);
	const saved: string[] = [];
	const rows = (async () => {
		for (let row = await take(agent, run.id); row !== null; row = await take(agent, run.id)) {
			const site = formSite();
			await play(agent, run.id, row, site);
			saved.push(...site.saved);
		}
	})();
	const talk = (async () => {
		for (let step = 1; step < steps && !isOver; step += 1) {
			const more = Array.from({ length: step }, (_, index) => `<button ${20 + index}>Found ${"abcdefghij".at(index % 10)} ${index}`);
			const body = { ...shop, query, dom: [shop.dom, ...more].join("\n"), taskId: chat.taskId, lastStepIndex: step - 1 };
			await agent.step(body as never);
			await pause(300);
		}
	})();
	const all = Promise.all([tasks, rows]).finally(() => {
		isOver = true;
	});
	for (const work of [all, talk]) work.catch(() => undefined);

	const listening = (name: string) => readFileSync(join(data, "logs", `${name}.log`), "utf8").split("listening at").length;
	let restarts = 0;
	while (!isOver || restarts < 4) {
		const name = restarts % 2 === 0 ? "agent-api" : "agent-api-2";
		const before = listening(name);
		process.kill(readyNow().pids[name] ?? 0, "SIGTERM");
		await expect.poll(() => listening(name), { timeout: 60_000 }).toBeGreaterThan(before);
		restarts += 1;
		// The supervisor takes four ends within a minute for a fault.
		await pause(8_000);
	}
	const [acknowledged] = await all;
	await talk;

	expect(acknowledged).toHaveLength(3 * steps);
	const client = await new MongoClient(ready.mongoUrl).connect();
	onTestFinished(() => client.close());
	expect(await brokenInvariants(client.db("webhand_agent"), acknowledged)).toEqual([]);
	expect((await rowsOf(agent, run.id)).map(({ state }) => state)).toEqual(numbers.map(() => "done"));
	expect(saved.toSorted()).toEqual(numbers.map(({ number }) => number).toSorted());
	expect((await runOf(agent, run.id)).state).toBe("done");
	const session = await client
		.db("webhand_agent")
		.collection<{ readonly _id: string; readonly lastEventSeq: number }>("sessions")
		.findOne({ _id: chat.sessionId });
	const lastEventSeq = session?.lastEventSeq ?? 0;
	await expect.poll(() => seqs.length, { timeout: 20_000 }).toBe(lastEventSeq);
	expect(seqs).toEqual(Array.from({ length: lastEventSeq }, (_, index) => index + 1));
	expect(lastEventSeq).toBeGreaterThan(10);
	expect([...statuses].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
});
