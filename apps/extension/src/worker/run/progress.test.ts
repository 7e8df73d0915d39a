import { expect, test } from "vitest";
import { answerWith } from "./cases/sample.ts";
import { partsTold, stepStarted, stepTold } from "./progress.ts";

const guardOf = (id: number, name: string) => ({ docEpoch: "e", id, fingerprint: "f", role: "input", name, approved: false });
const answer = answerWith('setValue(1, "Ada")', {
	thought: "I fill in the form",
	more: [
		{ action: 'setValue(2, "ada@example.com")', guard: guardOf(2, "Email"), expect: { kind: "none" } },
		{ action: 'setValue(3, "Hello")', guard: guardOf(3, "Message"), expect: { kind: "none" } },
	],
});

test("every action of a batch is a line with its own target and outcome, also the one that was not reached", () => {
	const begun = stepStarted([], answer, { actionName: "setValue", at: 0 });
	expect(begun[0]?.more?.map(({ actionName }) => actionName)).toEqual(["setValue", "setValue"]);
	const refused = { success: false, code: "READ_ONLY" };
	const told = stepTold(partsTold(begun, [{ success: true, target: { id: 1, role: "input", name: "Your name" } }, refused]), {
		at: 9,
		result: refused,
	});
	expect(told).toMatchObject([
		{
			target: { name: "Your name" },
			state: "done",
			more: [{ target: { name: "Email" }, result: { success: false, code: "READ_ONLY" } }, { target: { name: "Message" } }],
		},
	]);
	expect(told[0]?.more?.[1]).not.toHaveProperty("result");
});

test("a step of one action has no lines beside it", () => {
	const begun = stepStarted([], { ...answer, more: [] }, { actionName: "setValue", at: 0 });
	expect(partsTold(begun, [{ success: true }])[0]).not.toHaveProperty("more");
});

test("what only the person may type is not told to the panel, nor what stands in a batch beside it", () => {
	const pin = { action: 'setValue(2, "4711")', guard: { ...guardOf(2, "Pin"), sensitive: "user_value" as const } };
	const begun = stepStarted([], answerWith(pin.action, { guard: pin.guard, more: [{ ...pin, expect: { kind: "none" } }] }), {
		actionName: "setValue",
		at: 0,
	});
	expect(begun).toMatchObject([{ action: 'setValue(2, "•••")', more: [{ action: 'setValue(2, "•••")', actionName: "setValue" }] }]);
	expect(JSON.stringify(begun)).not.toContain("4711");
});
