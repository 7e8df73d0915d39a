import { expect, test } from "vitest";
import { partsUpdated, reportOf, stepStarted, stepUpdated } from "./report.ts";
import { answerWith } from "./testing/sample.ts";

const guardOf = (id: number, name: string) => ({ docEpoch: "e", id, fingerprint: "f", role: "input", name, approved: false });
const answer = answerWith('setValue(1, "Ada")', {
	thought: "I fill in the form",
	more: [
		{ action: 'setValue(2, "ada@example.com")', guard: guardOf(2, "Email"), expect: { kind: "none" } },
		{ action: 'setValue(3, "Hello")', guard: guardOf(3, "Message"), expect: { kind: "none" } },
	],
});

test("every action of a batch is a line with its own target and outcome, even one that was not reached", () => {
	const begun = stepStarted([], answer, { actionName: "setValue", at: 0 });
	expect(begun[0]?.more?.map(({ actionName }) => actionName)).toEqual(["setValue", "setValue"]);
	const refused = { success: false, code: "READ_ONLY" };
	const told = stepUpdated(partsUpdated(begun, [{ success: true, target: { id: 1, role: "input", name: "Your name" } }, refused]), {
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
	expect(partsUpdated(begun, [{ success: true }])[0]).not.toHaveProperty("more");
});

test("the panel gets no secret that only the user may type, nor the rest of its batch", () => {
	const pin = { action: 'setValue(2, "4711")', guard: { ...guardOf(2, "Pin"), sensitive: "user_value" as const } };
	const begun = stepStarted([], answerWith(pin.action, { guard: pin.guard, more: [{ ...pin, expect: { kind: "none" } }] }), {
		actionName: "setValue",
		at: 0,
	});
	expect(begun).toMatchObject([{ action: 'setValue(2, "•••")', more: [{ action: 'setValue(2, "•••")', actionName: "setValue" }] }]);
	expect(JSON.stringify(begun)).not.toContain("4711");
});

test("a report over its limit loses the excess of its longest text; a lookup loses whole lines and counts them", () => {
	const told = (actualState: Record<string, unknown>, results = 1) => {
		const parts = Array.from({ length: results }, () => ({ success: true, actualState }));
		const state =
			reportOf(
				parts.map(() => "click(1)"),
				parts,
				null,
			).lastActionResult?.actualState ?? {};
		expect(JSON.stringify(state).length).toBeLessThanOrEqual(20_480);
		return state as Record<string, string> & { readonly batch?: unknown };
	};
	const lines = Array.from({ length: 600 }, (_, index) => `<button ${index} "one of many, in quotes">`);
	const { lookup = "", url } = told({ url: "https://shop.example/", lookup: ["… 600 lines", ...lines].join("\n"), total: 600 });
	const kept = lookup.split("\n").slice(1);
	expect([lookup.split("\n")[0], kept]).toEqual([`… ${kept.length} of 600 lines`, lines.slice(0, kept.length)]);
	expect(JSON.stringify(lookup).length).toBeGreaterThan(18_000);
	expect(url).toBe("https://shop.example/");
	const { dialog = "", alertText } = told({ dialog: "v".repeat(30_000), alertText: "Saved" });
	expect([dialog.length > 18_000, alertText]).toEqual([true, "Saved"]);
	const { batch } = told({ value: "v".repeat(4_000), checked: true }, 5);
	expect(batch).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ action: "click(1)", success: true, checked: true })));
});

test("a batch of long texts is reported part by part, even when its action texts have no room", () => {
	const fills = Array.from({ length: 5 }, (_, index) => `setValue(${index + 1}, "${"v".repeat(3_990)}")`);
	const told = reportOf(
		fills,
		fills.map(() => ({ success: true, actualState: { checked: true } })),
		null,
	).lastActionResult?.actualState;
	expect(JSON.stringify(told).length).toBeLessThanOrEqual(20_480);
	expect((told as { readonly batch?: unknown }).batch).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ success: true })));
});
