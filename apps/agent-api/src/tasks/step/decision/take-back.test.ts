import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { describe, expect, test } from "vitest";
import { pageOf } from "../../../../test/turns.ts";
import type { PastStep } from "../../../decider/turn.ts";
import { isObserving } from "../../../policy/facts/target.ts";
import { takenBack } from "./take-back.ts";

function actionOf(text: string): Action {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return parsed.action;
}

type Done = readonly [action: string, observations?: readonly string[], verdict?: "success" | "failure" | "unclear"];

const page = pageOf(
	'<checkbox 1 "Tea" checked>\n<input 2 "Name" value="Ada">\n<select 3 "Size">\n<button 4>Menu\n<password 5 "Password" filled>',
);

const historyOf = (steps: readonly Done[]): readonly PastStep[] =>
	steps.map(([action, observations = [], verdict = "success"], stepIndex) => {
		const parsed = actionOf(action);
		const verification = { stepIndex, verdict, confidence: 0.9, by: "facts" as const, observations: [...observations] };
		return { stepIndex, thought: "", action, parsed, verification, ...(isObserving(parsed) ? { isLook: true as const } : {}) };
	});

const ticked = ["target_state checked", "focus_moved to 1", "mutated"];
const filled = ['target_value "Ada"', "mutated"];
const opened = ["dropdown_opened (client)", "elements_added 6"];

describe("takes back the step that worked", () => {
	test.each<readonly [name: string, action: string, steps: readonly Done[], taken: number]>([
		["the press that ticked a box", "click(1)", [["click(1)", ticked]], 0],
		["another value in the field", 'setValue(2, "wrong 7")', [['setValue(2, "Ada")', filled]], 0],
		["another choice", 'select(3, "Large")', [['select(3, "Small")', filled]], 0],
		["the press that opened a menu", "click(4)", [["click(4)", opened]], 0],
		["the press that opened a section", "click(4)", [["click(4)", ["target_state focused expanded -collapsed"]]], 0],
		[
			"behind other fills",
			"click(1)",
			[
				["click(1)", ticked],
				['setValue(2, "Ada")', filled],
			],
			0,
		],
		["behind looks and what failed", "click(1)", [["click(1)", ticked], ['find("tea")'], ["click(9)", ["page_same"], "failure"]], 0],
	])("%s", (_name, action, steps, taken) => {
		expect(takenBack(actionOf(action), { history: historyOf(steps), page })?.stepIndex).toBe(taken);
	});
});

describe("takes nothing back", () => {
	test.each<readonly [name: string, action: string, steps: readonly Done[]]>([
		["the first press", "click(1)", []],
		["another box", "click(4)", [["click(1)", ticked]]],
		["the same value again", 'setValue(2, "Ada")', [['setValue(2, "Ada")', filled]]],
		["a value in place of one that failed", 'setValue(2, "Ada")', [['setValue(2, "Ad")', [], "failure"]]],
		[
			"behind a press that did more",
			"click(1)",
			[
				["click(1)", ticked],
				["click(4)", ["elements_added 3"]],
			],
		],
		["a press that only moved the focus", "click(2)", [["click(2)", ["target_state focused", "focus_moved to 2"]]]],
		["a press that counts, turns a page or adds rows", "click(4)", [["click(4)", ["elements_added 20", "mutated"]]]],
		["a key", 'press("ArrowRight")', [['press("ArrowRight")', ['target_value "3"']]]],
		["the next search", 'setValue(2, "oolong", true)', [['setValue(2, "Ada", true)', filled]]],
		[
			"a menu that an entry closed",
			"click(4)",
			[
				["click(4)", opened],
				["click(6)", ["elements_removed 6"]],
			],
		],
		["behind a step that left the page", "click(1)", [["click(1)", [...ticked, "url_changed https://shop.example/b"]]]],
		["a secret", 'setValue(5, "b")', [['setValue(5, "•••")', filled]]],
	])("%s", (_name, action, steps) => {
		expect(takenBack(actionOf(action), { history: historyOf(steps), page })).toBeUndefined();
	});
});
