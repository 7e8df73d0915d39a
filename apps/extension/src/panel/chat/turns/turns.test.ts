import { QuestionId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunView, Said, StepView } from "../../../panel-state.ts";
import type { Turn } from "../../state/select.ts";
import { durationOf } from "../../state/select.ts";
import { message, taskIdOf } from "../store/testing/messages.ts";
import { runOfMessages } from "./task-run.ts";
import { turnsOfChat } from "./turns.ts";

const nobody = { run: null, said: [] };
const step = (stepIndex: number, part: Partial<StepView> = {}): StepView => ({
	stepIndex,
	thought: "t",
	action: "click(1)",
	actionName: "click",
	state: "done",
	warnings: [],
	at: 9_000 + stepIndex,
	...part,
});
const live = (part: Partial<RunView> = {}): RunView => {
	const run = runOfMessages([message(0)], "Buy tea");
	if (run === null) throw new Error("no run");
	return { ...run, runKey: "r", steps: [], ...part };
};
const asked = (index: number, text: string) => message(index, { role: "user", content: text, metadata: { event: "query" } });
const acted = (index: number, part: Parameters<typeof message>[1] = {}) =>
	message(index, { content: "t", actionString: "click(1)", status: "success", metadata: { stepIndex: 0, thought: "t" }, ...part });
const shown = (turns: readonly Turn[]) =>
	turns.map((turn) => {
		if (turn.kind === "step") return `step ${turn.step.stepIndex} ${turn.step.state}`;
		if (turn.kind === "steps") return `steps ${turn.steps.map(({ stepIndex }) => stepIndex).join(" ")}`;
		if (turn.kind === "end") return `end ${turn.run.state}`;
		return `${turn.kind} ${turn.text}${turn.kind === "user" && turn.delivery !== undefined ? ` (${turn.delivery})` : ""}`;
	});

test("the step of a message is read once, however often the chat is drawn", () => {
	const messages = [asked(0, "Buy tea"), acted(1)];
	const stepIn = (turns: readonly Turn[]) => turns.flatMap((turn) => (turn.kind === "step" ? turn.step : []));
	const [first] = stepIn(turnsOfChat(messages, nobody));
	expect(stepIn(turnsOfChat([...messages, acted(2)], nobody))[0]).toBe(first);
});

test("a chat of the server alone: instruction, steps, and the card of each ended task", () => {
	const second = { taskId: taskIdOf(2) };
	const turns = turnsOfChat(
		[
			asked(0, "Buy tea"),
			acted(1),
			message(2, { content: "Bought", actionString: 'finish("Bought")', metadata: { stepIndex: 1, status: "completed" } }),
			message(3, { ...asked(3, "Buy milk"), ...second }),
			message(4, { role: "system", content: "", metadata: { event: "cancelled" }, ...second }),
		],
		nobody,
	);
	expect(shown(turns)).toEqual(["user Buy tea", "steps 0", "end completed", "user Buy milk", "end stopped"]);
});

test("a warning stands once in a task, at the first step that has it, and again in the next task", () => {
	const warned = (index: number, stepIndex: number, more: Parameters<typeof message>[1] = {}) =>
		acted(index, { metadata: { stepIndex, thought: "t", warnings: ["RISKY_ALLOWED"] }, ...more });
	const second = { taskId: taskIdOf(2) };
	const over = message(3, { content: "Bought", actionString: 'finish("Bought")', metadata: { stepIndex: 2, status: "completed" } });
	const messages = [asked(0, "Buy tea"), warned(1, 0), warned(2, 1), over, message(4, { ...asked(4, "Buy milk"), ...second })];
	const turns = turnsOfChat([...messages, warned(5, 0, second)], nobody);
	const steps = turns.flatMap((turn) => (turn.kind === "steps" ? turn.steps : turn.kind === "step" ? [turn.step] : []));
	expect(steps.map(({ warnings }) => warnings)).toEqual([["RISKY_ALLOWED"], [], ["RISKY_ALLOWED"]]);
});

test("the running task has no card, its steps know more than their messages, and a step without a message stands at the end", () => {
	const run = live({
		taskId: taskIdOf(1),
		steps: [step(0, { target: { id: 4, role: "button", name: "Buy" } }), step(1, { state: "acting" })],
	});
	const turns = turnsOfChat([asked(0, "Buy tea"), acted(1)], { run, said: [] });
	expect(shown(turns)).toEqual(["user Buy tea", "step 0 done", "step 1 acting"]);
	expect(turns[1]).toMatchObject({ step: { target: { name: "Buy" } } });
});

test("a step keeps its place when its message arrives", () => {
	const run = live({ taskId: taskIdOf(1), steps: [step(0)] });
	const before = turnsOfChat([asked(0, "Buy tea")], { run, said: [] });
	const after = turnsOfChat([asked(0, "Buy tea"), acted(1)], { run, said: [] });
	expect(before.at(-1)?.key).toBe(after.at(-1)?.key);
});

test.each([
	["before the first answer", null, [], ["user Buy tea"]],
	["once the task is known", taskIdOf(1), [], ["user Buy tea"]],
	["not twice when the server has it", taskIdOf(1), [asked(0, "Buy tea")], ["user Buy tea"]],
	["not twice when the server masks it", taskIdOf(1), [asked(0, "Buy tea with •••")], ["user Buy tea with •••"]],
])("the instruction stands there %s", (_name, taskId, messages, lines) => {
	expect(shown(turnsOfChat(messages, { run: live({ taskId }), said: [] }))).toEqual(lines);
});

const said = (part: Partial<Said>): Said => ({ id: "s", taskId: taskIdOf(1), text: "green", at: 9_500, state: "sending", ...part });
const note = (status: "pending" | "success" | "failure") =>
	message(1, { role: "user", content: "green", status, metadata: { event: "note" } });
const questionId = QuestionId.parse(`que_${"a".repeat(22)}`);
const answered = message(1, { role: "user", content: "green", metadata: { event: "answer", questionId } });

test.each<[name: string, own: Parameters<typeof turnsOfChat>[0], local: { notes?: RunView["notes"]; said?: Said[] }, line: string[]]>([
	["on its way", [], { said: [said({})] }, ["user green (sending)"]],
	["the server is away", [], { said: [said({ state: "waiting" })] }, ["user green (failed)"]],
	["the server took it", [], { notes: [{ text: "green", at: 9_500 }] }, ["user green (heard)"]],
	["its message is there", [note("pending")], { notes: [{ text: "green", at: 9_500 }] }, ["user green (heard)"]],
	["it became the answer to a question", [answered], { notes: [{ text: "green", at: 9_500 }] }, ["user green"]],
	["the server has no task yet", [], { notes: [{ text: "green", at: 9_500, isKept: true }] }, ["user green (sending)"]],
	["a step read it", [note("success")], { notes: [{ text: "green", at: 9_500 }] }, ["user green"]],
	["the task ended first", [note("failure")], {}, ["user green (late)"]],
	["refused: it is offered as a new task", [], { said: [said({ state: "refused", code: "RUN_ENDED" })] }, ["user green (late)"]],
	["a refused answer stands at its question", [], { said: [said({ questionId, state: "refused", code: "QUESTION_CHANGED" })] }, []],
	["an answer whose message is there", [answered], { said: [said({ questionId })] }, ["user green"]],
])("a sentence to a running task: %s", (_name, own, local, line) => {
	const run = live({ taskId: taskIdOf(1), notes: local.notes ?? [] });
	expect(shown(turnsOfChat([asked(0, "Buy tea"), ...own], { run, said: local.said ?? [] }))).toEqual(["user Buy tea", ...line]);
});

test("an approval without words says what was decided", () => {
	const decided = message(1, { role: "user", content: "", metadata: { event: "denied" } });
	expect(shown(turnsOfChat([asked(0, "Buy tea"), decided], nobody))).toEqual(["user Buy tea", "user Denied."]);
});

test("a question stands at its prompt while it is open, and in the conversation afterwards", () => {
	const steps = [step(0, { action: 'ask("Which?")', actionName: "ask" })];
	const run = live({ taskId: taskIdOf(1), stepIndex: 0, steps });
	const question = { id: questionId, kind: "input" as const, text: "Which?", expiresAt: "2026-01-01T00:00:00Z" };
	const asks = message(1, { content: "Which?", actionString: 'ask("Which?")', metadata: { stepIndex: 0, thought: "Two fit" } });
	for (const messages of [[asked(0, "Buy tea")], [asked(0, "Buy tea"), asks]]) {
		expect(shown(turnsOfChat(messages, { run: { ...run, question }, said: [] }))).toEqual(["user Buy tea"]);
		expect(shown(turnsOfChat(messages, { run, said: [] }))).toEqual(["user Buy tea", "step 0 done"]);
		const over = { ...run, question, state: "stopped" as const };
		expect(shown(turnsOfChat(messages, { run: over, said: [] }))).toEqual(["user Buy tea", "steps 0"]);
	}
});

test("the card of an earlier task keeps what this browser knows; else it tells only what the messages say", () => {
	const done = message(1, {
		content: "All is done.",
		actionString: "finish()",
		metadata: { stepIndex: 0, status: "completed", ms: 4_000 },
	});
	const messages = [asked(0, "Buy tea"), { ...done, timestamp: message(0).timestamp }];
	const cost = { taskTokens: 900, tokenBudget: 1_000 };
	const known = live({ taskId: taskIdOf(1), state: "completed", cost, startedAt: 0, endedAt: 48_000 });
	const cardIn = (earlier: RunView[]) => turnsOfChat(messages, { ...nobody, earlier }).find(({ kind }) => kind === "end");
	expect(cardIn([known])).toMatchObject({ run: { cost, startedAt: 0, endedAt: 48_000 } });
	const card = cardIn([]);
	expect(card).toMatchObject({ run: { cost: null, answer: null } });
	expect(card?.kind === "end" ? durationOf(card.run, 0) : "").toBe("0:04");
});

test("a note that came too late stays with its task when the next one begins", () => {
	const run = live({ taskId: taskIdOf(1), runKey: "first", state: "stopped", endedAt: 2_000 });
	const lateNotes = [{ text: "Click Remove", runKey: "first", taskId: taskIdOf(1), at: 2_000 }];
	const first = [asked(0, "Buy tea"), message(1, { role: "system", content: "", metadata: { event: "cancelled" } })];
	expect(shown(turnsOfChat(first, { run, said: [], lateNotes }))).toEqual(["user Buy tea", "user Click Remove (late)"]);
	const next = live({ taskId: taskIdOf(2), runKey: "second", query: "Buy milk" });
	const both = [...first, message(2, { ...asked(2, "Buy milk"), taskId: taskIdOf(2) })];
	const lines = ["user Buy tea", "user Click Remove (late)", "end stopped", "user Buy milk"];
	expect(shown(turnsOfChat(both, { run: next, said: [], lateNotes }))).toEqual(lines);
	const refused = said({ text: "Click Remove", state: "refused", code: "RUN_ENDED" });
	expect(shown(turnsOfChat(both, { run: next, said: [refused] }))).toEqual(lines);
	expect(shown(turnsOfChat(first, { run: { ...next, taskId: null }, said: [], lateNotes }))).toEqual(lines);
});
