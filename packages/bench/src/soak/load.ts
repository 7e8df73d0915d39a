import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readFill } from "../step/form.ts";
import { bodyOf, reportOf, StepReply } from "../step/load.ts";

/**
 * The order of one soak process: for `minutes`, one person a token does one task after the other, each a form of `fields` fields on a page of
 * `size` characters. Between two steps each person waits `thinkMs`, from the least to the most: the model and the page take that long.
 */
export const SoakOrder = z.object({
	urls: z.array(z.string()).min(1),
	size: z.number(),
	fields: z.number(),
	tokens: z.array(z.string()),
	minutes: z.number(),
	thinkMs: z.tuple([z.number(), z.number()]),
});
export type SoakOrder = z.infer<typeof SoakOrder>;

/** Steps that were answered, with the digest of the reply and the milliseconds from the first try; and what could not be done. */
export const SoakResult = z.object({
	steps: z.array(z.object({ taskId: z.string(), stepIndex: z.number(), digest: z.string(), ms: z.number() })),
	retries: z.number(),
	errors: z.array(z.string()),
});
export type SoakResult = z.infer<typeof SoakResult>;

/** The digest by which a reply is compared with the stored one. */
export const digestOf = (bytes: string): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 16);

/** How long a person's extension tries one step before the step counts as an error: longer than a lease that a dead server left. */
const patienceMs = 60_000;

/** Statuses that ask the extension to come again; a refusal of another kind is an error. */
const isAskedAgain = (status: number, text: string): boolean =>
	status === 503 || status === 429 || (status === 409 && text.includes('"TASK_BUSY"'));

/** Plays all persons of an order until its time is over; each ends with the step that it is in. */
async function soak(order: SoakOrder): Promise<SoakResult> {
	const result: SoakResult = { steps: [], retries: 0, errors: [] };
	const until = Date.now() + order.minutes * 60_000;
	const think = () => pause(order.thinkMs[0] + Math.random() * (order.thinkMs[1] - order.thinkMs[0]));
	let turn = 0;

	const post = async (token: string, body: object): Promise<string> => {
		const key = crypto.randomUUID();
		const started = Date.now();
		for (;;) {
			// A balancer sends each request to the next replica.
			turn += 1;
			const url = order.urls[turn % order.urls.length];
			const reply = await fetch(`${url}/api/agent/interact`, {
				method: "POST",
				headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
				body: JSON.stringify(body),
			})
				.then(async (response) => ({ status: response.status, wait: response.headers.get("retry-after"), text: await response.text() }))
				.catch((cause: unknown) => ({ status: 0, wait: null, text: String(cause) }));
			if (reply.status === 200) return reply.text;
			const isOver = Date.now() - started > patienceMs;
			if (isOver || !(reply.status === 0 || isAskedAgain(reply.status, reply.text)))
				throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`);
			result.retries += 1;
			await pause(Math.max(Number(reply.wait ?? 0) * 1_000, 250) * (1 + Math.random() / 2));
		}
	};

	const playTask = async (token: string): Promise<void> => {
		const form = new Map<number, string>();
		let report: object = {};
		for (let step = 0; step <= order.fields && Date.now() < until; step += 1) {
			const started = performance.now();
			const text = await post(token, bodyOf(form, order, report));
			const ms = performance.now() - started;
			const { data } = StepReply.parse(JSON.parse(text));
			const fill = readFill(data.action);
			const isExpected =
				data.stepIndex === step && (step === order.fields ? data.action === "finish()" : fill !== null && !form.has(fill.field));
			if (!isExpected) throw new Error(`step ${step} was answered as step ${data.stepIndex} with ${data.action}`);
			result.steps.push({ taskId: data.taskId, stepIndex: step, digest: digestOf(text), ms });
			if (fill !== null) form.set(fill.field, fill.value);
			report = reportOf(data.taskId, step, fill?.value ?? "");
			await think();
		}
	};

	const live = async (token: string): Promise<void> => {
		// Persons do not begin in the same second.
		await pause(Math.random() * order.thinkMs[1]);
		while (Date.now() < until) {
			await playTask(token).catch(async (cause: unknown) => {
				result.errors.push(String(cause));
				await think();
			});
		}
	};
	await Promise.all(order.tokens.map(live));
	return result;
}

if (process.argv[1] === import.meta.filename) {
	const result = await soak(SoakOrder.parse(JSON.parse(process.env["LOAD_ORDER"] ?? "{}")));
	process.stdout.write(`${JSON.stringify(result)}\n`);
}
