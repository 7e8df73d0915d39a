import { describe, expect, test } from "vitest";
import { clausesOf } from "../sentence/clauses.ts";
import type { Row } from "./notation.ts";
import { notationOf } from "./notation.ts";
import { sentences } from "./sentences/sentences.ts";

const reads = (sentence: string, clauses: string) => expect(notationOf(clausesOf(sentence))).toBe(clauses);

describe("a sentence is read as", () => {
	test.each(sentences)("%s → %s", reads);
});

/** Every verb that clicks, with every way to name a button. */
const clicks = [
	"Click",
	"Click on",
	"Tap",
	"Tap on",
	"Press",
	"Push",
	"Hit",
	"Please click",
	"Could you please click",
	"Now click",
	"I want you to click on",
];
const buttons: readonly Row[] = [
	['the "Save" button', "click 'Save' /button"],
	['the button "Save"', "click 'Save' /button"],
	['"Save"', "click 'Save'"],
	["the Save button", "click Save /button"],
	['the button labeled "Save"', "click 'Save' /button"],
	["the last button", "click /button #-1"],
	['the "Save" button in the section "Profile"', "click 'Save' /button @section('Profile')"],
	["the Save button next to Ada", "click Save /button @next(Ada)"],
];

/** Every verb that writes, with every way to name value and field. */
const fills = ["Enter", "Type", "Write", "Input", "Put", "Please enter"];
const values: readonly Row[] = [
	['"Ada" into the name field', 'fill name /field = "Ada"'],
	['"Ada" in the "First name" field', "fill 'First name' /field = \"Ada\""],
	['"Ada"', 'fill ? = "Ada"'],
	["ada@example.org in the email field", 'fill email /field = "ada@example.org"'],
	['"a" in the first field and "b" in the second field', 'fill /field #1 = "a" + /field #2 = "b"'],
];

const combined = (verbs: readonly string[], rows: readonly Row[]): readonly Row[] =>
	verbs.flatMap((verb) => rows.map(([words, clauses]) => [`${verb} ${words}.`, clauses] as const));

describe("whatever word asks for it", () => {
	test.each(combined(clicks, buttons))("%s → %s", reads);
	test.each(combined(fills, values))("%s → %s", reads);
	test.each(
		combined(
			["Select", "Choose", "Pick"],
			[
				['"Blue" from the list', "choose 'Blue' in /select"],
				["Blue as color", "choose Blue in color"],
				['"A", "B" and "C"', "choose 'A' + 'B' + 'C'"],
				["7 with the slider", "choose 7 in /slider"],
			],
		),
	)("%s → %s", reads);
});

describe("two clauses stay two", () => {
	const joints = [
		" and ",
		", ",
		", and ",
		" then ",
		" and then ",
		", then ",
		"; ",
		". ",
		". Then ",
		". After that, ",
		". Finally, ",
		", and finally ",
	];
	const rows = joints.map(
		(joint) =>
			[`Enter "Ada, Bob and Eve" into the name field${joint}press Submit`, 'fill name /field = "Ada, Bob and Eve"; click Submit'] as const,
	);
	test.each(rows)("%s → %s", reads);
});

test("an instruction without a meaning is one unknown clause, however long", () => {
	reads("", "unknown");
	reads("?!", "unknown");
	reads("lorem ipsum dolor sit amet ".repeat(300), "unknown");
});

test("ten thousand characters are read in a few milliseconds", () => {
	// Processor time of this thread: other work on the machine does not count.
	const started = process.threadCpuUsage();
	clausesOf('click "a", enter "b" into the field to the left of the c and '.repeat(160));
	expect(process.threadCpuUsage(started).user).toBeLessThan(500_000);
});
