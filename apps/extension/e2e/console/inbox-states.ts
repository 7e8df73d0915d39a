import { mandate } from "./routine-states.ts";
import type { Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of what waits and of webhooks. */
type InboxState = { readonly path: string; readonly as: "member" | "admin"; readonly replies: Replies };

const listAt = "GET /api/v1/agent/waiting";
const answer = "POST /agent/run/:runId/answer";
const runId = `rrn_${"a".repeat(22)}`;
const common = { since: "2026-03-02T10:00:00.000Z", endsAt: "2026-03-02T11:00:00.000Z" };
const question = {
	id: `que_${"a".repeat(22)}`,
	kind: "approval",
	text: "May I click “Pay 60.00 €” in “Invoice 2041 · Fischer & Söhne” on billing.example.com? Its label speaks of paying, buying or ordering; it costs money.",
	expiresAt: "2026-03-02T10:30:00.000Z",
	approval: {
		class: "commit_protected",
		reasons: ["pay_word", "amount_beside"],
		site: "billing.example.com",
		formTarget: "billing.example.com/pay",
		method: "post",
		label: "Pay 60.00 €",
		row: "Invoice 2041 · Fischer & Söhne",
		fields: ["Invoice: 2041", "Account: DE12 3456 7890", "Note (empty)"],
		amount: "60.00 €",
		newTab: false,
		download: false,
		recorded: {
			routineId: `rtn_${"a".repeat(22)}`,
			version: 3,
			runId,
			step: "s9",
			rows: 300,
			amount: { currency: "EUR", value: 60 },
		},
	},
};
const task = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const ofTask = (letter: string) => ({ kind: "question", taskId: task(letter), sessionId: task(letter), ...common });
const all = [
	{ ...ofTask("a"), id: question.id, title: "Pay an invoice: number 2041, amount 60", question, run: { runId, row: 57, rowCount: 300 } },
	{
		...ofTask("b"),
		id: `que_${"b".repeat(22)}`,
		title: "Order tea for the office",
		question: {
			...question,
			id: `que_${"b".repeat(22)}`,
			kind: "input",
			text: "Which size?",
			choices: ["100 g", "250 g"],
			approval: undefined,
		},
	},
	{
		...ofTask("c"),
		id: `que_${"c".repeat(22)}`,
		title: "Download the bank statement of February",
		question: {
			...question,
			id: `que_${"c".repeat(22)}`,
			kind: "handoff",
			text: "Please sign in to bank.example.com.",
			approval: undefined,
		},
	},
	{
		kind: "approval",
		id: `apr_${"a".repeat(22)}`,
		title: "Write notes.txt",
		since: common.since,
		approval: {
			id: `apr_${"a".repeat(22)}`,
			effect: "Write notes.txt",
			toolName: "fs.write",
			workspace: { id: `wsp_${"a".repeat(22)}`, name: "Notes" },
			sessionId: task("d"),
		},
		expiresAt: "2026-03-03T10:00:00.000Z",
	},
	{ kind: "heal", id: "heal", title: "File an invoice", since: common.since, routineId: `rtn_${"a".repeat(22)}`, version: 4 },
	{ kind: "browser", id: runId, title: "Save an address", since: common.since, runId, rowsLeft: 12, endsAt: common.endsAt },
];
const going = {
	runId: task("a"),
	task: "",
	mode: "careful",
	status: "running",
	currentStep: 0,
	maxSteps: 50,
	history: [],
	reflections: [],
	currentSnapshot: null,
	createdAt: 0,
	updatedAt: 0,
};
const none = { waiting: [], count: 0, nextCursor: null };

const hookId = (letter: string) => `whe_${letter.repeat(22)}`;
const hook = {
	id: hookId("a"),
	url: "https://hooks.example.com/webhand/invoices",
	events: ["run.finished", "run.failed"],
	state: "active",
	createdBy: `usr_${"a".repeat(22)}`,
	createdAt: "2026-03-01T09:30:00.000Z",
};
const hooks = [
	hook,
	{ ...hook, id: hookId("b"), url: "https://chat.example.com/in/4711", events: ["run.waiting"], state: "paused" },
	{ ...hook, id: hookId("c"), url: "https://old.example.com/", state: "failing", failingSince: "2026-02-28T08:00:00.000Z" },
];
const message = {
	type: "run.finished",
	timestamp: common.since,
	data: { run: { id: runId, name: "Save an address", state: "done", counts: { done: 11, not_saved: 1 } } },
};
const delivery = {
	id: `msg_${"a".repeat(22)}`,
	type: "run.finished",
	state: "delivered",
	attempts: 0,
	lastAt: common.since,
	status: 204,
	body: JSON.stringify(message),
	createdAt: common.since,
};
const deliveries = [
	delivery,
	{
		...delivery,
		id: `msg_${"b".repeat(22)}`,
		type: "row.failed",
		state: "pending",
		attempts: 2,
		status: 500,
		problem: "status",
		nextAt: common.endsAt,
	},
	{ ...delivery, id: `msg_${"c".repeat(22)}`, type: "webhook.test", state: "failed", attempts: 1, status: undefined, problem: "no_answer" },
];
const hooksAt = "GET /api/v1/agent/webhooks";
const logAt = "GET /api/v1/agent/webhooks/:id/deliveries";
const secret = `whsec_${"s".repeat(43)}=`;

/** The pages of what waits and of webhooks in each of their states. */
export const inboxStates: Readonly<Record<string, InboxState>> = {
	waiting: {
		path: "/waiting",
		as: "member",
		replies: {
			[listAt]: { waiting: all, count: all.length, nextCursor: null },
			[answer]: going,
			"POST /api/v1/agent/mandates": { mandate: mandate("a", { used: 0, spent: 0 }) },
		},
	},
	"waiting-gone": {
		path: "/waiting",
		as: "member",
		replies: {
			[listAt]: { waiting: all.slice(0, 2), count: 2, nextCursor: null },
			[answer]: refused(409, "QUESTION_CHANGED", "The task does not ask this any more"),
		},
	},
	"waiting-empty": { path: "/waiting", as: "member", replies: { [listAt]: none } },
	"waiting-offline": { path: "/waiting", as: "member", replies: { [listAt]: unreachable } },
	webhooks: {
		path: "/webhooks",
		as: "admin",
		replies: {
			[hooksAt]: { webhooks: hooks },
			"POST /api/v1/agent/webhooks": { webhook: hook, secret },
			"POST /api/v1/agent/webhooks/:id/rotate": { webhook: hook, secret },
			"POST /api/v1/agent/webhooks/:id/test": unreachable,
		},
	},
	"webhooks-refused": {
		path: "/webhooks",
		as: "admin",
		replies: {
			[hooksAt]: { webhooks: [] },
			"POST /api/v1/agent/webhooks": refused(400, "VALIDATION_ERROR", "The request is not valid", {
				fields: [{ field: "url", message: "must not lead to a private, loopback or link-local address" }],
			}),
		},
	},
	"deliveries-log": {
		path: `/webhooks/${hook.id}`,
		as: "admin",
		replies: { [logAt]: { deliveries, nextCursor: null }, "POST /api/v1/agent/webhooks/:id/deliveries/:deliveryId/resend": { delivery } },
	},
};
