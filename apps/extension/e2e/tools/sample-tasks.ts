import type { CallFacts, Replies } from "../console/scripted-api.ts";
import { refused } from "../console/scripted-api.ts";
import type { PartOfState } from "./sample-commands.ts";
import { idOfExecution } from "./sample-commands.ts";
import { at } from "./sample-files.ts";

const workspace = { id: `wsp_${"a".repeat(22)}`, name: "Demo shop" };
const id = "77e5b5f0-1111-4a4c-9f0e-0a5c0f7f0001";
const taskText = "Fix the failing test of the cart, run all tests, then commit";

const row = (part: Record<string, unknown> = {}) => ({
	id,
	user_id: "usr_a",
	workspace: workspace.id,
	created_at: at,
	last_used_at: at,
	status: "running",
	workspaceId: workspace.id,
	task: taskText,
	title: "",
	currentStep: 3,
	createdAt: at,
	updatedAt: at,
	messageCount: 4,
	toolCallCount: 6,
	...part,
});
const idOfTask = (n: number) => `77e5b5f0-1111-4a4c-9f0e-0a5c0f7f100${n}`;
export const tasksBefore = [
	row(),
	row({ id: idOfTask(1), task: "Write a README with one example of each command", status: "waiting_approval" }),
	row({ id: idOfTask(2), task: "Rename formatPrice to writePrice everywhere", status: "complete" }),
	row({ id: idOfTask(3), task: "x".repeat(300), status: "error" }),
];

const detailOf = (part: Record<string, unknown>) => ({
	...row(),
	schemaVersion: 1,
	session_id: id,
	pendingApprovals: [],
	executions: [],
	diffs: [],
	toolCalls: [],
	hasMoreBefore: false,
	messages: [{ role: "user", content: taskText, timestamp: at }],
	...part,
});
export const taskDetail = detailOf({ status: "complete" });

const call = (callId: string, name: string, args: unknown) => ({
	id: callId,
	type: "function",
	function: { name, arguments: JSON.stringify(args) },
});
const patchDiff = {
	path: "src/cart.js",
	type: "modify",
	linesAdded: 1,
	linesRemoved: 1,
	preview: "",
	hunks: [
		{
			oldStart: 1,
			oldLines: 4,
			newStart: 1,
			newLines: 4,
			lines: [
				" export function total(items) {",
				"-\treturn items.reduce((sum, item) => sum + item.price);",
				"+\treturn items.reduce((sum, item) => sum + item.price, 0);",
				" }",
			],
		},
	],
};
const newFile = {
	path: "docs/cart\u202etxt.md",
	type: "create",
	linesAdded: 2,
	linesRemoved: 0,
	preview: "",
	hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ["+# Cart", "+It costs nothing while it is empty."] }],
};

const patch = call("c2", "fs_apply_patch", { edits: [{ path: "src/cart.js", oldText: "item.price)", newText: "item.price, 0)" }] });
const test = call("c3", "exec_run", { argv: ["npm", "test", "--", "--grep", "empty cart"] });

const approvalOf = (n: number, part: Record<string, unknown>) => ({
	id: `apr_${String(n).repeat(22)}`,
	args: {},
	tier: "batch",
	status: "pending",
	sessionId: id,
	workspace,
	command: null,
	commandArgs: [],
	cwd: "",
	ruleText: { once: "Only this call." },
	createdAt: at,
	expiresAt: "2026-03-02T18:00:00Z",
	...part,
});
const single = approvalOf(1, {
	toolCallId: "c3",
	toolName: "exec.run",
	tier: "individual",
	command: "npm",
	cwd: "packages/shop",
	commandArgs: ["test", "--", "--grep", "empty cart", "zero\u200bwidth"],
	effect: "Runs a command that may write in the workspace.",
	ruleText: {
		once: "Only this command, once.",
		session: "Each “npm test” of this task, for 8 hours.",
		rule: "Each “npm test” in Demo shop, for 30 days.",
	},
});
const batch = [
	approvalOf(2, { toolCallId: "c2", toolName: "fs.apply_patch", effect: "Changes src/cart.js", diff: [patchDiff] }),
	approvalOf(3, { toolCallId: "c4", toolName: "fs.write", effect: "Makes docs/cart\u202etxt.md", diff: [newFile] }),
	approvalOf(4, {
		toolCallId: "c5",
		toolName: "git.commit",
		effect: "Commits what is staged: “Let an empty cart cost nothing”",
		args: { message: "Let an empty cart cost nothing" },
	}),
];

type Event = Record<string, unknown>;
const begun: readonly Event[] = [
	{ type: "step_start", step: 1 },
	{ type: "llm_start" },
	{
		type: "llm_complete",
		content: "I look at the cart and its test first.",
		tool_calls: [call("c0", "fs_read", { path: "src/cart.js" }), call("c1", "search_grep", { pattern: "empty cart" })],
	},
	{ type: "tool_start", tool_call: call("c0", "fs_read", { path: "src/cart.js" }) },
	{ type: "tool_complete", tool_call_id: "c0", result: { ok: true, data: { path: "src/cart.js", bytes: 84 } } },
	{ type: "tool_start", tool_call: call("c1", "search_grep", { pattern: "empty cart" }) },
	{ type: "tool_complete", tool_call_id: "c1", result: { ok: true, data: { matches: 1 } } },
	{ type: "step_start", step: 2 },
	{ type: "llm_start" },
	{ type: "llm_complete", content: "“reduce” has no first value, so an empty cart fails. I give it 0.", tool_calls: [patch] },
];
const patched: readonly Event[] = [
	{ type: "tool_start", tool_call: patch },
	{ type: "tool_complete", tool_call_id: "c2", result: { ok: true, data: { applied: true, files: [patchDiff] } } },
	{ type: "step_start", step: 3 },
	{ type: "llm_start" },
	{ type: "llm_complete", content: "Now the tests.", tool_calls: [test] },
];
const ended: readonly Event[] = [
	{ type: "tool_start", tool_call: test, execution_id: idOfExecution("n") },
	{ type: "tool_complete", tool_call_id: "c3", result: { ok: true, data: { exitCode: 0, stdout: "3 passed" } } },
	{ type: "llm_complete", content: "An empty cart costs nothing now. All three tests pass, and it is committed as 4f5c2b1a." },
	{
		type: "complete",
		result: {
			status: "complete",
			response: "An empty cart costs nothing now. All three tests pass, and it is committed as 4f5c2b1a.",
			stepsCompleted: 3,
		},
	},
];

const numbered = (events: readonly Event[]) => events.map((event, index) => ({ seq: index + 1, event }));
async function* live(events: readonly Event[]) {
	yield* numbered(events);
	await new Promise(() => undefined);
}

const decided = ({ params, body }: CallFacts) => {
	const { decision } = body as { decision: string };
	return { approval: { ...[single, ...batch].find(({ id: one }) => one === params?.["id"]), status: decision } };
};
const decidedAll = ({ body }: CallFacts) => {
	const { decisions } = body as { decisions: { id: string; decision: string }[] };
	return { approvals: decisions.map(({ id: one, decision }) => ({ ...batch.find((approval) => approval.id === one), status: decision })) };
};

export const taskReplies: Replies = {
	"POST /api/v1/agent/sessions": { session: row(), eventsUrl: "/events", channel: `private-session-${id}` },
	"POST /api/v1/agent/sessions/:id/continue": { session: row() },
	"POST /api/v1/agent/sessions/:id/cancel": { session: row({ status: "cancelled" }) },
	"GET /api/v1/agent/sessions/:id/events": () => numbered([...begun, ...patched, ...ended]),
	"GET /api/v1/agent/approvals": { approvals: [] },
	"GET /api/v1/agent/approvals/:id": ({ params }: CallFacts) => ({
		approval: { ...[single, ...batch].find(({ id: one }) => one === params?.["id"]), status: "approved" },
	}),
	"POST /api/v1/agent/approvals/:id": decided,
	"POST /api/v1/agent/approvals": decidedAll,
};

const atWork = { "GET /api/v1/agent/sessions/:id": detailOf({}) };
const waiting = (approvals: readonly unknown[]): Replies => ({
	...atWork,
	"GET /api/v1/agent/sessions/:id/events": () => live([...begun, ...patched, { type: "approval_needed", approvals }]),
});

export const taskStates: Readonly<Record<string, PartOfState>> = {
	"task-live": {
		replies: {
			...atWork,
			"GET /api/v1/agent/sessions/:id/events": () =>
				live([...begun, ...patched.slice(0, 4), { type: "llm_chunk", content: "Now I run the tests of the cart, and those of the pri" }]),
		},
	},
	"task-failed": {
		replies: {
			"GET /api/v1/agent/sessions/:id": detailOf({ status: "error" }),
			"GET /api/v1/agent/sessions/:id/events": () =>
				numbered([...begun.slice(0, 7), { type: "error", error: "The model did not answer in time." }]),
		},
	},
	"task-not-started": { replies: { "POST /api/v1/agent/sessions": refused(409, "LIMIT_REACHED", "too many") } },
	"task-gone": {
		replies: {
			"GET /api/v1/agent/sessions/:id": refused(404, "SESSION_NOT_FOUND", "gone"),
			"GET /api/v1/agent/sessions/:id/events": refused(404, "SESSION_NOT_FOUND", "gone"),
		},
	},
	"approval-single": { replies: waiting([single]), waiting: 1 },
	"approval-batch": { replies: waiting(batch), waiting: 3 },
	"approval-elsewhere": {
		replies: { ...waiting([single]), "POST /api/v1/agent/approvals/:id": refused(409, "APPROVAL_DECIDED", "decided") },
		waiting: 1,
	},
	"approval-expired": { replies: waiting([{ ...single, expiresAt: "2026-03-02T10:00:00Z" }]) },
	"no-tasks": { replies: { "GET /api/v1/agent/sessions": { sessions: [], nextCursor: null } } },
	"tasks-loading": { replies: { "GET /api/v1/agent/sessions": "never" } },
	"tasks-failed": { replies: { "GET /api/v1/agent/sessions": refused(503, "TOOL_RUNNER_UNAVAILABLE", "down") } },
};
