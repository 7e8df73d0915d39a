import { expect, test } from "vitest";
import type { Order } from "./orders/order.ts";
import type { End } from "./outcome.ts";
import { judge } from "./outcome.ts";

const before = { path: "/", language: "English", dark: false };
const order: Order = { name: "any", kind: "literal", start: { page: "settings" }, says: "Say it", wanted: { language: "German" } };
const question: Order = { name: "any", kind: "question", start: { page: "settings" }, says: "How much?", answer: /\b3\b/ };
const impossible: Order = { name: "any", kind: "impossible", start: { page: "settings" }, says: "Fly" };
const done: End = { over: true, isCompleted: true, answer: null, before, after: { ...before, language: "German" } };
const german = done.after;

test.for<[name: string, order: Order, end: Partial<End>, is: [right: boolean, falselyDone: boolean, unasked: readonly string[]]]>([
	["what was asked and nothing else is right", order, {}, [true, false, []]],
	["another place is no change", order, { after: { ...german, path: "/away" } }, [true, false, []]],
	["a change besides is not right, though it is done", order, { after: { ...german, dark: true } }, [false, false, ["dark"]]],
	["done without the change is falsely done", order, { after: before }, [false, true, []]],
	[
		"another value of what was asked is falsely done and no unasked change",
		order,
		{ after: { ...german, language: "French" } },
		[false, true, []],
	],
	["the change without the word of it is not right", order, { isCompleted: false }, [false, false, []]],
	["what is not over is not right", order, { over: false, isCompleted: false }, [false, false, []]],
	["a right answer", question, { after: before, answer: "It is 3." }, [true, false, []]],
	["a wrong answer is falsely done", question, { after: before, answer: "It is 33." }, [false, true, []]],
	["a question that changed something", question, { after: german, answer: "3" }, [false, false, ["language"]]],
	["an impossible order that was refused", impossible, { after: before, isCompleted: false }, [true, false, []]],
	["an impossible order that is told as done", impossible, { after: before }, [false, true, []]],
	["an impossible order that never ends", impossible, { after: before, over: false, isCompleted: false }, [false, false, []]],
])("%s", ([, given, end, [right, falselyDone, unasked]]) => {
	expect(judge(given, { ...done, ...end })).toEqual({ right, falselyDone, unasked });
});
