import { MongoClient } from "mongodb";
import { z } from "zod";
import type { Form, Shape } from "./form.ts";
import { pageText, queryOf, readFill } from "./form.ts";

/**
 * The order of one load process. `tokens` has one bearer token a task, because limits count by user; tasks run one after another or in
 * parallel.
 * Before the steps in `marks` it records the bytes that the MongoDB at `watch` has sent.
 */
export const LoadOrder = z.object({
	url: z.string(),
	size: z.number(),
	fields: z.number(),
	tokens: z.array(z.string()),
	isParallel: z.boolean().default(false),
	watch: z.string().optional(),
	marks: z.array(z.number()).default([]),
});
export type LoadOrder = z.input<typeof LoadOrder>;

/** Milliseconds of each step, one list a task, and the bytes sent at each mark. */
export const LoadResult = z.object({ times: z.array(z.array(z.number())), bytesSent: z.array(z.number()) });
export type LoadResult = z.infer<typeof LoadResult>;

/** What agent-api answers to a step of the form. */
export const StepReply = z.object({
	success: z.literal(true),
	data: z.object({ taskId: z.uuid(), stepIndex: z.number(), action: z.string(), thought: z.string() }),
});

/** Plays the extension for one task: posts the page, executes the action, posts again. Any unexpected answer ends the run. */
async function playTask(order: z.output<typeof LoadOrder>, token: string, before: (step: number) => Promise<void>): Promise<number[]> {
	const form = new Map<number, string>();
	const times: number[] = [];
	let body = bodyOf(form, order, {});
	for (let step = 0; step <= order.fields; step += 1) {
		await before(step);
		const started = performance.now();
		const response = await fetch(`${order.url}/api/agent/interact`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		times.push(performance.now() - started);
		if (response.status !== 200) throw new Error(`step ${step}: ${response.status} ${text.slice(0, 400)}`);
		const { data } = StepReply.parse(JSON.parse(text));
		if (data.stepIndex !== step) throw new Error(`step ${step} was answered as step ${data.stepIndex}`);
		const fill = readFill(data.action);
		if (step === order.fields ? data.action !== "finish()" : fill === null || form.has(fill.field))
			throw new Error(`step ${step}: unexpected ${data.action}: ${data.thought}`);
		if (fill) form.set(fill.field, fill.value);
		body = bodyOf(form, order, reportOf(data.taskId, step, fill?.value ?? ""));
	}
	return times;
}

/** What the extension reports of a fill that worked. */
export function reportOf(taskId: string, step: number, value: string): object {
	return {
		taskId,
		lastStepIndex: step,
		lastActionStatus: "success",
		lastActionResult: { success: true, actualState: { value } },
		domChanges: { addedCount: 0, removedCount: 0, dropdownDetected: false, stabilizationTime: 250, urlChanged: false },
		clientObservations: { didNetworkOccur: false, didDomMutate: true, didUrlChange: false },
	};
}

/** The request of a step: the page as it is, and what became of the step before. */
export function bodyOf(form: Form, shape: Shape, report: object): object {
	return {
		url: "https://bench.example/form",
		query: queryOf(shape.fields),
		dom: pageText(form, shape),
		mode: "autonomous",
		...report,
	};
}

async function play(order: z.output<typeof LoadOrder>): Promise<LoadResult> {
	const watched = order.watch === undefined ? null : await new MongoClient(order.watch).connect();
	const bytesSent: number[] = [];
	const before = async (step: number) => {
		if (watched === null || !order.marks.includes(step)) return;
		const { network } = z.object({ network: z.object({ bytesOut: z.coerce.number() }) }).parse(await watched.db().admin().serverStatus());
		bytesSent.push(network.bytesOut);
	};
	try {
		const times: number[][] = [];
		if (order.isParallel) times.push(...(await Promise.all(order.tokens.map((token) => playTask(order, token, before)))));
		else for (const token of order.tokens) times.push(await playTask(order, token, before));
		return { times, bytesSent };
	} finally {
		await watched?.close();
	}
}

if (process.argv[1] === import.meta.filename) {
	const result = await play(LoadOrder.parse(JSON.parse(process.env["LOAD_ORDER"] ?? "{}")));
	process.stdout.write(`${JSON.stringify(result)}\n`);
}
