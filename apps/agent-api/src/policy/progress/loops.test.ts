import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { isExplicitOn } from "../verify/expectations.ts";
import type { LoopStep } from "./loops.ts";
import { asksToWait, checkLoop, isExplicitWait, isStalling } from "./loops.ts";

const step = (action: string, facts: Partial<LoopStep> = {}): LoopStep => ({
	action,
	page: "page",
	base: "page",
	isProven: false,
	isSuccess: false,
	isLookup: false,
	...facts,
});
const works = { isSuccess: true };
const line = (actions: string, facts: Partial<LoopStep> = {}) => actions.split(" ").map((action) => step(action, facts));

const ruleOf = (past: readonly LoopStep[], next: LoopStep) => {
	const verdict = checkLoop(past, next);
	return verdict.kind === "pass" ? "pass" : verdict.rule;
};

describe("the three patterns of the specification stop", () => {
	test("observe, observe, observe", () => {
		expect(ruleOf(line("observe observe"), step("observe"))).toBe("repeat_run");
	});
	test("click, click, click, click", () => {
		expect(ruleOf(line("click click click"), step("click"))).toBe("repeat_run");
	});
	test("click, type, click, type, click, type, click", () => {
		expect(ruleOf(line("click type click type click type"), step("click"))).toBe("alternate");
	});
	test("the same action five times in seven steps", () => {
		expect(ruleOf(line("click click type click click scroll"), step("click"))).toBe("alternate");
	});
});

describe("what led nowhere is stopped early", () => {
	test.each([
		["A-B-A-B", "A B A", "B"],
		["A-B-C-A-B-C", "A B C A B", "C"],
		["A-B-C-D-A-B-C-D", "A B C D A B C", "D"],
	])("%s on equal pages", (_name, past, next) => {
		expect(ruleOf(line(past, works), step(next))).toBe("cycle");
	});
	test("the eighth step on one page without a success", () => {
		expect(ruleOf(line("A B C D E F"), step("H"))).toBe("pass");
		expect(ruleOf(line("A B C D E F G"), step("H"))).toBe("no_progress");
	});
	test("a menu opened and closed again and again", () => {
		const open = step("click menu", { page: "closed", ...works });
		const close = step("click menu", { page: "open", ...works });
		expect(ruleOf([open, close, open], close)).toBe("pass");
		expect(ruleOf([open, close, open, close, open, close], open)).toBe("alternate");
	});
});

describe("waits and lookups are bounded", () => {
	test("a minute of waiting for what was named, whatever else was waited for before", () => {
		const wait = (seconds: number) => step("wait", { waitSeconds: seconds, isExplicitWait: true });
		const past = [step("wait", { waitSeconds: 10 }), step("click"), ...Array.from({ length: 11 }, () => wait(5))];
		expect(ruleOf(past, wait(5))).toBe("pass");
		expect(ruleOf([...past, wait(5)], wait(1))).toBe("idle_wait");
		expect(ruleOf([...past, wait(5), step("click")], wait(5))).toBe("pass");
	});
	test("such waiting is nothing that was tried in vain", () => {
		const waits = Array.from({ length: 12 }, () => step("wait", { waitSeconds: 5, isExplicitWait: true }));
		expect(ruleOf(waits, step("click"))).toBe("pass");
		expect(
			ruleOf(
				line("click click").flatMap((click) => [click, ...waits]),
				step("click"),
			),
		).toBe("repeat_run");
		expect(isStalling([...line("A B C"), ...waits])).toBe(false);
	});
	test("more than ten seconds of waiting on one page", () => {
		const wait = (seconds: number, page = "page") => step(`wait ${seconds}`, { base: page, waitSeconds: seconds });
		expect(ruleOf([wait(5)], wait(4))).toBe("pass");
		expect(ruleOf([wait(5), step("click")], wait(6))).toBe("idle_wait");
		expect(ruleOf([wait(5, "other")], wait(6))).toBe("pass");
	});
	test("the fourth lookup in a row", () => {
		const look = (what: string) => step(what, { isLookup: true, ...works });
		expect(ruleOf([look("a"), look("b"), look("c")], look("d"))).toBe("repeat_lookup");
		expect(ruleOf([look("a"), look("b"), step("click"), look("c")], look("d"))).toBe("pass");
	});
});

describe("what makes progress never counts", () => {
	test("next page pressed ten times, each on another page", () => {
		const past = Array.from({ length: 10 }, (_, index) => step("click next", { page: `p${index}`, base: `p${index}`, ...works }));
		expect(ruleOf(past, step("click next", { page: "p10", base: "p10" }))).toBe("pass");
	});
	test("a stepper whose number changes beside it", () => {
		const past = Array.from({ length: 9 }, (_, index) => step("click plus", { page: `digits ${index}`, ...works }));
		expect(ruleOf(past, step("click plus", { page: "digits 9" }))).toBe("pass");
	});
	test("a counter pressed eight times, each press proven", () => {
		expect(ruleOf(line("click click click click click click click", { isProven: true, ...works }), step("click"))).toBe("pass");
	});
	test("a proven press beside a ticker that changes nothing else", () => {
		const past = [
			step("buy", { isProven: true, ...works }),
			step("sell", { isProven: true, ...works }),
			step("buy", { isProven: true, ...works }),
		];
		expect(ruleOf(past, step("sell"))).toBe("pass");
	});
	describe("numbers that change far from the target", () => {
		const numbers = (...lines: readonly number[]) => lines.map((line) => String(line).padStart(6, "0")).join("");
		test("in three lines are a list that was turned", () => {
			const pages = [0, 10, 20, 30, 40].map((first) => step("click next", { numbers: numbers(first, first + 1, first + 2), ...works }));
			expect(ruleOf(pages, step("click next", { numbers: numbers(50, 51, 52) }))).toBe("pass");
		});
		test("in two are a counter, and the press is a dead one", () => {
			const pages = [0, 10].map((first) => step("click next", { numbers: numbers(first, first + 1, 2) }));
			expect(ruleOf(pages, step("click next", { numbers: numbers(20, 21, 2) }))).toBe("repeat_run");
		});
		test("do not hide who turns a list to and fro", () => {
			const [one, two] = [numbers(1, 2, 3), numbers(4, 5, 6)];
			const past = [
				step("next", { numbers: one, ...works }),
				step("back", { numbers: two, ...works }),
				step("next", { numbers: one, ...works }),
			];
			expect(ruleOf(past, step("back", { numbers: two }))).toBe("cycle");
		});
	});
	test("twelve fields of one form filled one after the other", () => {
		const past = Array.from({ length: 11 }, (_, index) => step(`fill ${index}`, { page: `p${index}`, ...works }));
		expect(ruleOf(past, step("fill 11", { page: "p11" }))).toBe("pass");
	});
});

test("a page is stalling at the fourth step without a success, once", () => {
	expect(isStalling(line("A B C"))).toBe(false);
	expect(isStalling(line("A B C D"))).toBe(true);
	expect(isStalling(line("A B C D E"))).toBe(false);
	expect(isStalling([...line("A B C"), step("D", works)])).toBe(false);
});

describe("one action that leads through the same few pages again and again", () => {
	const proven = { isProven: true, isSuccess: true };
	const visits = (pages: string) => pages.split(" ").map((page) => step("click", { ...proven, page, base: page }));

	test("is stopped at the sixth click on a switch that goes on and off, though each was seen to work", () => {
		expect(ruleOf(visits("off on off on"), step("click", { page: "off", base: "off" }))).toBe("pass");
		expect(ruleOf(visits("off on off on off"), step("click", { page: "on", base: "on" }))).toBe("cycle");
	});

	test("is stopped on a carousel of three that starts over", () => {
		expect(ruleOf(visits("1 2 3 1 2 3 1 2"), step("click", { page: "3" }))).toBe("cycle");
	});

	test("goes on where each page is a new one, or the page did not change and something else proved it", () => {
		expect(ruleOf(visits("1 2 3 4 5 6 7 8"), step("click", { page: "9" }))).toBe("pass");
		expect(ruleOf(visits("1 1 1 1 1 1 1"), step("click", { page: "1", ...proven }))).toBe("pass");
	});
});

describe("an explicit wait", () => {
	const wait = { name: "wait", seconds: 2 } as const;
	test("names what comes or goes and has not happened yet", () => {
		expect(isExplicitWait(wait, { kind: "text_appears", text: "Import finished" }, true)).toBe(true);
		expect(isExplicitWait(wait, { kind: "text_gone", text: "Loading" }, true)).toBe(true);
		expect(isExplicitWait(wait, { kind: "text_appears", text: "Import finished" }, false)).toBe(false);
	});
	test("is neither a wait for any change that nobody bounds nor another action", () => {
		const [page, change] = [parsePage("@page 1"), { kind: "any_change" } as const];
		expect(isExplicitWait(wait, change, isExplicitOn(page, change))).toBe(false);
		expect(isExplicitWait(wait, change, isExplicitOn(page, change, true))).toBe(true);
		expect(isExplicitWait(wait, undefined, true)).toBe(false);
		expect(isExplicitWait({ name: "reload" }, { kind: "text_appears", text: "Import finished" }, true)).toBe(false);
	});
	test.each(["Wait 30 seconds", "click Start, wait for 2 minutes and read the sum", "Wait a minute", "wait 20s"])(
		"%s: the query says how long",
		(query) => expect(asksToWait(query)).toBe(true),
	);
	test.each(["Wait until the report is there", "Click Wait", "Book the waiter for 3 seconds"])("%s: the query names no time", (query) =>
		expect(asksToWait(query)).toBe(false),
	);
});
