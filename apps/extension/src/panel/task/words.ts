import type { FailureCategory, OrchestratorStatus } from "@webhand/contracts/agent/task";
import { inLanguage } from "../../kit/words/language.ts";
import type { RunWait } from "../../panel-state.ts";
import * as german from "./words.de.ts";

/** A task, its plan and its end. */
export const taskText = inLanguage(german.taskText, {
	running: "RUNNING",
	completed: "COMPLETED",
	failed: "FAILED",
	stopped: "STOPPED",
	waiting: "WAITING",
	paused: "PAUSED",
	stop: "Stop",
	pause: "Pause",
	resume: "Resume",
	takeOver: "Take over",
	leave: "Leave",
	tryNow: "Try now",
	again: "Start again",
	repeat: "Run again",
	edit: "Edit",
	editHint: "Edit the instruction and start it again",
	plan: "Plan",
	planning: "Planning…",
	planStep: { pending: "to do", active: "now", completed: "done", failed: "failed" },
	planLeft: "not finished",
	onServer: { SERVER: "runs on the server host", MIXED: "partly runs on the server host" },
	why: "Why",
	outcome: (what: string) => `Expected: ${what}`,
	header: "Task",
	statusLabel: (word: string) => `Task status: ${word.toLowerCase()}`,
	remote: "This browser does not carry it out. You can stop it here.",
	unfoldPlan: "Show all steps of the plan",
	foldPlan: "Fold the plan",
	planAt: (step: number, count: number, what: string) => `${step} of ${count} · ${what}`,
	planSaid: (line: string) => `Plan: ${line}`,
	planDone: (count: number) => (count === 1 ? "1 of 1 done" : `All ${count} done`),
	planEnded: (done: number, count: number) => `${done} of ${count} done`,
	steps: (count: number) => (count === 1 ? "1 step" : `${count} steps`),
	changedList: "What was changed",
	details: "Details",
	whatWorks: "What I can do",
	setUpModel: "Set up a model",
	worksTitle: "These need no language model",
	works: [
		'Click "Save changes"',
		'Enter "Ada" into the name field',
		"Select France as country",
		'Search for "blue kettle"',
		"Open the first result",
		"Read the total",
		"Add the lamp and the chair to the cart",
		'Click "Load more" until you see "The end"',
		"Go to the next page",
	],
	end: "How it ended",
	moreChanges: (count: number) => (count === 1 ? "and 1 more" : `and ${count} more`),
	nothingToUndo: "Nothing to undo.",
	notUndoable: "Webhand cannot undo this; the site may.",
	export: "Export",
	exportMarkdown: "As Markdown",
	exportJson: "As JSON",
	stepOf: (step: number, most: number) => `step ${step} of ${most}`,
	tokens: (used: number, most?: number) => (most === undefined ? `${short(used)} tokens` : `${short(used)} of ${short(most)} tokens`),
	noTokens: "no model used",
	byRules: (count: number) => (count === 1 ? "1 by rules" : `${count} by rules`),
	noStep: "no step yet",
	doneTitle: "Done",
	failedTitle: "Not done",
	stoppedTitle: "Stopped",
	answer: "Answer",
	changed: (count: number) =>
		count === 0 ? "Nothing done to the page" : count === 1 ? "1 action on the page" : `${count} actions on the page`,
	changedOnServer: (count: number) => (count === 1 ? "1 call on the server host" : `${count} calls on the server host`),
	followUp: "Ask for more below; the page stays as it is.",
	copy: "Copy",
	copyAnswer: "Copy answer",
	saveRoutine: "Save as routine",
	repeats: (n: number) => `You did this ${n} times in 30 days.`,
	noRoutine: "Not for this one",
	saveRoutineHint: "Repeat this with other values, or over a list, without a model",
	copyLink: "Copy link",
	copyLinkHint: "Members of your organization who have the link can read this task",
	stopSharing: "Stop sharing",
	otherTasks: "Other tasks",
	needsYou: "needs you",
	goTo: "Go to tab",
	showChat: "Show its chat",
	unmarked: "This page removes Webhand’s badge. Webhand still works there; stop it here.",
});

/** A client that uses the tab. */
export const clientText = inLanguage(german.clientText, {
	acting: "A connected client is working",
	usesTab: (name: string) => `${name} is using this tab for you. You approve what is risky.`,
});

/** Why a task ended without success. */
export const failureText = inLanguage(german.failureText, {
	loop: "The same step was repeated without effect.",
	low_efficiency: "The steps did not get closer to the goal.",
	max_steps: "All 50 steps are used.",
	budget: "The budget of this task is used up.",
	refused: "You did not allow a step that is needed.",
	stuck: "No way that works was found.",
	incomplete: "A part of the task could not be verified.",
	not_understood: "This needs a language model.",
	not_on_page: "It is not on this page.",
	impossible: "This page does not offer what you asked for.",
	model_output_invalid: "The model’s answer could not be used.",
	by_model: "The model gave up.",
} as const satisfies Record<FailureCategory, string>);

/** What a step of a plan expects. */
export const outcomeText = inLanguage(german.outcomeText, {
	any_change: () => "the page changes",
	value_is: () => "the field holds the value",
	answer: () => "an answer for you",
	result: () => "a result of the server host",
	url_contains: (said: string) => `the address contains “${said}”`,
	text_appears: (said: string) => `“${said}” appears`,
	text_gone: (said: string) => `“${said}” disappears`,
	told: (said: string) => said,
});

/** What a task does. */
export const statusText = inLanguage(german.statusText, {
	planning: "Making a plan.",
	executing: "Working.",
	verifying: "Checking the last step.",
	correcting: "Trying another way.",
	completed: "Done.",
	failed: "Not done.",
	needs_user_input: "Webhand needs you.",
} as const satisfies Record<OrchestratorStatus, string>);

/** What a person should know of a step. */
export const warningText = inLanguage(german.warningText, {
	KNOWLEDGE_UNAVAILABLE: "Your organization’s knowledge was not reachable.",
	PAGE_TRUNCATED: "The page was too long and was shortened.",
	RISKY_ALLOWED: "Done without asking because the mode is autonomous.",
	TAINTED: "The page contains text that tries to give orders. It is ignored.",
	LAST_STEP: "This is the last step.",
	BUDGET_75: "Three quarters of the budget are used.",
});

/** What a task waits for. */
export const waitText = inLanguage(german.waitText, {
	user: () => "Webhand needs you.",
	site: (wait: Extract<RunWait, { kind: "site" }>) => `Waiting for your permission on ${wait.domain}.`,
	trusted: (wait: Extract<RunWait, { kind: "trusted" }>) => `Real keyboard and mouse input is needed on ${wait.domain}.`,
	busy: (why: string, seconds: number) => `${why} Next try in ${seconds} s.`,
	signed_out: () => "Signed out: the task waits until you sign in.",
	elsewhere: () => "This task runs in another window.",
	page_dialog: ({ asks }: Extract<RunWait, { kind: "page_dialog" }>) =>
		asks === undefined ? "The page is asking you something. Answer it there." : "The page is asking you something.",
	paused: () => "Nothing is done until you resume.",
});

function short(count: number): string {
	return count < 1_000 ? String(count) : `${(count / 1_000).toFixed(count < 10_000 ? 1 : 0)}k`;
}
