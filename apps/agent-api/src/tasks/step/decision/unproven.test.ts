import { parseAction } from "@webhand/contracts/action/parse";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Verification } from "@webhand/contracts/agent/task";
import { describe, expect, test } from "vitest";
import { actionRow } from "../../../../test/sample.ts";
import { pageOf } from "../../../../test/turns.ts";
import type { StepRow } from "../../../shared/task.ts";
import { unprovenOf } from "./unproven.ts";

type Done = {
	readonly at?: RiskClass;
	readonly name?: string;
	readonly seen?: readonly string[];
	readonly by?: "facts" | "model";
};

/** A step from its action, as `!click(2)` where it failed. */
function row(stepIndex: number, text: string, { at = "fill", name = "Author", seen = [], by = "facts" }: Done = {}): StepRow {
	const parsed = parseAction(text.replace(/^!/, ""));
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const verdict = text.startsWith("!") ? "failure" : "success";
	const base = actionRow({ stepIndex, verdict, key: "k" });
	const verification: Verification = { stepIndex, verdict, confidence: 0.9, by, observations: [...seen] };
	return { ...base, parsed: parsed.action, targetName: name, gate: { ...base.gate, class: at }, verification };
}

type Line = readonly [string, Done?];
const rows = (lines: readonly Line[]) => lines.map(([text, done], index) => row(index, text, done));
const unproven = (lines: readonly Line[], body = "@view\n<button 2>Save", query = "Enter Jane & Fay") =>
	unprovenOf(rows(lines), pageOf(body), query);

const save = { at: "commit", name: "Save" } as const;
const refused = { ...save, seen: ['validation_error "Account" "Please fill out this field" (client)', "page_same"] } as const;
const nothing = { ...save, seen: ["url_same", "page_same"] } as const;

describe("what was sent", () => {
	test.each<readonly [string, readonly Line[], string | undefined]>([
		["a refusal stands", [['setValue(1, "a")'], ["!click(2)", refused]], 'the page refused “Save”: "Account" "Please fill out this field"'],
		[
			"waiting and filling in do not send it again",
			[["!click(2)", refused], ["wait(1)"], ['setValue(1, "a")']],
			expect.stringContaining("refused"),
		],
		["a refusal of an unknown button stands too", [["!click(2)", { ...refused, at: "press_unknown" }]], expect.stringContaining("refused")],
		["what follows no save stands", [['setValue(1, "a")'], ["!click(2)", nothing]], "nothing shows that “Save” worked"],
		[
			"a save that works later is proof",
			[
				["!click(2)", refused],
				["click(2)", save],
			],
			undefined,
		],
		[
			"another way is no matter of facts",
			[
				["!click(2)", refused],
				["click(3)", { name: "Done", at: "navigate" }],
			],
			undefined,
		],
		[
			"saved again, it has no effect",
			[
				["click(2)", save],
				["!click(2)", nothing],
			],
			undefined,
		],
		[
			"a late answer ends it",
			[
				["!click(2)", nothing],
				["wait(1)", { seen: ['dialog_closed "Note"'] }],
			],
			undefined,
		],
		["a press that neither saves nor is refused stands for nothing", [["!click(2)", { ...nothing, at: "press_unknown" }]], undefined],
		["the opinion of a model is no fact", [["!click(2)", { ...refused, by: "model" }]], undefined],
		["the person answered", [["!click(2)", refused], ['ask("Is it right?")']], undefined],
	])("%s", (_name, lines, said) => expect(unproven(lines)).toEqual(said));
});

describe("a value that was not entered", () => {
	const lost: Line = ['!setValue(1, "Jane & Fay")', { seen: ["client_error NOT_EDITABLE (client)", "page_same"] }];
	test.each<readonly [string, readonly Line[], string | undefined]>([
		["stands, and what is saved then does not hold it", [lost, ["click(2)", save]], "“Author” did not take its value"],
		["stands before anything is saved", [lost], "“Author” did not take its value"],
		["is entered later", [lost, ['setValue(4, "Jane & Fay")', { name: "Authors" }], ["click(2)", save]], undefined],
		["gives way to another value of the field", [lost, ['setValue(1, "Jane")'], ["click(2)", save]], undefined],
		["is chosen in another way", [lost, ["click(5)", { name: "Jane and Fay" }], ["click(2)", save]], undefined],
		[
			"is not so where the field took it in its own form",
			[
				['!setValue(1, "1,5")', { seen: ['target_value "1.50"'] }],
				["click(2)", save],
			],
			undefined,
		],
	])("%s", (_name, lines, said) => expect(unproven(lines)).toBe(said));

	test("is no doubt where the page shows it", () => {
		expect(unproven([lost, ["click(2)", save]], "@view\nBy Jane & Fay, 1817")).toBeUndefined();
		expect(unproven([lost], '@view\n<input 1 "Author" value="jane & fay">')).toBeUndefined();
	});

	test("is not shown by a part of a word, and an empty one by nothing", () => {
		expect(unproven([['!setValue(1, "2")']], "@view\n12.12.2026")).toBe("“Author” did not take its value");
		expect(unproven([['!setValue(1, "")']])).toBe("“Author” did not take its value");
	});

	test("that the order does not name is forgotten behind a save that worked", () => {
		expect(unproven([lost, ["click(2)", save]], undefined, "Enter the book")).toBeUndefined();
		expect(unproven([lost, ["!click(2)", nothing]], undefined, "Enter the book")).toBeDefined();
	});
});
