import { poll } from "@webhand/testing/poll";
import type { Page } from "playwright-core";
import { z } from "zod";

/** The part of a run that the benchmark reads; `panel-state.ts` of the extension has all of it. */
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
/** A run as the extension shows it. */
export type Run = z.infer<typeof Run>;

const State = z.object({ auth: z.object({ kind: z.string() }), run: Run.nullable() });
const Reply = z.discriminatedUnion("ok", [
	z.object({ ok: z.literal(true), data: z.unknown() }),
	z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** The panel of one tab, driven by the messages that its buttons send. */
export type Panel = { readonly page: Page; readonly tabId: number };

/** Sends the message of a click in the panel. @throws Error if the worker refuses it */
export async function tell({ page }: Panel, command: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<unknown> {
	const raw = await page.evaluate(async (message) => {
		const { runtime } = (globalThis as unknown as { chrome: { runtime: { sendMessage: (message: object) => Promise<unknown> } } }).chrome;
		return await runtime.sendMessage({ v: 1, id: crypto.randomUUID(), ...message });
	}, command);
	const reply = Reply.parse(raw);
	if (!reply.ok) throw new Error(`${command.type}: ${reply.error.code} ${reply.error.message}`);
	return reply.data;
}

/** Signs in and switches to autonomous mode. */
export async function signIn(
	panel: Panel,
	user: { readonly url: string; readonly email: string; readonly password: string },
): Promise<void> {
	await tell(panel, { type: "sign_in", serverUrl: user.url, email: user.email, password: user.password });
	await poll(async () => (await stateOf(panel)).auth.kind === "signed_in", { limitMs: 15_000 });
	await tell(panel, { type: "mode_set", mode: "autonomous" });
}

/** Starts a task in the tab. */
export async function startRun(panel: Panel, sentence: string): Promise<void> {
	await tell(panel, { type: "run_start", tabId: panel.tabId, query: sentence });
}

/** The run of the tab. Grants a site permission if the run waits for one. */
export async function readRun(panel: Panel): Promise<Run | null> {
	const { run } = await stateOf(panel);
	if (run?.wait?.kind === "site" && run.wait.domain !== undefined)
		await tell(panel, { type: "site_grant", domain: run.wait.domain, scope: "task" });
	return run;
}

/** Stops the run of the tab, if there is one. */
export async function stopRun(panel: Panel): Promise<void> {
	const { run } = await stateOf(panel);
	if (run?.state !== "running") return;
	// The run may have ended by itself.
	await tell(panel, { type: "run_stop", tabId: panel.tabId }).catch(() => undefined);
	await poll(async () => (await stateOf(panel)).run?.state !== "running", { limitMs: 10_000 });
}

async function stateOf(panel: Panel): Promise<z.infer<typeof State>> {
	return State.parse(await tell(panel, { type: "state_get", tabId: panel.tabId }));
}
