import { expect, test } from "vitest";
import { WebhandError } from "../errors.ts";
import type { TaskQuestion } from "../task/types.ts";
import { exitCodeOf, UsageError } from "./exit-codes.ts";
import { askInTerminal } from "./questions.ts";
import { printable } from "./terminal.ts";
import { routineLines, taskLines } from "./words.ts";

test("a page cannot write to the terminal by what it is called", () => {
	expect(printable("Pay\u001b[2K\r\u001b]0;x\u0007now\u202e")).toBe("Pay [2K ]0;x now");
	const [[line] = [""]] = taskLines({ type: "acted", index: 0, ok: false, error: "COVERED: \u001b[31mX" });
	expect(line).not.toContain("\u001b");
});

test("what is typed stands in no line of progress", () => {
	const event = {
		type: "step",
		index: 1,
		tool: "type",
		arguments: { id: "agent-3", text: "hunter2" },
		control: "Password",
		thought: "I type “hunter2” into “Password”.",
		url: "",
	} as const;
	expect(taskLines(event)).toEqual([["2  type  agent-3  Password"]]);
});

test("a run without a browser says so", () => {
	const notice = "No runner has taken the run";
	const event = { type: "progress", state: "waiting", counts: { waiting: 2 }, over: 0, rowCount: 2, notice } as const;
	expect(routineLines(event)).toEqual([["waiting: 0 of 2 (2 waiting)"], [notice, "yellow"]]);
});

const approval: TaskQuestion = { kind: "approval", text: "May I?", choices: [] };
const input: TaskQuestion = { kind: "input", text: "Which?", choices: ["Red", "Blue"] };
const handoff: TaskQuestion = { kind: "handoff", text: "Sign in", choices: [] };
const dialog: TaskQuestion = { kind: "page_dialog", text: "Really?", choices: [] };

test.each([
	[approval, ["maybe", "y"], { approved: true }],
	[approval, ["", "NO"], { approved: false }],
	[approval, [], null],
	[dialog, ["yes"], { approved: true }],
	[input, ["2"], { text: "Blue" }],
	[input, ["", "Green"], { text: "Green" }],
	[input, ["3"], { text: "3" }],
	[input, [], null],
	[handoff, [""], { done: true }],
] as const)("%j is answered by %j", async (question, typed, answer) => {
	const lines: (string | null)[] = [...typed, null];
	const terminal = { ask: async () => lines.shift() ?? null, note: () => undefined };
	const how = { isHeaded: true, signal: new AbortController().signal };
	expect(await askInTerminal(terminal, question, how)).toEqual(answer);
	if (question.kind === "handoff") expect(await askInTerminal(terminal, question, { ...how, isHeaded: false })).toBe(null);
});

test.each([
	[new UsageError("x"), 2],
	[new WebhandError("x", { code: "refused", serverCode: "VALIDATION_ERROR" }), 2],
	[new WebhandError("x", { code: "refused" }), 1],
	[new WebhandError("x", { code: "browser" }), 1],
	[new WebhandError("x", { code: "asked" }), 3],
	[new WebhandError("x", { code: "not_signed_in" }), 4],
	[new WebhandError("x", { code: "forbidden" }), 4],
	[new WebhandError("x", { code: "server_away" }), 5],
	[new WebhandError("x", { code: "cancelled" }), 130],
	[new Error("x"), 1],
])("%o ends with %i", (cause, code) => {
	expect(exitCodeOf(cause)).toBe(code);
});
