import { describe, expect, test } from "vitest";
import type { PageParts } from "../../test/verify-cases.ts";
import { body, shown, verdictOf } from "../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";

const actions = ["click(6)", 'press(6, "Enter")', "drag(6, 9)"];

describe("beside a clock that goes on", () => {
	const with_ = (...lines: readonly string[]) => ({ body: [body, ...lines].join("\n") });
	const was = with_("It is 12:00:01", "3 items");
	const replaced: Report = {
		domChanges: { addedCount: 2, removedCount: 2, dropdownDetected: false, stabilizationTime: 0, urlChanged: false },
	};
	const mutated: Report = { clientObservations: { didDomMutate: true } };
	test.each([
		["nothing", with_("It is 12:00:04", "3 items"), {}, "failure 0.9"],
		["nothing but nodes that the clock replaced", with_("It is 12:00:04", "3 items"), { ...replaced, ...mutated }, "failure 0.9"],
		["something that is not in the text", with_("It is 12:00:04", "3 items"), { clientObservations: { didNetworkOccur: true } }, "judge"],
		["a word", with_("It is 12:00:04", "3 things"), {}, "judge"],
		["a line more", with_("It is 12:00:04", "3 items", "Saved"), {}, "judge"],
		["a clock more", with_("It is 12:00:04", "3 items", "It is 12:00:04"), {}, "judge"],
		["a control's value", { body: with_("It is 12:00:04", "3 items").body.replace('"Full name"', '"Full name" value="Ada"') }, {}, "judge"],
		["a message", { ...with_("It is 12:00:04", "3 items"), header: '@alert "Not possible"' }, {}, "judge"],
	] as const)("%s", (_name, after, report, expected) => {
		for (const action of actions) expect(shown({ action, was, after, report })).toBe(expected);
	});
});

describe("beside numbers that run by themselves", () => {
	const with_ = (stock: number, cart: number, link = 7, at = "10,10") => ({
		body: [body.replace("at=10,10", `at=${at}`), "", `ACME ${stock} €`, `Cart: ${cart}`, `<a 40 /news>News (${link})`].join("\n"),
	});
	const was = with_(100, 0);
	const press = ["click(6)", 'press(6, "Enter")'];
	const judged: Report = { clientObservations: { didDomMutate: true } };
	const busy: Report = { clientObservations: { didDomMutate: true, didNetworkOccur: true } };
	const seen = (between: PageParts, after: PageParts, report = judged) =>
		press.map((action) => shown({ action, was, between, after, report }));

	test("the first look waits for a second, but where more than numbers changed", () => {
		for (const action of press) {
			expect(shown({ action, was, after: with_(101, 0) })).toBe("open");
			expect(shown({ action, was, after: with_(100, 0, 8) })).toBe("open");
			expect(shown({ action, was, after: { body: `${with_(101, 0).body}\n<button 50>New` } })).toBe("success 0.85");
			expect(shown({ action, was, after: { ...with_(101, 0), header: '@alert "Saved"' } })).toBe("judge");
			expect(shown({ action, was, after: { ...with_(101, 0), url: "https://a.example/next" } })).toBe("success 0.85");
		}
	});

	test("what goes on between two looks is no effect", () => {
		expect(seen(with_(101, 0), with_(102, 0))).toEqual(["failure 0.9", "failure 0.9"]);
		expect(seen(with_(101, 0, 8), with_(102, 0, 9))).toEqual(["failure 0.9", "failure 0.9"]);
		expect(seen(with_(101, 0), with_(102, 0), busy)).toEqual(["judge", "judge"]);
		const { observations } = verdictOf({ action: "click(6)", was, between: with_(101, 0), after: with_(102, 0), report: busy });
		expect(observations).toEqual(["network (client)", "url_same", "page_restless"]);
	});

	test("what stands still between them is one, whatever runs beside it", () => {
		expect(seen(with_(100, 1), with_(100, 1))).toEqual(["judge", "judge"]);
		expect(seen(with_(101, 1), with_(102, 1))).toEqual(["judge", "judge"]);
		expect(seen(with_(100, 0, 8), with_(100, 0, 8))).toEqual(["success 0.85", "success 0.85"]);
	});

	test("what came late, beside what goes on, is looked at once more: it stands still then, or goes on too", () => {
		expect(seen(with_(101, 0), with_(102, 1))).toEqual(["open", "open"]);
		expect(seen(with_(101, 0, 7), with_(102, 0, 8))).toEqual(["open", "open"]);
		const third = (between: PageParts, after: PageParts) => shown({ action: "click(6)", was, between, after, report: judged, waits: 2 });
		expect(third(with_(102, 1), with_(103, 1))).toBe("judge");
		expect(third(with_(102, 1), with_(103, 2))).toBe("failure 0.9");
		expect(third(with_(102, 0), with_(103, 1))).toBe("failure 0.9");
	});

	test("a number beside the target is its own", () => {
		const near = (count: number) => ({ body: body.replace("collapsed>Menu", `collapsed>Menu\nCount: ${count}`) });
		expect(shown({ action: "click(6)", was: near(1), after: near(2) })).toBe("judge");
	});

	test("a target that moves by itself was not moved by a click, one that stays where it went was", () => {
		const at = (place: string) => with_(100, 0, 7, place);
		expect(shown({ action: "click(8)", was, after: at("12,10") })).toBe("open");
		expect(shown({ action: "click(8)", was, between: at("12,10"), after: at("14,10"), report: judged })).toBe("failure 0.9");
		expect(shown({ action: "click(8)", was, between: at("12,10"), after: at("12,10"), report: judged })).toBe("success 0.85");
		expect(shown({ action: "drag(8, 9)", was, after: at("14,10") })).toBe("success 0.85");
	});

	test("a field that got the focus did what a click on it is for", () => {
		const after = { body: with_(101, 0).body.replace('"Full name"', '"Full name" focused') };
		expect(shown({ action: "click(1)", was, after })).toBe("success 0.85");
	});
});
