import type { TestStack } from "../../miniwob/stage/test-stack.ts";
import { playInputs } from "../../routines/by-hand/play.ts";
import { allowSite, doTask, makeRoutine, memberApi } from "../../routines/rows/routine.ts";
import type { AppList } from "../applications/application.ts";
import type { Run } from "./played.ts";

const done: ReadonlySet<string> = new Set(["done", "done_unchecked"]);

/**
 * Does the first row of a list by an order, makes a routine of that task, and plays it for the other rows.
 *
 * @param url of the application, whose site is allowed for good: each row has a tab of its own
 */
export async function playAsRoutine(stack: TestStack, list: AppList, url: string): Promise<Run> {
	const [first, ...others] = list.rows;
	if (first === undefined) throw new Error("the list has no row");
	const started = Date.now();
	const start = url + list.start;
	const end = (ending: Run["ending"], said: string): Run => ({
		ending,
		said,
		steps: list.rows.length,
		ms: Date.now() - started,
		tokens: 0,
		dollars: 0,
	});
	await allowSite(stack, { start });
	const api = memberApi(stack);
	try {
		const taskId = await doTask(stack, { start, order: list.order(first) });
		const app = { key: list.fields[0] ?? "", shows: [] };
		const routine = await makeRoutine(api, taskId, { app, sample: first });
		const rows = await playInputs({ api, panel: stack.panel }, routine.id, others.map(routine.valuesOf));
		const open = rows.filter(({ state }) => !done.has(state));
		return end(open.length === 0 ? "done" : "stopped", open.map(({ state, reason }) => `${state}: ${reason ?? ""}`).join("; "));
	} catch (cause) {
		return end("stopped", cause instanceof Error ? cause.message : String(cause));
	}
}
