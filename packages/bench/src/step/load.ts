import { z } from "zod";
import type { Form } from "./form.ts";
import { fieldCount, pageText, queryOf, readFill } from "./form.ts";

/** What one load process is told. `tokens` holds one bearer token a task, since limits count per person. */
export const LoadOrder = z.object({ url: z.string(), size: z.number(), tokens: z.array(z.string()) });
export type LoadOrder = z.infer<typeof LoadOrder>;

/** Milliseconds of each step, in order, one list a task. */
export const LoadResult = z.array(z.array(z.number()));
export type LoadResult = z.infer<typeof LoadResult>;

const Reply = z.object({
	success: z.literal(true),
	data: z.object({ taskId: z.uuid(), stepIndex: z.number(), action: z.string(), thought: z.string() }),
});

/** Plays the extension for one whole task: posts the page, carries the action out in the form, posts again. Any other answer ends the run. */
async function playTask(order: LoadOrder, token: string): Promise<readonly number[]> {
	const form = new Map<number, string>();
	const times: number[] = [];
	let body = bodyOf(form, order.size, {});
	for (let step = 0; step <= fieldCount; step += 1) {
		const started = performance.now();
		const response = await fetch(`${order.url}/api/agent/interact`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		times.push(performance.now() - started);
		if (response.status !== 200) throw new Error(`step ${step}: ${response.status} ${text.slice(0, 400)}`);
		const { data } = Reply.parse(JSON.parse(text));
		if (data.stepIndex !== step) throw new Error(`step ${step} was answered as step ${data.stepIndex}`);
		const fill = readFill(data.action);
		if (step === fieldCount ? data.action !== "finish()" : fill === null || form.has(fill.field))
			throw new Error(`step ${step}: unexpected ${data.action}: ${data.thought}`);
		if (fill) form.set(fill.field, fill.value);
		body = bodyOf(form, order.size, {
			taskId: data.taskId,
			lastStepIndex: step,
			lastActionStatus: "success",
			lastActionResult: { success: true, actualState: { value: fill?.value ?? "" } },
			domChanges: { addedCount: 0, removedCount: 0, dropdownDetected: false, stabilizationTime: 250, urlChanged: false },
			clientObservations: { didNetworkOccur: false, didDomMutate: true, didUrlChange: false },
		});
	}
	return times;
}

function bodyOf(form: Form, size: number, report: object): object {
	return { url: "https://bench.example/form", query: queryOf(), dom: pageText(form, size), mode: "autonomous", ...report };
}

if (process.argv[1] === import.meta.filename) {
	const order = LoadOrder.parse(JSON.parse(process.env["LOAD_ORDER"] ?? "{}"));
	const results: (readonly number[])[] = [];
	for (const token of order.tokens) results.push(await playTask(order, token));
	process.stdout.write(`${JSON.stringify(results)}\n`);
}
