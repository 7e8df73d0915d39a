import { expect, test } from "vitest";
import { hostText } from "../words.ts";
import { limitChanges, limitsFormOf, readLimits } from "./limits-form.ts";

const text = hostText.limits;
const form = limitsFormOf({ stepsPerMinute: 600 });

test.for([
	["an untouched form is the limits as they stand", {}, { kind: "limits", limits: { stepsPerMinute: 600 } }],
	["an empty field is the default", { stepsPerMinute: "" }, { kind: "limits", limits: {} }],
	["digits may be grouped", { tasks: "1,000 000" }, { kind: "limits", limits: { stepsPerMinute: 600, tasks: 1_000_000 } }],
	["a number above the bound is told", { sockets: "100001" }, { kind: "wrong", fields: { sockets: text.problem(1, 100_000) } }],
	["a number below the bound is told", { tasks: "0" }, { kind: "wrong", fields: { tasks: text.problem(1, 10_000_000) } }],
	[
		"words are told",
		{ chunks: "many", storageMb: "-1" },
		{ kind: "wrong", fields: { chunks: text.problem(0, 5_000_000), storageMb: text.problem(0, 1_000_000) } },
	],
	["a fraction is told", { documents: "1.5" }, { kind: "wrong", fields: { documents: text.problem(0, 100_000) } }],
] as const)("%s", ([_name, part, expected]) => {
	expect(readLimits({ ...form, ...part })).toEqual(expected);
});

test("the question names each limit with its value before and after", () => {
	expect(limitChanges({ stepsPerMinute: 600 }, { documents: 5 })).toEqual([
		text.change(text.names.stepsPerMinute, 600, 2_400),
		text.change(text.names.documents, 1_000, 5),
	]);
});
