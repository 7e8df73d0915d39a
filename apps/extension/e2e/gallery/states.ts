import { QuestionId, RoutineId, RoutineRunId, SessionId } from "@webhand/contracts/ids";
import { BrowserCallId } from "@webhand/contracts/mcp-server/calls";
import { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { PanelView } from "../../src/panel/panel-props.ts";
import { emptyModel } from "../../src/panel/state/model.ts";
import { turnsOf } from "../../src/panel/state/select.ts";
import type { RunView, ViewState } from "../../src/panel-state.ts";
import { accountStates } from "./account-states.ts";
import { chatStates, history } from "./chat-states.ts";
import { recordStates } from "./record-states.ts";
import { serverApprovals } from "./sample-approvals.ts";
import { at, doneThrough, last, run, signedIn, steps, worked } from "./sample-run.ts";

const otherSession = SessionId.parse("59adf5f0-cddb-42dd-a20d-658ac57278fe");
const notUnderstood = "I can do “open the settings”, but not “make it look nicer” without a language model.";
const unanswerable = "I can’t answer questions like this without a language model. Nothing was changed.";
const admin: ViewState["auth"] = { ...signedIn.auth, ...(signedIn.auth.kind === "signed_in" ? { roles: ["member", "admin"] } : {}) };
const unanswered: RunView = {
	...run,
	query: "Who is the owner of ticket 3",
	state: "failed",
	phase: "ended",
	status: "failed",
	plan: null,
	notes: [],
	steps: [last("fail", unanswerable)],
	failure: { category: "not_understood", message: unanswerable },
	endedAt: at + 1_000,
	stepIndex: 0,
	cost: { taskTokens: 0, tokenBudget: 400_000 },
};

const questionId = QuestionId.parse(`que_${"c".repeat(22)}`);
const soon = "2026-03-02T10:02:30Z";

function panel(state: ViewState | null, part: Partial<PanelView> = {}): PanelView {
	return { ...emptyModel, link: "connected", state, transport: "connected", history: { ...history, isOpen: false }, ...part };
}

const withRun = (part: Partial<RunView>, model: Partial<PanelView> = {}): PanelView =>
	panel({ ...signedIn, run: { ...run, ...part } }, model);

/** A log of so many lines. */
const withLog = (count: number): PanelView =>
	withRun(
		{},
		{
			isLogOpen: true,
			log: Array.from({ length: count }, (_, index) => ({ at: at + index, source: "page" as const, text: `Line ${index + 1} of the log` })),
		},
	);

const approval: Partial<RunView> = {
	wait: { kind: "user" },
	status: "needs_user_input",
	question: {
		id: questionId,
		kind: "approval",
		text: "May I click “Pay now” on localhost? Its label speaks of paying or buying; the form holds card, bank or one-time code data.",
		expiresAt: soon,
		approval: {
			class: "commit_protected",
			reasons: ["pay_word", "card_in_form"],
			site: "localhost",
			formTarget: "http://localhost:8788/checkout/pay",
			method: "post",
			label: "Pay now",
			fields: ["Full name: Ada Lovelace", "Street: 5 Harbour Lane", "Delivery: Express", "This is a gift: no", "Card number: •••"],
			moreFields: 3,
			amount: "49.90 €",
			newTab: false,
			download: false,
		},
	},
};

/** A question of a row, which a mandate could answer from now on. */
const approvalOfRow: Partial<RunView> = {
	...approval,
	question: {
		id: questionId,
		kind: "approval",
		text: "May I click “Save” on shop.example? It submits a form.",
		expiresAt: soon,
		approval: {
			class: "commit",
			reasons: ["submits"],
			site: "shop.example",
			method: "post",
			label: "Save",
			fields: ["Customer: Harbour Tea Ltd", "Amount (€): 20.00"],
			newTab: false,
			download: false,
			recorded: {
				routineId: RoutineId.parse(`rtn_${"a".repeat(22)}`),
				runId: RoutineRunId.parse(`rrn_${"a".repeat(22)}`),
				version: 2,
				step: "s3",
				rows: 12,
				amount: { value: 20, currency: "EUR" },
			},
		},
	},
};

/** A question about the server; the gallery reads its approval by the name. */
const serverQuestion = (name: keyof typeof serverApprovals): Partial<RunView> => {
	const { id, toolName, effect, workspace } = serverApprovals[name];
	const facts = {
		class: "commit",
		reasons: ["server_change"],
		site: workspace.name,
		label: effect,
		newTab: false,
		download: false,
	} as const;
	return {
		wait: { kind: "user" },
		status: "needs_user_input",
		question: {
			id: questionId,
			kind: "approval",
			expiresAt: soon,
			text: `May I do this on the server in the workspace “${workspace.name}”? ${effect}.`,
			approval: { ...facts, reasons: [...facts.reasons], fields: [] },
			approvals: [{ id, toolName, effect }],
		},
	};
};

const question: Partial<RunView> = {
	wait: { kind: "user" },
	status: "needs_user_input",
	question: {
		id: questionId,
		kind: "input",
		text: "There are two blue kettles. Which one do you mean?",
		choices: ["Blue kettle, 1.5 l", "Blue kettle, retro"],
		expiresAt: soon,
	},
	missingInformation: ["colour"],
};

/** A model that writes its thought, for so many seconds. */
const thinkingFor = (seconds: number) =>
	withRun(
		{ status: "executing", postedAt: Date.now() - seconds * 1_000 },
		{
			conversation: {
				turns: turnsOf({ ...run, notes: [], steps: steps.slice(0, 2) }),
				hasOlder: false,
				isLoadingOlder: false,
				thought: "The cookie notice covers the result, so it has to go first. I press “Close the cookie notice” and then",
			},
		},
	);

const tooSlow = "The model did not answer within 120 s, twice. A faster or smaller model helps, or a higher MODEL_TIMEOUT_MS";

const client = {
	id: McpClientId.parse(`mcc_${"a".repeat(22)}`),
	callId: BrowserCallId.parse(`mcq_${"a".repeat(22)}`),
	name: "Claude Code on my laptop",
	isOneStep: false,
};

/** The states of every view; the key is the hash of the gallery's address. */
export const galleryStates: Readonly<Record<string, PanelView>> = {
	loading: panel(null),
	client: withRun({ client }),
	"client-approval": withRun({ client, ...approval }),
	"sign-in": panel({ ...signedIn, auth: { kind: "signed_out", reason: "never" } }),
	"sign-in-refused": panel(
		{ ...signedIn, auth: { kind: "signed_out", reason: "expired" }, run: { ...run, wait: { kind: "signed_out" } } },
		{ problem: { command: "sign_in", code: "INVALID_CREDENTIALS", message: "Email or password is wrong", fields: [] } },
	),
	"sign-in-no-server": panel(
		{ ...signedIn, auth: { kind: "signed_out", reason: "never" } },
		{ problem: { command: "sign_in", code: "BAD_SERVER", message: "", fields: [], server: { kind: "not_webhand", status: 404 } } },
	),
	first: panel(signedIn),
	attached: panel(signedIn, {
		draft: "Send my CV with the form",
		files: [
			{ id: "0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0009", name: "cv.pdf", type: "application/pdf", size: 81_000 },
			{ id: "0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f000a", name: "a very long name of a letter of recommendation.docx", type: "", size: 1 },
		],
	}),
	restricted: panel({ ...signedIn, tab: { id: 7, url: "chrome://newtab", domain: "", title: "New tab", restricted: "new_tab" } }),
	planning: withRun({ plan: null, steps: [], notes: [], stepIndex: null, cost: null, status: "planning" }),
	running: withRun({}),
	log: withRun(
		{},
		{
			isLogOpen: true,
			log: [
				{ at, source: "page", text: "Read 212 controls", ms: 14, stepIndex: 0 },
				{ at: at + 20, source: "server", text: "Answered with setValue", ms: 31, stepIndex: 0 },
				{ at: at + 90, source: "page", text: "Fill in “Search products”", outcome: "done", ms: 52, stepIndex: 0 },
				{
					at: at + 2_100,
					source: "page",
					text: "Click “Blue kettle”",
					outcome: "failed",
					error: "Covered by “Cookie notice”",
					ms: 9,
					stepIndex: 1,
				},
				{ at: at + 4_100, source: "worker", text: "The page went away during the action", outcome: "unknown", stepIndex: 2 },
			],
		},
	),
	"log-long": withLog(60),
	"log-longer": withLog(61),
	site: withRun({
		taskId: null,
		wait: { kind: "site", domain: "localhost", origins: ["http://localhost/*"], withheld: false },
		steps: [],
		notes: [],
	}),
	withheld: withRun({ wait: { kind: "site", domain: "localhost", origins: ["http://localhost/*"], withheld: true }, steps: [], notes: [] }),
	trusted: withRun({ wait: { kind: "trusted", domain: "localhost" }, notes: [] }),
	pageAsks: withRun({
		wait: { kind: "page_dialog", asks: { site: "localhost", type: "prompt", message: "For whom is the order?", suggestion: "Ann" } },
		notes: [],
	}),
	approval: withRun(approval),
	"approval-of-row": withRun(approvalOfRow),
	"server-approval": withRun(serverQuestion("change")),
	"server-approval-command": withRun(serverQuestion("command")),
	"server-approval-loading": withRun(serverQuestion("loading")),
	"server-approval-failed": withRun(serverQuestion("failing")),
	typing: withRun({}, { draft: "Wrap it as a gift" }),
	"question-typing": withRun(question, { draft: "Wrap it as a gift" }),
	"approval-typing": withRun(approval, { draft: "Wrap it as a gift" }),
	"approval-sent": withRun(approval, { pending: new Set(["run_answer"]) }),
	question: withRun(question),
	"question-rows": withRun({
		wait: { kind: "user" },
		status: "needs_user_input",
		question: {
			id: questionId,
			kind: "input",
			text: "Which one do you mean by “Open”?",
			choices: ["Ada Lovelace", "Bob Hope", "Charles-Ferdinand Babbage-Wolfeschlegelsteinhausenbergerdorff"].map(
				(name, index) => `Order 10${index} of ${name}, paid by card on 3 March 2026, ready to be sent by ship to Hamburg Open Print Delete`,
			),
			expiresAt: soon,
		},
	}),
	handoff: withRun({
		wait: { kind: "user" },
		status: "needs_user_input",
		question: {
			id: questionId,
			kind: "handoff",
			text: "This site wants a one-time code from your phone.",
			expiresAt: soon,
			site: "https://shop.example",
		},
	}),
	offline: panel(
		{
			...signedIn,
			connection: { kind: "offline", message: "No answer", since: at },
			run: { ...run, wait: { kind: "offline", message: "The server does not answer." } },
		},
		{ link: "lost" },
	),
	paused: withRun({ wait: { kind: "paused" } }),
	unmarked: withRun({ isUnmarked: true }),
	notice: withRun({ hasOrgKnowledge: false }),
	completed: withRun({
		state: "completed",
		phase: "ended",
		status: "completed",
		answer: "Total: 49.90 €",
		endedAt: at + 14_000,
		plan: doneThrough(4),
		steps: [...steps, last("finish", "The cart holds the kettle, and its total is read.")],
	}),
	row: withRun({
		query: "Enter an invoice: Harbour Kitchen",
		row: { runId: RoutineRunId.parse(`rrn_${"a".repeat(22)}`), rowKey: "2026-7", mode: "careful" },
		state: "completed",
		phase: "ended",
		status: "completed",
		endedAt: at + 14_000,
		plan: doneThrough(4),
		steps: [...steps, last("finish", "Check that “Total” is 49.90")],
	}),
	failed: withRun({
		state: "failed",
		phase: "ended",
		status: "failed",
		failure: { category: "not_understood", message: notUnderstood, requestId: "4bf92f3577b34da6a3ce929d0e0e4736" },
		steps: [...steps, last("fail", notUnderstood)],
		endedAt: at + 14_000,
	}),
	refused: panel({ ...signedIn, auth: admin, run: unanswered }),
	"server-task": withRun({
		state: "completed",
		phase: "ended",
		status: "completed",
		answer: null,
		notes: [],
		endedAt: at + 4_000,
		plan: doneThrough(4),
		steps: [
			{
				stepIndex: 0,
				thought: "I write the total.",
				action: 'server("fs_write", {"path": "prices.csv"})',
				actionName: "server",
				state: "done",
				warnings: [],
				at,
				result: { success: true },
				verification: worked(0),
			},
		],
		cost: { taskTokens: 1_500 },
	}),
	"last-here": panel(signedIn, {
		start: { lastHere: history.sessions[2] ?? null, orders: ['Search for "Blue kettle"', 'Open "Blue kettle"', 'Open "Support"'] },
	}),
	"failed-briefly": withRun({
		state: "failed",
		phase: "ended",
		status: "failed",
		failure: { category: "max_steps", message: "All 50 steps are used." },
		endedAt: at + 14_000,
	}),
	"second-task": panel({
		...signedIn,
		run: {
			...run,
			runKey: "r2",
			query: "Now remove it again",
			steps: [],
			notes: [],
			plan: null,
			status: "planning",
			hasOrgKnowledge: false,
		},
		earlier: [
			{
				...run,
				runKey: "r0",
				query: "Find the opening hours",
				state: "failed",
				phase: "ended",
				endedAt: at + 14_000,
				sessionId: otherSession,
				steps: [],
				notes: [],
				failure: { category: "impossible", message: "No page of this shop names them." },
			},
			{
				...run,
				runKey: "r1",
				state: "completed",
				phase: "ended",
				answer: "Total: 49.90 €",
				endedAt: at + 14_000,
				steps: steps.slice(0, 1),
				notes: [],
				hasOrgKnowledge: false,
			},
		],
	}),
	// Right-to-left text, and words too long for a line.
	"other-scripts": withRun({
		query: "ابحث عن غلاية زرقاء، ثم افتح أول نتيجة (1.5 l).",
		state: "failed",
		phase: "ended",
		status: "failed",
		notes: [{ text: "Donaudampfschifffahrtsgesellschaftskapitän".repeat(5), at: at + 3_000 }],
		plan: run.plan && { ...run.plan, steps: run.plan.steps.map((each) => ({ ...each, description: `Öffne ${"Schifffahrt".repeat(12)}` })) },
		steps: [
			{
				stepIndex: 0,
				thought: "I type “غلاية زرقاء” into “ابحث في المتجر”.",
				action: 'setValue(4, "غلاية زرقاء", true)',
				actionName: "setValue",
				target: { id: 4, role: "input", name: "ابحث في المتجر" },
				state: "done",
				warnings: [],
				at,
				result: { success: true },
				verification: worked(0, 'target_value "غلاية زرقاء"', `message_appeared "${"Schifffahrt".repeat(9)}"`),
			},
		],
		failure: { category: "not_understood", message: "I did not understand “افتح أول نتيجة (1.5 l)”." },
		endedAt: at + 14_000,
	}),
	stopped: withRun({ state: "stopped", phase: "ended", endedAt: at + 4_000 }),
	autonomous: panel(signedIn, { isAskingAutonomous: true }),
	...accountStates,
	...chatStates,
	...recordStates,
	thinking: thinkingFor(12),
	"thinking-slow": thinkingFor(72),
	"thinking-too-slow": withRun({ wait: { kind: "offline", message: tooSlow } }),
	"thinking-hidden": thinkingFor(0),
	compact: withRun({}, { density: "compact" }),
	acting: withRun({
		phase: "act",
		steps: [...steps.slice(0, 2), ...steps.slice(2).map((step) => ({ ...step, state: "acting" as const, result: undefined }))],
	}),
	remote: withRun({ phase: "post" }, { isRemote: true, transport: "polling" }),
	reconnecting: withRun({}, { transport: "reconnecting" }),
	"approval-refused": withRun(approval, { ask: { kind: "refused", message: "The page has changed since." } }),
	"approval-expired": withRun(approval, { ask: { kind: "expired" } }),
	"question-sent": withRun(question, { ask: { kind: "sent" } }),
	"question-refused": withRun(question, { ask: { kind: "refused", message: "The server asked for something else meanwhile." } }),
	"question-expired": withRun(question, { ask: { kind: "expired" } }),
	"question-elsewhere": withRun(question, { ask: { kind: "elsewhere", answer: "Blue kettle, retro" } }),
	"question-withdrawn": withRun(question, { ask: { kind: "withdrawn" } }),
	"two-tasks": panel({
		...signedIn,
		mode: "autonomous",
		run,
		otherRuns: [{ tabId: 9, taskId: null, sessionId: run.sessionId, query: "Book the meeting room", state: "running", needsUser: true }],
	}),
};
