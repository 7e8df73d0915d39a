import { parseAction } from "@webhand/contracts/action/parse";
import type { Verification } from "@webhand/contracts/agent/task";
import type { ReplayState } from "@webhand/routines/replay/state";
import { expect, test } from "vitest";
import type { PastStep, Turn } from "../turn.ts";
import { reportOf } from "./report.ts";

function past(stepIndex: number, text: string, verdict?: Verification["verdict"], observations: string[] = []): PastStep {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(text);
	const verification = verdict === undefined ? undefined : { stepIndex, verdict, confidence: 0.9, by: "facts" as const, observations };
	return { stepIndex, thought: "", action: text, parsed: parsed.action, ...(verification === undefined ? {} : { verification }) };
}
const turn = (history: readonly PastStep[], more: Partial<Turn> = {}) =>
	({ history, forbidden: [], notes: [], report: {}, ...more }) as unknown as Turn;
const sent = (...steps: string[]) => ({ sent: { steps, hadCommitted: false } }) as unknown as ReplayState;
const asking = { asked: { about: "heal", step: "s1", name: "Save" } } as unknown as ReplayState;

test.for<readonly [string, Turn, ReplayState, object]>([
	["nothing was done yet", turn([]), sent("s1"), { kind: "none" }],
	["it only looked", turn([past(0, "wait(1)", "success")]), {} as ReplayState, { kind: "none" }],
	[
		"it is proven",
		turn([past(0, "click(1)", "success", ['message_appeared "Saved" (client)'])]),
		sent("s1"),
		{ kind: "proven", done: 1, words: ["Saved"] },
	],
	[
		"a field holds what was typed, and a dialog closed",
		turn([past(0, "click(1)", "success", ['target_value "Saved"', 'dialog_closed "Saved"'])]),
		sent("s1"),
		{ kind: "proven", done: 1, words: [] },
	],
	[
		"a batch is proven",
		turn([past(0, 'setValue(1, "a")', "success"), past(0, 'setValue(2, "b")', "success")]),
		sent("s1", "s2"),
		{ kind: "proven", done: 2 },
	],
	[
		"only a part of a batch was sent",
		turn([past(0, 'setValue(1, "a")', "success")]),
		sent("s1", "s2"),
		{ kind: "failed", done: 1, words: [], isUndone: true },
	],
	[
		"the page said why",
		turn([past(0, "click(1)", "failure", ['message_appeared "Too late"', "page_same"])]),
		sent("s1"),
		{ kind: "failed", done: 0, words: ["Too late"] },
	],
	[
		"the page said why, of two fields and in quotes of its own",
		turn([
			past(0, "click(1)", "failure", [
				'form refused: "Amount" "is too much", "Due" invalid',
				'message_appeared "No \u201cAda\u201d or "Bob""',
			]),
		]),
		sent("s1"),
		{ kind: "failed", done: 0, words: ["Amount", "is too much", "Due", 'No \u201cAda\u201d or "Bob"'] },
	],
	[
		"the browser did not carry it out",
		turn([past(0, "click(1)", "failure")], { report: { error: { code: "COVERED", message: "covered" }, isInert: true } }),
		sent("s1"),
		{ kind: "failed", done: 0, words: [], isUndone: true },
	],
	[
		"the press for the next rows of a list reached nothing",
		turn([past(0, "click(1)", "failure")], { report: { error: { code: "COVERED", message: "covered" }, isInert: true } }),
		{ reading: {} } as unknown as ReplayState,
		{ kind: "failed", isUndone: true },
	],
	[
		"the next rows of a list are waited for",
		turn([past(0, "click(1)", "failure"), past(1, "wait(1)", "success")]),
		{ reading: {} } as unknown as ReplayState,
		{ kind: "none" },
	],
	[
		"its approval held no more when it was given",
		turn([past(0, 'ask("Allow it?")')]),
		sent("s1"),
		{ kind: "failed", done: 0, words: [], isUndone: true },
	],
	[
		"the person said no",
		turn([past(0, 'ask("Allow it?")')], { forbidden: [{ action: "click(1)", reason: "the person said no to it", code: "denied" }] }),
		sent("s1"),
		{ kind: "denied", reason: "You said no to it" },
	],
	["the person did it", turn([past(0, 'handoff("Sign in")')]), sent("s1"), { kind: "none" }],
	[
		"the person answered",
		turn([past(0, 'ask("Is this the same?")')], { notes: ["You asked: Is this the same?\nThe person answered: Yes, go on"] }),
		asking,
		{ kind: "answered", answer: "Yes, go on" },
	],
])("what became of an action where %s", ([_name, given, state, report]) => {
	expect(reportOf(given, state, 0)).toMatchObject(report);
});

test.for(["COVERED", "NOT_FOUND", "TRUSTED_INPUT_BUSY", "OUTCOME_UNKNOWN"])(
	"an action that came back as %s may have been done, where the browser does not say that nothing reached the page",
	(code) => {
		const failed = turn([past(0, "click(1)", "failure")], { report: { error: { code, message: "?" } } });
		expect(reportOf(failed, sent("s1"), 0)).toEqual({ kind: "failed", done: 0, words: [] });
	},
);

test("what a page that was opened again shows says nothing of the steps before", () => {
	const history = [past(3, "click(1)", "success")];
	expect(reportOf(turn(history), sent("s1"), 4)).toEqual({ kind: "none" });
	expect(reportOf(turn(history), sent("s1"), 3)).toMatchObject({ kind: "proven", done: 1 });
});

test("a wait that did not begin undoes nothing of the step before it", () => {
	const history = [past(0, "click(1)", "success"), past(1, "wait(1)", "failure")];
	expect(reportOf(turn(history, { report: { isInert: true } }), sent("s1"), 0)).toEqual({ kind: "failed", done: 0, words: [] });
});
