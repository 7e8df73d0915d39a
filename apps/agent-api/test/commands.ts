import { createLogger } from "@webhand/service-kit/logs";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { buildApp } from "../src/app.ts";
import { openDeps } from "../src/deps.ts";
import type { Agent, Answer } from "./agent.ts";
import { codeOf, newKey, shop } from "./agent.ts";
import { brokenInvariants } from "./invariants.ts";

/** Two servers on one database with one scripted decider: each may outdate what the other caches. */
export type Pair = { readonly agent: Agent; readonly apps: readonly FastifyInstance[]; readonly close: () => Promise<void> };

/** Opens a second server beside the one of a test. */
export async function pairOf(agent: Agent): Promise<Pair> {
	const log = createLogger({ service: "agent-api", level: "silent" });
	const deps = await openDeps(agent.config, new AbortController().signal, { decider: agent.decider, log });
	const app = await buildApp(deps);
	await app.ready();
	await deps.guard.refreshKeys();
	const close = async () => {
		await app.close();
		await deps.close();
	};
	return { agent, apps: [agent.app, app], close };
}

type Sent = { readonly key: string; readonly body: object; readonly bytes: string };

/** All that a client may expect: the steps it was answered with, and how the task stands. */
type Model = {
	taskId: string | undefined;
	/** The answered requests, one for each step. */
	readonly steps: Sent[];
	status: "none" | "live" | "asking" | "answered" | "cancelled" | "over";
};

type Real = Pair;
const says = ["click(7)", "click(6)", 'ask("Which one?")', 'finish("12 €")', "fail()", 'find("tea")'] as const;
type Say = (typeof says)[number];

/** Posts to one of the two servers. */
async function call({ agent, apps }: Real, at: number, request: { readonly url: string; readonly key?: string; readonly body?: object }) {
	const { url, key, body } = request;
	const reply = await (apps[at] ?? agent.app).inject({
		method: "POST",
		url,
		headers: { ...agent.user.headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
		...(body === undefined ? {} : { payload: body }),
	});
	return { status: reply.statusCode, body: reply.json(), bytes: reply.body, headers: reply.headers } satisfies Answer;
}

const interact = "/api/agent/interact";
/** Each page shows one button more, so that every click has its effect. */
const pageAfter = (steps: number) =>
	[shop.dom, ...Array.from({ length: steps }, (_, index) => `<button ${30 + index}>Found ${index}`)].join("\n");
const bodyFor = (model: Model) => ({
	url: shop.url,
	query: "Place the order",
	mode: "careful",
	dom: pageAfter(model.steps.length),
	...(model.taskId === undefined ? {} : { taskId: model.taskId, lastStepIndex: model.steps.length - 1 }),
});

type Command = fc.AsyncCommand<Model, Real>;

const command = (name: string, run: Command["run"], check: Command["check"] = () => true): Command => ({
	check,
	run,
	toString: () => name,
});
const hasTask: Command["check"] = ({ taskId }) => taskId !== undefined;
const hasEnded = ({ status }: Model) => status === "over" || status === "cancelled";

const takeStep = (at: number, say: Say) =>
	command(`step(${at}, ${say})`, async (model, real) => {
		const { decider } = real.agent;
		decider.script = () => say;
		const asked = decider.turns.length;
		const [key, body] = [newKey(), bodyFor(model)];
		const reply = await call(real, at, { url: interact, key, body });
		if (hasEnded(model)) return void expect([reply.status, codeOf(reply)]).toEqual([409, "TASK_COMPLETED"]);
		expect(reply.status, reply.bytes).toBe(200);
		if (model.status === "asking") return void expect(reply.bytes).toBe(model.steps.at(-1)?.bytes);
		const { taskId, stepIndex, status } = reply.body["data"] as { taskId: string; stepIndex: number; status: string };
		expect(stepIndex).toBe(model.steps.length);
		// The decider sees every step there was, whichever server took it.
		if (decider.turns.length > asked)
			expect(decider.turns.at(-1)?.history.map((past) => past.stepIndex)).toEqual([...model.steps.keys()].slice(-20));
		if (model.taskId !== undefined) expect(taskId).toBe(model.taskId);
		model.taskId = taskId;
		model.steps.push({ key, body, bytes: reply.bytes });
		model.status = status === "needs_user_input" ? "asking" : ["completed", "failed"].includes(status) ? "over" : "live";
	});

const retry = (at: number, which: number, isSame: boolean) =>
	command(
		`retry(${at}, ${which}, ${isSame ? "same" : "other"} body)`,
		async (model, real) => {
			const sent = model.steps[which % model.steps.length];
			if (sent === undefined) return;
			const before = real.agent.decider.turns.length;
			const body = isSame ? sent.body : { ...sent.body, dom: `${shop.dom}\n<button 99>Other` };
			const reply = await call(real, at, { url: interact, key: sent.key, body });
			if (isSame) expect([reply.bytes, reply.headers["idempotency-replayed"]]).toEqual([sent.bytes, "true"]);
			else expect([reply.status, codeOf(reply)]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
			expect(real.agent.decider.turns).toHaveLength(before);
		},
		({ steps }) => steps.length > 0,
	);

const reportStale = (at: number, off: number) =>
	command(
		`stale(${at}, ${off})`,
		async (model, real) => {
			const body = { ...bodyFor(model), lastStepIndex: model.steps.length - 1 + off };
			const reply = await call(real, at, { url: interact, key: newKey(), body });
			expect([reply.status, codeOf(reply)]).toEqual([409, hasEnded(model) ? "TASK_COMPLETED" : "STALE_STEP"]);
		},
		({ steps }) => steps.length > 1,
	);

const speak = (at: number, words: object) =>
	command(
		`speak(${at}, ${JSON.stringify(words)})`,
		async (model, real) => {
			const reply = await call(real, at, { url: `/agent/run/${model.taskId}/answer`, body: words });
			if (hasEnded(model)) return void expect([reply.status, codeOf(reply)]).toEqual([409, "RUN_ENDED"]);
			if (reply.status === 200) expect(reply.body).toHaveProperty("heard");
			else expect(reply.body).toHaveProperty("error.details.status");
			if (model.status === "asking") {
				expect(reply.status, reply.bytes).toBe(200);
				model.status = "answered";
				return;
			}
			const isNote = "answer" in words && !("approved" in words);
			expect([reply.status, codeOf(reply)]).toEqual(isNote ? [200, undefined] : [409, "NO_QUESTION"]);
		},
		hasTask,
	);

const cancel = (at: number) =>
	command(
		`cancel(${at})`,
		async (model, real) => {
			const reply = await call(real, at, { url: `/agent/run/${model.taskId}/cancel` });
			if (model.status === "over") return void expect([reply.status, codeOf(reply)]).toEqual([409, "RUN_ENDED"]);
			expect([reply.status, reply.body["status"]]).toEqual([200, "cancelled"]);
			model.status = "cancelled";
		},
		hasTask,
	);

const at = fc.integer({ min: 0, max: 1 });
const spoken = fc.constantFrom<object>({ approved: true }, { approved: false }, { answer: "the green one" }, { done: true });
const commands = fc.commands(
	[
		fc.tuple(at, fc.constantFrom(...says)).map((args) => takeStep(...args)),
		...Array.from({ length: 4 }, () =>
			fc.tuple(at, fc.constantFrom<Say>("click(7)", "click(6)", 'find("tea")')).map((args) => takeStep(...args)),
		),
		...Array.from({ length: 2 }, () => fc.tuple(at, spoken).map((args) => speak(...args))),
		fc.tuple(at, fc.nat(9), fc.boolean()).map((args) => retry(...args)),
		fc.tuple(at, fc.constantFrom(-1, 1)).map((args) => reportStale(...args)),
		fc.tuple(at, spoken).map((args) => speak(...args)),
		at.map((where) => cancel(where)),
	],
	{ maxCommands: 20, size: "max" },
);

/**
 * Plays random requests of one client against two servers, and checks each answer against a model of the client.
 *
 * @throws Error with the shortest failing sequence and its seed
 */
export async function playCommands(real: Pair, rules: { readonly numRuns: number; readonly seed: number }): Promise<void> {
	const property = fc.asyncProperty(commands, async (sequence) => {
		const model: Model = { taskId: undefined, steps: [], status: "none" };
		await fc.asyncModelRun(() => ({ model, real }), sequence);
	});
	await fc.assert(property, { ...rules, endOnFailure: false });
	expect(await brokenInvariants(real.agent.deps.base.mongo.db, [])).toEqual([]);
}
