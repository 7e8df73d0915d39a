import { poll } from "@webhand/testing/poll";
import type { Page } from "playwright-core";
import { z } from "zod";

/** What the benchmark reads of a task; the extension's `panel-state.ts` has all of it. */
const Run = z.object({
	taskId: z.string().nullable(),
	startedAt: z.number(),
	state: z.enum(["running", "completed", "failed", "stopped"]),
	wait: z.object({ kind: z.string(), domain: z.string().optional() }).nullable(),
	steps: z.array(
		z.object({
			stepIndex: z.number(),
			thought: z.string(),
			action: z.string(),
			result: z.object({ success: z.boolean(), code: z.string().optional() }).optional(),
			verification: z.object({ verdict: z.string(), observations: z.array(z.string()) }).optional(),
		}),
	),
	question: z.object({ text: z.string() }).nullable(),
	answer: z.string().nullable(),
	failure: z.object({ message: z.string() }).nullable(),
});
/** One task as the extension shows it. */
export type Run = z.infer<typeof Run>;

const State = z.object({ auth: z.object({ kind: z.string() }), run: Run.nullable() });
const Reply = z.discriminatedUnion("ok", [
	z.object({ ok: z.literal(true), data: z.unknown() }),
	z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** The panel of one tab, spoken to by the messages that its buttons send. */
export type Panel = { readonly page: Page; readonly tabId: number };

/** Sends what a click in the panel sends. @throws Error when the worker refuses */
async function tell({ page }: Panel, command: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<unknown> {
	const raw = await page.evaluate(async (message) => {
		const { runtime } = (globalThis as unknown as { chrome: { runtime: { sendMessage: (message: object) => Promise<unknown> } } }).chrome;
		return await runtime.sendMessage({ v: 1, id: crypto.randomUUID(), ...message });
	}, command);
	const reply = Reply.parse(raw);
	if (!reply.ok) throw new Error(`${command.type}: ${reply.error.code} ${reply.error.message}`);
	return reply.data;
}

/** Signs in and switches to autonomous, once for all episodes. */
export async function signIn(
	panel: Panel,
	person: { readonly url: string; readonly email: string; readonly password: string },
): Promise<void> {
	await tell(panel, { type: "sign_in", serverUrl: person.url, email: person.email, password: person.password });
	await poll(async () => (await stateOf(panel)).auth.kind === "signed_in", { limitMs: 15_000 });
	await tell(panel, { type: "mode_set", mode: "autonomous" });
}

/** Starts a task in the tab. */
export async function startRun(panel: Panel, sentence: string): Promise<void> {
	await tell(panel, { type: "run_start", tabId: panel.tabId, query: sentence });
}

/** The task of the tab as it stands; a site that waits for its permission gets it. */
export async function readRun(panel: Panel): Promise<Run | null> {
	const { run } = await stateOf(panel);
	if (run?.wait?.kind === "site" && run.wait.domain !== undefined)
		await tell(panel, { type: "site_grant", domain: run.wait.domain, scope: "task" });
	return run;
}

/** Ends the task of the tab, if one is running. */
export async function stopRun(panel: Panel): Promise<void> {
	const { run } = await stateOf(panel);
	if (run?.state !== "running") return;
	// It may have ended by itself since the last look.
	await tell(panel, { type: "run_stop", tabId: panel.tabId }).catch(() => undefined);
	await poll(async () => (await stateOf(panel)).run?.state !== "running", { limitMs: 10_000 });
}

async function stateOf(panel: Panel): Promise<z.infer<typeof State>> {
	return State.parse(await tell(panel, { type: "state_get", tabId: panel.tabId }));
}
