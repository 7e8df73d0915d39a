import { parseAction } from "@webhand/contracts/action/parse";
import type { Plan, PlanStep } from "@webhand/contracts/agent/task";
import { tierOf } from "@webhand/contracts/tools/server-tools";
import { actionLabel } from "../../kit/words/action-label.ts";
import type { PartView, RunView, RunWait, StepView } from "../../panel-state.ts";
import { chatText } from "../chat/words.ts";
import { failureText, outcomeText, statusText, taskText, waitText } from "../task/words.ts";
import { translated } from "./worker-words.ts";

/** How a sentence of the user fares: on its way, not sent, taken by the task, or after its end. Absent: nothing to say. */
export type Delivery = "sending" | "failed" | "heard" | "late";

/** A line of the conversation. `steps`: those of an ended task, folded. `end`: the card of an ended task above a newer one. */
export type Turn =
	| { readonly kind: "user"; readonly key: string; readonly text: string; readonly at: number; readonly delivery?: Delivery }
	| { readonly kind: "step"; readonly key: string; readonly step: StepView; readonly at: number }
	| { readonly kind: "steps"; readonly key: string; readonly steps: readonly StepView[]; readonly at: number }
	| { readonly kind: "system"; readonly key: string; readonly text: string; readonly at: number }
	| { readonly kind: "end"; readonly key: string; readonly run: RunView; readonly at: number };

/** The conversation of a run: the task, then steps and notes by time; a note precedes a step of the same moment. */
export function turnsOf(run: RunView): readonly Turn[] {
	const notes = run.notes.map((note, index): Turn => ({ kind: "user", key: `${run.runKey}-note-${index}`, text: note.text, at: note.at }));
	const steps = run.steps.map((step): Turn => ({ kind: "step", key: `${run.runKey}-step-${step.stepIndex}`, step, at: step.at }));
	const first: Turn = { kind: "user", key: `${run.runKey}-query`, text: run.query, at: run.startedAt };
	return asRail([first, ...[...notes, ...steps].sort((a, b) => a.at - b.at)], run);
}

/**
 * The turns of one task with its steps as a quiet rail: each fact once, and folded once the task has ended.
 *
 * @param run the task; null where its end is not known
 * @throws never
 */
export function asRail(turns: readonly Turn[], run: RunView | null): readonly Turn[] {
	const warned = new Set<string>();
	const shown = turns.flatMap((turn): readonly Turn[] => {
		if (turn.kind !== "step") return [turn];
		const { step } = turn;
		const warnings = step.warnings.filter((warning) => !warned.has(warning));
		for (const warning of warnings) warned.add(warning);
		if (run !== null && isTold({ ...step, warnings }, run)) return [];
		return [warnings.length === step.warnings.length ? turn : { ...turn, step: { ...step, warnings } }];
	});
	if (run === null || run.state === "running") return shown;
	const folded: Turn[] = [];
	for (const turn of shown) {
		const before = folded.at(-1);
		if (turn.kind !== "step") folded.push(turn);
		else if (before?.kind === "steps") folded.splice(-1, 1, { ...before, steps: [...before.steps, turn.step] });
		else folded.push({ kind: "steps", key: `${turn.key}-on`, steps: [turn.step], at: turn.at });
	}
	return folded;
}

/** The conversation of a tab: ended tasks, oldest first, each with its card, then the newest task. */
export function conversationOf(run: RunView | null, earlier: readonly RunView[]): readonly Turn[] {
	const before = earlier.flatMap((task, index): readonly Turn[] => {
		const at = task.endedAt ?? task.startedAt;
		const isOtherChat = (earlier[index + 1] ?? run)?.sessionId !== task.sessionId;
		const divider: Turn = { kind: "system", key: `${task.runKey}-divider`, text: chatText.otherChat, at };
		return [...turnsOf(task), { kind: "end", key: `${task.runKey}-end`, run: task, at }, ...(isOtherChat ? [divider] : [])];
	});
	return [...before, ...(run === null ? [] : turnsOf(run))];
}

/** True for a last step that says no more than the card of the ended task. */
function isTold({ actionName, thought, warnings }: StepView, { answer, failure }: Pick<RunView, "answer" | "failure">): boolean {
	if ((actionName !== "fail" && actionName !== "finish") || warnings.length > 0) return false;
	const told = ["", ...[answer, failure?.message].map((said) => asSentence((said ?? "").trim()))];
	return told.includes(asSentence(thought.trim()));
}

/** The server's verdict, else the page's immediate result; `checking` until the verdict. */
export type StepMark = "worked" | "failed" | "unclear" | "checking" | "unchecked" | "open";

/**
 * The mark of a step; `open` until something is known. Terminal actions get no verdict.
 *
 * @param isRunning false while the task waits and once it ended: nothing happens, and no verdict follows
 */
export function markOf(step: StepView, isRunning: boolean): StepMark {
	if (step.verification)
		return step.verification.verdict === "success" ? "worked" : step.verification.verdict === "failure" ? "failed" : "unclear";
	if (step.result) return step.result.success ? (isRunning ? "checking" : "unchecked") : "failed";
	return isRunning ? "open" : "unchecked";
}

/** The state in TaskHeader and its reason; `tone` names the status colour. */
export type Headline = {
	readonly word: string;
	readonly tone: "running" | "waiting" | "completed" | "failed" | "stopped";
	readonly reason: string;
};

/** `now` in ms since the epoch. */
export function headlineOf(run: RunView, now: number): Headline {
	switch (run.state) {
		case "completed":
			return { word: taskText.completed, tone: "completed", reason: "" };
		case "failed":
			// The card of the end tells why.
			return { word: taskText.failed, tone: "failed", reason: "" };
		case "stopped":
			return { word: taskText.stopped, tone: "stopped", reason: "" };
		case "running":
			return run.wait
				? { word: run.wait.kind === "paused" ? taskText.paused : taskText.waiting, tone: "waiting", reason: waitOf(run.wait, now) }
				: { word: taskText.running, tone: "running", reason: run.status ? statusText[run.status] : "" };
	}
}

/** Why a task failed: the sentence of the server, else that of the category. */
export function failureOf({ failure }: Pick<RunView, "failure">): string {
	if (!failure) return "";
	const { category } = failure;
	const known = Object.hasOwn(failureText, category) ? failureText[category as keyof typeof failureText] : "";
	return asSentence(translated(failure.message)).replace(/^The (?:person|user) said no\b/, "You said no") || known;
}

/** True for an order that only a language model understands. */
export const needsModel = ({ failure }: Pick<RunView, "failure">): boolean => failure?.category === "not_understood";

/** Adds a missing full stop. */
function asSentence(message: string): string {
	return message === "" || /[.!?…]["”]?$/.test(message) ? message : `${message}.`;
}

/** True when the user has to learn that this site has no knowledge; once per conversation. */
export function isNoticeDue(run: RunView, earlier: readonly RunView[]): boolean {
	return run.hasOrgKnowledge === false && !earlier.some((task) => task.sessionId === run.sessionId && task.hasOrgKnowledge === false);
}

/** Missing information that the question does not name itself. */
export function missingOf({ question, missingInformation }: Pick<RunView, "question" | "missingInformation">): readonly string[] {
	return missingInformation.filter((item) => question === null || !question.text.startsWith(item));
}

/** Why the run waits; `now` in ms since the epoch. */
export function waitOf(wait: RunWait, now: number): string {
	switch (wait.kind) {
		case "busy":
			return waitText.busy(asSentence(translated(wait.message)), secondsUntil(wait.until, now));
		case "site":
			return waitText.site(wait);
		case "trusted":
			return waitText.trusted(wait);
		case "page_dialog":
			return waitText.page_dialog(wait);
		case "offline":
			return asSentence(translated(wait.message));
		default:
			return waitText[wait.kind]();
	}
}

/** Never below 0; both in ms since the epoch. */
export function secondsUntil(moment: number, now: number): number {
	return Math.max(0, Math.ceil((moment - now) / 1_000));
}

/** A model is called slow from so many seconds on. */
const slowFrom = 40;

/** What the worker does now, with the seconds of a longer thought; "" for nothing. `now` in ms since the epoch. */
export function activityOf(run: RunView, now: number): string {
	if (run.state !== "running" || run.wait) return "";
	switch (run.phase) {
		case "look":
			return chatText.looking;
		case "post": {
			const seconds = run.postedAt === null ? 0 : Math.floor((now - run.postedAt) / 1_000);
			const what =
				run.status === "correcting" ? chatText.correctingNow : run.status === "planning" ? chatText.planningNow : chatText.thinkingNow;
			if (seconds < 3) return what;
			return seconds < slowFrom ? chatText.thinkingFor(what, seconds) : chatText.slowFor(what, seconds);
		}
		case "act":
			return chatText.acting;
		case "settle":
			return chatText.settling;
		case "ended":
			return "";
	}
}

/** True while the server decides the next step, also for a browser that only watches. */
export function isDeciding({ state, phase, wait }: RunView): boolean {
	return state === "running" && phase === "post" && (wait === null || wait.kind === "elsewhere");
}

const acting: ReadonlySet<string> = new Set(["click", "setValue", "select", "press", "drag", "upload"]);

type Part = Pick<StepView, "action" | "actionName" | "target">;

/** Actions carried out on the page, each part of a batch counted, in their order. */
export function changedBy(run: RunView): readonly Part[] {
	return run.steps.flatMap(carriedOut).filter(({ actionName }) => acting.has(actionName));
}

/** Number of actions carried out on the page. */
export function changesOf(run: RunView): number {
	return changedBy(run).length;
}

/** Calls carried out on the server host that may have changed something; what a tool of an MCP server does is not known. */
export function serverChangesOf(run: RunView): readonly Part[] {
	return run.steps.flatMap(carriedOut).filter(({ action }) => {
		const parsed = parseAction(action);
		return parsed.ok && parsed.action.name === "server" && tierOf(parsed.action.tool.replace("_", ".")) !== "read";
	});
}

/** The one line of an ended task: what was changed where, and what it cost. */
export function factsOf(run: RunView): readonly string[] {
	const [onPage, onServer] = [changesOf(run), serverChangesOf(run).length];
	const changes = [
		...(onPage > 0 || onServer === 0 ? [taskText.changed(onPage)] : []),
		...(onServer > 0 ? [taskText.changedOnServer(onServer)] : []),
	];
	const { cost } = run;
	return [...changes, ...(cost === null ? [] : cost.taskTokens === 0 ? [taskText.noTokens] : costsOf({ ...cost, tokenBudget: undefined }))];
}

/** The parts of a step that were carried out. A second part follows only a first that was done. */
function carriedOut(step: StepView): readonly Part[] {
	const begun = (step.more ?? []).filter(({ result }) => result !== undefined);
	const isFirstDone = begun.length > 0 || step.result?.success === true || step.verification?.verdict === "success";
	return [...(isFirstDone ? [step] : []), ...begun.filter(({ result }) => result?.success === true)];
}

const longChoice = 40;

/**
 * Button labels of a question. Long choices lose the words that all of them begin or end with.
 *
 * @returns a label for each choice; the choices themselves where one would lose all its words
 */
export function choiceLabels(choices: readonly string[]): readonly string[] {
	if (choices.length < 2 || choices.every(({ length }) => length <= longChoice)) return choices;
	const rows = choices.map((choice) => choice.split(/\s+/).filter((word) => word !== ""));
	const first = sharedLength(rows);
	const last = sharedLength(rows.map((words) => words.slice(first).toReversed()));
	if (first + last === 0 || rows.some((words) => words.length <= first + last)) return choices;
	return rows.map((words) => `${first > 0 ? "… " : ""}${words.slice(first, words.length - last).join(" ")}${last > 0 ? " …" : ""}`);
}

/** Number of words that all rows begin with. */
function sharedLength(rows: readonly (readonly string[])[]): number {
	const [first = []] = rows;
	const differing = first.findIndex((word, index) => rows.some((words) => words[index] !== word));
	return differing === -1 ? first.length : differing;
}

/** The outcome of a part; "" while the step runs or when the part was done. */
export function partWord(part: PartView, step: Pick<StepView, "state">): string {
	if (part.result?.success === false) return chatText.failed;
	return part.result === undefined && step.state === "done" ? chatText.notDone : "";
}

/** Why a step was chosen, without the evidence that only names its control. */
export function evidenceOf({ reasoning, target }: Pick<StepView, "reasoning" | "target">): readonly string[] {
	const isTarget = (said: string) => target !== undefined && /^[\w-]+ “/.test(said) && said.endsWith(`“${target.name}”`);
	return (reasoning?.evidence ?? []).filter((said) => !isTarget(said));
}

/** The run's duration, `m:ss`; both in ms since the epoch. */
export function durationOf(run: RunView, now: number): string {
	const seconds = Math.max(0, Math.floor(((run.endedAt ?? now) - run.startedAt) / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The folded plan: `3 of 6 · Choose 1.5 l`; `done` counts completed steps. */
export function planLineOf({ steps }: Plan, state: RunView["state"]): { readonly line: string; readonly done: number } {
	const done = steps.filter(({ status }) => status === "completed").length;
	const shown = steps.find(({ status }) => status === "active") ?? steps.find(({ status }) => status === "failed" || status === "pending");
	if (shown === undefined) return { line: taskText.planDone(steps.length), done };
	if (state !== "running") return { line: taskText.planEnded(done, steps.length), done };
	return { line: taskText.planAt(shown.index + 1, steps.length, shown.description), done };
}

/** What a plan step is to come to, in words; "" for what says nothing. @throws never */
export function outcomeWords(outcome: PlanStep["expectedOutcome"]): string {
	const { kind, text: said } = outcome ?? {};
	const known = typeof kind === "string" && Object.hasOwn(outcomeText, kind) ? outcomeText[kind as keyof typeof outcomeText] : undefined;
	return known?.(typeof said === "string" ? said : "") ?? "";
}

/** Step, tokens and cost of the task; an unknown figure is left out. */
export function figuresOf({ stepIndex, maxSteps, cost, state, steps: views }: RunView): readonly string[] {
	if (stepIndex === null) return [taskText.noStep];
	const steps = state === "running" ? taskText.stepOf(stepIndex + 1, maxSteps) : taskText.steps(stepIndex + 1);
	if (cost === null) return [steps];
	if (cost.taskTokens === 0) return [steps, taskText.noTokens];
	const ruled = views.filter(({ decidedBy }) => decidedBy === "rules").length;
	return [steps, ...(ruled === 0 ? [] : [taskText.byRules(ruled)]), ...costsOf(cost)];
}

function costsOf({ taskTokens, tokenBudget, taskUsd }: NonNullable<RunView["cost"]>): readonly string[] {
	return [taskText.tokens(taskTokens, tokenBudget), ...(taskUsd === undefined ? [] : [`$${taskUsd.toFixed(taskUsd < 0.1 ? 4 : 2)}`])];
}

/** What the model has cost the task so far, for as long as it thinks on; "" for nothing. */
export function costSoFar(run: RunView): string {
	return run.cost === null || run.cost.taskTokens === 0 || !isDeciding(run) ? "" : chatText.costSoFar(costsOf(run.cost).join(" · "));
}

/** What a screen reader hears of the newest turn; the card of an ended task speaks for itself. */
export function announcementOf(turns: readonly Turn[]): string {
	const newest = turns.at(-1);
	if (newest === undefined || newest.kind === "end" || newest.kind === "steps") return "";
	return newest.kind === "step" ? `${chatText.step(newest.step.stepIndex)}: ${actionLabel(newest.step)}` : newest.text;
}
