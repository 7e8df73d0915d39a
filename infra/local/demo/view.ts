import type { Page } from "playwright-core";
import { z } from "zod";

/** What the demo reads of the panel's state; the extension's `panel-state.ts` has all of it. */
const DemoRun = z.object({
	state: z.enum(["running", "completed", "failed", "stopped"]),
	wait: z.object({ kind: z.string(), message: z.string().optional() }).nullable(),
	steps: z.array(
		z.object({
			stepIndex: z.number(),
			thought: z.string(),
			action: z.string(),
			target: z.object({ name: z.string(), role: z.string() }).optional(),
			result: z.object({ success: z.boolean(), message: z.string().optional() }).optional(),
			verification: z.object({ verdict: z.enum(["success", "failure", "unclear"]), observations: z.array(z.string()) }).optional(),
		}),
	),
	question: z.object({ text: z.string() }).nullable(),
	answer: z.string().nullable(),
	failure: z.object({ message: z.string() }).nullable(),
});
export type DemoRun = z.infer<typeof DemoRun>;
type DemoStep = DemoRun["steps"][number];

const Reply = z.object({ ok: z.literal(true), data: z.object({ run: DemoRun.nullable() }) });

/** The task of a tab as the panel sees it; null before it has begun. */
export async function readRun(panel: Page, tabId: number): Promise<DemoRun | null> {
	const raw = await panel.evaluate(async (shown) => {
		const { runtime } = (globalThis as unknown as { chrome: { runtime: { sendMessage: (message: object) => Promise<unknown> } } }).chrome;
		return await runtime.sendMessage({ v: 1, id: crypto.randomUUID(), type: "state_get", tabId: shown });
	}, tabId);
	return Reply.parse(raw).data.run;
}

const marks = { success: "✓", failure: "✗", unclear: "?" } as const;

/** One line of the terminal: step, thought, action, element, and the first observation of its verification. */
export function lineOf(step: DemoStep): string {
	const { verification, result, target } = step;
	const on = target === undefined || target.name === "" ? "" : ` on ${target.role} "${target.name}"`;
	const fact = verification?.observations[0] ?? result?.message ?? "";
	const proof = verification === undefined ? "" : ` · ${marks[verification.verdict]}${fact === "" ? "" : ` ${fact}`}`;
	return `  step ${step.stepIndex + 1} · ${step.thought} · ${step.action}${on}${proof}`;
}
