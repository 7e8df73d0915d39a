import type { RunView, RunWait, StepView } from "../messages.ts";
import { text } from "../text/en.ts";

/** One line of the conversation, oldest first. */
export type Turn =
	| { readonly kind: "user"; readonly key: string; readonly text: string; readonly at: number }
	| { readonly kind: "step"; readonly key: string; readonly step: StepView; readonly at: number };

/** The conversation of a run: the sentence, then steps and notes in the order of time; a note comes before a step of the same moment. */
export function turnsOf(run: RunView): readonly Turn[] {
	const notes = run.notes.map((note, index): Turn => ({ kind: "user", key: `note-${index}`, text: note.text, at: note.at }));
	const steps = run.steps.map((step): Turn => ({ kind: "step", key: `step-${step.stepIndex}`, step, at: step.at }));
	const first: Turn = { kind: "user", key: "query", text: run.query, at: run.startedAt };
	return [first, ...[...notes, ...steps].sort((a, b) => a.at - b.at)];
}

/** How a step ended as far as anybody knows: the server's verdict, else what the page did at once; `checking` until the server has judged. */
export type StepMark = "worked" | "failed" | "unclear" | "checking" | "open";

/** The mark of a step; `open` until something is known. A terminal action (`finish`, `fail`, `ask`) has none to wait for. */
export function markOf(step: StepView): StepMark {
	if (step.verification)
		return step.verification.verdict === "success" ? "worked" : step.verification.verdict === "failure" ? "failed" : "unclear";
	if (step.result) return step.result.success ? "checking" : "failed";
	return "open";
}

/** The word in TaskHeader and its reason. `tone` names the status colour. */
export type Headline = {
	readonly word: string;
	readonly tone: "running" | "waiting" | "completed" | "failed" | "stopped";
	readonly reason: string;
};

/** What TaskHeader says of a run at `now` (ms since the epoch). */
export function headlineOf(run: RunView, now: number): Headline {
	switch (run.state) {
		case "completed":
			return { word: text.task.completed, tone: "completed", reason: "" };
		case "failed":
			return { word: text.task.failed, tone: "failed", reason: failureOf(run) };
		case "stopped":
			return { word: text.task.stopped, tone: "stopped", reason: run.failure?.message ?? "" };
		case "running":
			return run.wait
				? { word: run.wait.kind === "paused" ? text.task.running : text.task.waiting, tone: "waiting", reason: waitOf(run.wait, now) }
				: { word: text.task.running, tone: "running", reason: run.status ? text.status[run.status] : "" };
	}
}

/** The sentence for a failure: the category's own, then the server's message. */
export function failureOf(run: RunView): string {
	if (!run.failure) return "";
	const category = run.failure.category;
	const known = Object.hasOwn(text.failure, category) ? text.failure[category as keyof typeof text.failure] : "";
	return [known, run.failure.message].filter((part, index, parts) => part !== "" && parts.indexOf(part) === index).join(" ");
}

/** Why the run waits, in a sentence; `now` in ms since the epoch. */
export function waitOf(wait: RunWait, now: number): string {
	switch (wait.kind) {
		case "busy":
			return text.wait.busy(wait, secondsUntil(wait.until, now));
		case "site":
			return text.wait.site(wait);
		case "trusted":
			return text.wait.trusted(wait);
		case "offline":
			return text.wait.offline(wait);
		default:
			return text.wait[wait.kind]();
	}
}

/** Whole seconds until a moment, never below 0; both in ms since the epoch. */
export function secondsUntil(moment: number, now: number): number {
	return Math.max(0, Math.ceil((moment - now) / 1_000));
}

/** What the worker is doing for the person who waits, or "" when nothing is under way. */
export function activityOf(run: RunView): string {
	if (run.state !== "running" || run.wait) return "";
	switch (run.phase) {
		case "look":
			return text.chat.looking;
		case "post":
			return text.chat.thinkingNow;
		case "act":
			return text.chat.acting;
		case "settle":
			return text.chat.settling;
		case "ended":
			return "";
	}
}

/** An action in words a person reads at a glance: `Click "Add to cart"`. Values of sensitive fields never reach the panel. */
export function actionLabel(step: StepView): string {
	const verb = (Object.hasOwn(verbs, step.actionName) ? verbs[step.actionName] : undefined) ?? step.actionName;
	const name = step.target?.name ?? "";
	return name === "" ? verb : `${verb} “${name}”`;
}

const verbs: Readonly<Record<string, string>> = {
	click: "Click",
	setValue: "Fill in",
	select: "Choose in",
	press: "Press a key",
	hover: "Point at",
	drag: "Drag",
	scroll: "Scroll",
	navigate: "Go to page",
	back: "Go back",
	forward: "Go forward",
	reload: "Reload",
	wait: "Wait",
	openTab: "Open tab",
	switchTab: "Switch tab",
	closeTab: "Close tab",
	upload: "Upload to",
	find: "Search the page",
	expand: "Look closer at",
	options: "List choices of",
	ask: "Ask you",
	handoff: "Hand over to you",
	server: "Work on the server",
	finish: "Finish",
	fail: "Give up",
};

/** Time a run has taken, `m:ss`. Both in ms since the epoch. */
export function durationOf(run: RunView, now: number): string {
	const seconds = Math.max(0, Math.floor(((run.endedAt ?? now) - run.startedAt) / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
