import { createLogger } from "@webhand/service-kit/logs";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { buildApp } from "../src/app.ts";
import { openDeps } from "../src/deps.ts";
import type { Agent, Answer } from "./agent.ts";
import { newKey, shop } from "./agent.ts";

/** Two servers on one database with one scripted decider: whatever one of them remembers, the other may have made untrue. */
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
const codeOf = ({ body }: Answer) => (body["error"] as { code: string } | undefined)?.code;
/** Each look at the page shows one button more, so that what was clicked had its effect. */
const pageAfter = (steps: number) =>
	[shop.dom, ...Array.from({ length: steps }, (_, index) => `<button ${30 + index}>Found ${index}`)].join("\n");
const bodyFor = (model: Model) => ({
	url: shop.url,
	query: "Place the order",
	mode: "careful",
	dom: pageAfter(model.steps.length),
	...(model.taskId === undefined ? {} : { taskId: model.taskId, lastStepIndex: model.steps.length - 1 }),
});

class Step implements fc.AsyncCommand<Model, Real> {
	readonly at: number;
	readonly say: Say;
	constructor(at: number, say: Say) {
		this.at = at;
		this.say = say;
	}
	check = () => true;
	async run(model: Model, real: Real) {
		const { decider } = real.agent;
		decider.script = () => this.say;
		const asked = decider.turns.length;
		const [key, body] = [newKey(), bodyFor(model)];
		const reply = await call(real, this.at, { url: interact, key, body });
		if (model.status === "over" || model.status === "cancelled") {
			expect([reply.status, codeOf(reply)]).toEqual([409, "TASK_COMPLETED"]);
			return;
		}
		expect(reply.status, reply.bytes).toBe(200);
		const { taskId, stepIndex, status } = reply.body["data"] as { taskId: string; stepIndex: number; status: string };
		if (model.status === "asking") {
			expect(reply.bytes).toBe(model.steps.at(-1)?.bytes);
			return;
		}
		expect(stepIndex).toBe(model.steps.length);
		// Whoever decides sees every step there was, whichever server took it.
		if (decider.turns.length > asked)
			expect(decider.turns.at(-1)?.history.map((past) => past.stepIndex)).toEqual([...model.steps.keys()].slice(-20));
		if (model.taskId !== undefined) expect(taskId).toBe(model.taskId);
		model.taskId = taskId;
		model.steps.push({ key, body, bytes: reply.bytes });
		model.status = status === "needs_user_input" ? "asking" : ["completed", "failed"].includes(status) ? "over" : "live";
	}
	toString = () => `step(${this.at}, ${this.say})`;
}

class Retry implements fc.AsyncCommand<Model, Real> {
	readonly at: number;
	readonly which: number;
	readonly isSame: boolean;
	constructor(at: number, which: number, isSame: boolean) {
		this.at = at;
		this.which = which;
		this.isSame = isSame;
	}
	check = (model: Readonly<Model>) => model.steps.length > 0;
	async run(model: Model, real: Real) {
		const sent = model.steps[this.which % model.steps.length];
		if (sent === undefined) return;
		const before = real.agent.decider.turns.length;
		const body = this.isSame ? sent.body : { ...sent.body, dom: `${shop.dom}\n<button 99>Other` };
		const reply = await call(real, this.at, { url: interact, key: sent.key, body });
		if (this.isSame) expect([reply.bytes, reply.headers["idempotency-replayed"]]).toEqual([sent.bytes, "true"]);
		else expect([reply.status, codeOf(reply)]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
		expect(real.agent.decider.turns).toHaveLength(before);
	}
	toString = () => `retry(${this.at}, ${this.which}, ${this.isSame ? "same" : "other"} body)`;
}

class Stale implements fc.AsyncCommand<Model, Real> {
	readonly at: number;
	readonly off: number;
	constructor(at: number, off: number) {
		this.at = at;
		this.off = off;
	}
	check = (model: Readonly<Model>) => model.steps.length > 1;
	async run(model: Model, real: Real) {
		const body = { ...bodyFor(model), lastStepIndex: model.steps.length - 1 + this.off };
		const reply = await call(real, this.at, { url: interact, key: newKey(), body });
		const isOver = model.status === "over" || model.status === "cancelled";
		expect([reply.status, codeOf(reply)]).toEqual([409, isOver ? "TASK_COMPLETED" : "STALE_STEP"]);
	}
	toString = () => `stale(${this.at}, ${this.off})`;
}

class Speak implements fc.AsyncCommand<Model, Real> {
	readonly at: number;
	readonly words: object;
	constructor(at: number, words: object) {
		this.at = at;
		this.words = words;
	}
	check = (model: Readonly<Model>) => model.taskId !== undefined;
	async run(model: Model, real: Real) {
		const reply = await call(real, this.at, { url: `/agent/run/${model.taskId}/answer`, body: this.words });
		if (model.status === "over" || model.status === "cancelled") {
			expect([reply.status, codeOf(reply)]).toEqual([409, "RUN_ENDED"]);
		} else if (model.status === "asking") {
			expect(reply.status, reply.bytes).toBe(200);
			model.status = "answered";
		} else {
			const isNote = "answer" in this.words && !("approved" in this.words);
			expect([reply.status, codeOf(reply)]).toEqual(isNote ? [200, undefined] : [409, "NO_QUESTION"]);
		}
	}
	toString = () => `say(${this.at}, ${JSON.stringify(this.words)})`;
}

class Cancel implements fc.AsyncCommand<Model, Real> {
	readonly at: number;
	constructor(at: number) {
		this.at = at;
	}
	check = (model: Readonly<Model>) => model.taskId !== undefined;
	async run(model: Model, real: Real) {
		const reply = await call(real, this.at, { url: `/agent/run/${model.taskId}/cancel` });
		if (model.status === "over") expect([reply.status, codeOf(reply)]).toEqual([409, "RUN_ENDED"]);
		else {
			expect([reply.status, reply.body["status"]]).toEqual([200, "cancelled"]);
			model.status = "cancelled";
		}
	}
	toString = () => `cancel(${this.at})`;
}

const at = fc.integer({ min: 0, max: 1 });
const spoken = fc.constantFrom<object>({ approved: true }, { approved: false }, { answer: "the green one" }, { done: true });
const commands = fc.commands(
	[
		fc.tuple(at, fc.constantFrom(...says)).map(([where, say]) => new Step(where, say)),
		...Array.from({ length: 4 }, () =>
			fc.tuple(at, fc.constantFrom<Say>("click(7)", "click(6)", 'find("tea")')).map(([where, say]) => new Step(where, say)),
		),
		...Array.from({ length: 2 }, () => fc.tuple(at, spoken).map(([where, words]) => new Speak(where, words))),
		fc.tuple(at, fc.nat(9), fc.boolean()).map(([where, which, isSame]) => new Retry(where, which, isSame)),
		fc.tuple(at, fc.constantFrom(-1, 1)).map(([where, off]) => new Stale(where, off)),
		fc.tuple(at, spoken).map(([where, words]) => new Speak(where, words)),
		at.map((where) => new Cancel(where)),
	],
	{ maxCommands: 20, size: "max" },
);

/**
 * Plays random requests of one client against two servers, and holds each answer against what the client may expect.
 *
 * @throws Error with the shortest story that breaks a promise, and its seed
 */
export async function playCommands(real: Pair, rules: { readonly numRuns: number; readonly seed: number }): Promise<void> {
	const property = fc.asyncProperty(commands, async (story) => {
		const model: Model = { taskId: undefined, steps: [], status: "none" };
		await fc.asyncModelRun(() => ({ model, real }), story);
	});
	await fc.assert(property, { ...rules, endOnFailure: false });
}
