import type { ActionView, TaskSummary, TaskView } from "@webhand/contracts/agent/task-trace";
import type { UsageReply, UsageRow } from "@webhand/contracts/agent/usage";
import { SessionId, TaskId, UserId } from "@webhand/contracts/ids";

export const taskId = TaskId.parse("e49abedb-f50c-45d2-bf81-62662b6a038e");
const sessionId = SessionId.parse("59adf5f0-cddb-42dd-a20d-658ac57278fd");
const ada = UserId.parse(`usr_${"a".repeat(22)}`);
const eve = UserId.parse(`usr_${"e".repeat(22)}`);
const bob = UserId.parse(`usr_${"b".repeat(22)}`);
const spent = { promptTokens: 18_240, completionTokens: 912, calls: 4, cachedTokens: 12_000, usd: 0.0412 };

/** A completed task of the demo shop. */
export const task: TaskView = {
	taskId,
	sessionId,
	userId: ada,
	door: "interact",
	mode: "careful",
	status: "completed",
	stepCount: 4,
	maxSteps: 50,
	query: 'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart and read the total',
	plan: {
		createdAt: "2026-03-02T10:00:00.000Z",
		currentStepIndex: 1,
		steps: [
			{ id: "step_0", index: 0, description: 'Search for "blue kettle"', status: "completed", toolType: "DOM" },
			{ id: "step_1", index: 1, description: "Read the total", status: "completed", toolType: "DOM" },
		],
	},
	answer: "Total: 49.90 €",
	reflections: [],
	usage: spent,
	isTainted: false,
	createdAt: "2026-03-02T10:00:00.000Z",
	updatedAt: "2026-03-02T10:00:21.400Z",
};

const { plan: _plan, reflections: _reflections, maxSteps: _maxSteps, ...summary } = task;

/** Tasks in every state; one has a very long instruction, one a right-to-left one. */
export const tasks: readonly TaskSummary[] = [
	{ ...summary, status: "executing", stepCount: 2, query: "Book the meeting room for Friday at ten" },
	summary,
	{ ...summary, status: "needs_user_input", userId: bob, query: "Order 40 notebooks at the usual shop", usage: { ...spent, usd: 0.004 } },
	{
		...summary,
		status: "failed",
		userId: bob,
		query: `Compare the prices of ${"Donaudampfschifffahrtsgesellschaft".repeat(4)} in all shops ${"and again ".repeat(30)}`,
		failure: { category: "impossible", message: "No page of this shop names them." },
	},
	{
		...summary,
		status: "cancelled",
		stepCount: 1,
		query: "ابحث عن غلاية زرقاء، ثم افتح أول نتيجة",
		usage: { promptTokens: 0, completionTokens: 0, calls: 0 },
	},
	{ ...summary, status: "expired", stepCount: 7, query: "Fill in the travel expenses of February" },
].map((each, index) => ({ ...each, taskId: TaskId.parse(`e49abedb-f50c-45d2-bf81-62662b6a03${80 + index}`) }) as TaskSummary);

const step = (stepIndex: number, part: Partial<ActionView> & Pick<ActionView, "thought" | "action">): ActionView => ({
	stepIndex,
	status: "executing",
	by: "decider",
	expect: { kind: "any_change" },
	planIndex: 0,
	gate: { class: "fill", outcome: "allow", reasons: [] },
	usage: { promptTokens: 4_560, completionTokens: 228, calls: 1, usd: 0.0103 },
	model: "openai/gpt-5-mini",
	ms: { lease: 2.1, page: 8.4, knowledge: 31, verify: 3.2, decide: 812.5, write: 11.7, publish: 0.8, all: 871 },
	createdAt: `2026-03-02T10:00:0${stepIndex * 2}.000Z`,
	...part,
});

/** Its steps: a search that worked, a click that was covered, one that asked, and the end. */
export const actions: readonly ActionView[] = [
	step(0, {
		thought: "The page has one search box, so “blue kettle” goes there and Enter starts the search.",
		action: 'setValue(4, "blue kettle", true)',
		targetName: "Search products",
		verification: {
			stepIndex: 0,
			verdict: "success",
			confidence: 0.95,
			by: "facts",
			observations: ['url_changed "http://localhost:8788/search?q=blue+kettle"', 'message_appeared "12 results for blue kettle"'],
		},
	}),
	step(1, {
		thought: "The first result is “Blue kettle”.",
		action: "click(21)",
		targetName: "Blue kettle",
		gate: { class: "navigate", outcome: "allow", reasons: [] },
		verification: { stepIndex: 1, verdict: "failure", confidence: 0.9, by: "facts", observations: ["client_error COVERED", "page_same"] },
	}),
	step(2, {
		thought: "The order needs the name and the address, then it can be sent.",
		action: 'setValue(5, "Ada Lovelace")',
		targetName: "Full name",
		status: "correcting",
		by: "approval",
		loop: "repeat_window",
		gate: { class: "commit_protected", outcome: "approved", reasons: ["pay_word", "card_in_form"] },
		more: [
			{
				action: 'setValue(6, "ada@example.com")',
				targetName: "Email",
				verification: { stepIndex: 2, verdict: "success", confidence: 0.95, by: "facts", observations: [] },
			},
			{ action: 'setValue(7, "•••")', targetName: "Card number" },
		],
		verification: { stepIndex: 2, verdict: "unclear", confidence: 0.5, by: "model", observations: ["Nothing proves it yet"] },
	}),
	step(3, {
		thought: "",
		action: 'finish("Total: 49.90 €")',
		status: "completed",
		usage: undefined,
		model: undefined,
		expect: { kind: "none" },
	}),
];

/** Page text of the shop, long enough to scroll, with words that look like markup. */
export const pageText = [
	"@page 1",
	"@url http://localhost:8788/",
	"@title Harbour Kitchen",
	"@epoch e1",
	"@view",
	"# Harbour Kitchen",
	...Array.from({ length: 30 }, (_, index) => `<a ${100 + index} /tea/${index}>Tea number ${index} <b>not markup</b>`),
	'<form "Search" get>',
	' <search 4 "Search products">',
	" <button 3 submit>Search",
	"<a 21 /blue-kettle>Blue kettle",
	...Array.from({ length: 30 }, (_, index) => `- Kettle ${index}, ${20 + index}.90 €`),
].join("\n");

const day = (key: string, scale: number): UsageRow => ({
	key,
	tasks: Math.round(12 * scale) + 1,
	steps: Math.round(14 * scale),
	calls: Math.round(17 * scale),
	promptTokens: Math.round(61_200 * scale),
	completionTokens: Math.round(3_100 * scale),
	cachedTokens: Math.round(40_000 * scale),
	usd: 0.14 * scale,
});
const scales = [1, 0.4, 0, 0, 2.2, 1.7, 1.2, 0.02, 0, 0, 3.1, 2.4, 2.9, 1.1];
const total = { promptTokens: 918_000, completionTokens: 46_500, calls: 255, steps: 210, cachedTokens: 600_000, usd: 2.1 };

/** Usage of February, by day, user, model, routine and task. */
export const usage = (by: UsageReply["by"]): UsageReply => {
	const rows: Record<UsageReply["by"], UsageRow[]> = {
		day: scales.flatMap((scale, index) => (scale === 0 ? [] : [day(`2026-02-${String(10 + index)}`, scale)])),
		user: [day(ada, 11), day(bob, 4), { ...day(eve, 0), usd: undefined }],
		model: [
			{ ...day("openai/gpt-5-mini", 10), tasks: undefined },
			{ ...day("groq/llama-4-scout-instruct-17b", 4.5), tasks: undefined },
			{ ...day("ollama/qwen3:32b", 0.5), tasks: undefined, usd: undefined, estimated: true },
		],
		routine: [
			{ ...day(`rtn_${"a".repeat(22)}`, 6), name: "Save an address" },
			{ ...day("none", 9), tasks: undefined },
		],
		task: [{ ...day("6f1c2a52-8f8e-4c55-9c3e-0d5c1c7f9b11", 1.4), name: "Order twelve mugs for the office", tasks: undefined }],
	};
	const spared = { steps: 412, tokens: 1_890_000, usd: 4.12 };
	const tasks = { started: 190, withoutModel: 96, completed: 171 };
	return { from: "2026-02-01", to: "2026-02-28", by, rows: rows[by], total: { ...total, estimated: true }, tasks, spared };
};
