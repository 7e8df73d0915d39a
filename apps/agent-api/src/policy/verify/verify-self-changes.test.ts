import { describe, expect, test } from "vitest";
import type { PageParts } from "../../../test/verify-cases.ts";
import { body, outcome, verdictOf } from "../../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";

const actions = ["click(6)", 'press(6, "Enter")', "drag(6, 9)"];

describe("beside a running clock a press shows", () => {
	const withLines = (...lines: readonly string[]) => ({ body: [body, ...lines].join("\n") });
	const was = withLines("It is 12:00:01", "3 items");
	const replaced: Report = {
		domChanges: { addedCount: 2, removedCount: 2, dropdownDetected: false, stabilizationTime: 0, urlChanged: false },
	};
	const mutated: Report = { clientObservations: { didDomMutate: true } };
	test.each([
		["nothing", withLines("It is 12:00:04", "3 items"), {}, "failure 0.9"],
		["nothing but nodes that the clock replaced", withLines("It is 12:00:04", "3 items"), { ...replaced, ...mutated }, "failure 0.9"],
		[
			"something that is not in the text",
			withLines("It is 12:00:04", "3 items"),
			{ clientObservations: { didNetworkOccur: true } },
			"judge",
		],
		["a word", withLines("It is 12:00:04", "3 things"), {}, "judge"],
		["a line more", withLines("It is 12:00:04", "3 items", "Saved"), {}, "judge"],
		["a clock more", withLines("It is 12:00:04", "3 items", "It is 12:00:04"), {}, "judge"],
		[
			"a control's value",
			{ body: withLines("It is 12:00:04", "3 items").body.replace('"Full name"', '"Full name" value="Ada"') },
			{},
			"judge",
		],
		["a message", { ...withLines("It is 12:00:04", "3 items"), header: '@alert "Not possible"' }, {}, "judge"],
	] as const)("%s", (_name, after, report, expected) => {
		for (const action of actions) expect(outcome({ action, was, after, report })).toBe(expected);
	});
});

describe("beside numbers that change by themselves", () => {
	const withLines = (stock: number, cart: number, link = 7, at = "10,10") => ({
		body: [body.replace("at=10,10", `at=${at}`), "", `ACME ${stock} €`, `Cart: ${cart}`, `<a 40 /news>News (${link})`].join("\n"),
	});
	const was = withLines(100, 0);
	const press = ["click(6)", 'press(6, "Enter")'];
	const judged: Report = { clientObservations: { didDomMutate: true } };
	const busy: Report = { clientObservations: { didDomMutate: true, didNetworkOccur: true } };
	const seen = (between: PageParts, after: PageParts, report = judged) =>
		press.map((action) => outcome({ action, was, between, after, report }));

	test("the first reading waits for a second, unless more than numbers changed", () => {
		for (const action of press) {
			expect(outcome({ action, was, after: withLines(101, 0) })).toBe("open");
			expect(outcome({ action, was, after: withLines(100, 0, 8) })).toBe("open");
			expect(outcome({ action, was, after: { body: `${withLines(101, 0).body}\n<button 50>New` } })).toBe("success 0.85");
			expect(outcome({ action, was, after: { ...withLines(101, 0), header: '@alert "Saved"' } })).toBe("judge");
			expect(outcome({ action, was, after: { ...withLines(101, 0), url: "https://a.example/next" } })).toBe("success 0.85");
		}
	});

	test("what changes between two readings is no effect", () => {
		expect(seen(withLines(101, 0), withLines(102, 0))).toEqual(["failure 0.9", "failure 0.9"]);
		expect(seen(withLines(101, 0, 8), withLines(102, 0, 9))).toEqual(["failure 0.9", "failure 0.9"]);
		expect(seen(withLines(101, 0), withLines(102, 0), busy)).toEqual(["judge", "judge"]);
		const { observations } = verdictOf({ action: "click(6)", was, between: withLines(101, 0), after: withLines(102, 0), report: busy });
		expect(observations).toEqual(["network (client)", "url_same", "page_restless"]);
	});

	test("what stands still between them is one", () => {
		expect(seen(withLines(100, 1), withLines(100, 1))).toEqual(["judge", "judge"]);
		expect(seen(withLines(101, 1), withLines(102, 1))).toEqual(["judge", "judge"]);
		expect(seen(withLines(100, 0, 8), withLines(100, 0, 8))).toEqual(["success 0.85", "success 0.85"]);
	});

	test("a late change is read once more: then it stands still, or goes on too", () => {
		expect(seen(withLines(101, 0), withLines(102, 1))).toEqual(["open", "open"]);
		expect(seen(withLines(101, 0, 7), withLines(102, 0, 8))).toEqual(["open", "open"]);
		const third = (between: PageParts, after: PageParts) => outcome({ action: "click(6)", was, between, after, report: judged, waits: 2 });
		expect(third(withLines(102, 1), withLines(103, 1))).toBe("judge");
		expect(third(withLines(102, 1), withLines(103, 2))).toBe("failure 0.9");
		expect(third(withLines(102, 0), withLines(103, 1))).toBe("failure 0.9");
	});

	test("a number near the target is its effect", () => {
		const near = (count: number) => ({ body: body.replace("collapsed>Menu", `collapsed>Menu\nCount: ${count}`) });
		expect(outcome({ action: "click(6)", was: near(1), after: near(2) })).toBe("judge");
	});

	test("a target that moves by itself was not moved by a click, one that stays where it went was", () => {
		const at = (place: string) => withLines(100, 0, 7, place);
		expect(outcome({ action: "click(8)", was, after: at("12,10") })).toBe("open");
		expect(outcome({ action: "click(8)", was, between: at("12,10"), after: at("14,10"), report: judged })).toBe("failure 0.9");
		expect(outcome({ action: "click(8)", was, between: at("12,10"), after: at("12,10"), report: judged })).toBe("success 0.85");
		expect(outcome({ action: "drag(8, 9)", was, after: at("14,10") })).toBe("success 0.85");
	});

	test("a field that got the focus did what a click on it is for", () => {
		const after = { body: withLines(101, 0).body.replace('"Full name"', '"Full name" focused') };
		expect(outcome({ action: "click(1)", was, after })).toBe("success 0.85");
	});
});
