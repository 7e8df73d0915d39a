import { describe, expect, test } from "vitest";
import { asksToWait, isExplicitWait } from "./loops.ts";

describe("a wait for something", () => {
	const wait = { name: "wait", seconds: 2 } as const;
	test("names what comes or goes, and that has not yet", () => {
		expect(isExplicitWait(wait, { kind: "text_appears", text: "Import finished" }, true)).toBe(true);
		expect(isExplicitWait(wait, { kind: "text_gone", text: "Loading" }, true)).toBe(true);
		expect(isExplicitWait(wait, { kind: "text_appears", text: "Import finished" }, false)).toBe(false);
	});
	test("is no wait for anything at all, and no other action", () => {
		expect(isExplicitWait(wait, { kind: "any_change" }, true)).toBe(false);
		expect(isExplicitWait(wait, undefined, true)).toBe(false);
		expect(isExplicitWait({ name: "reload" }, { kind: "text_appears", text: "Import finished" }, true)).toBe(false);
	});
	test.each(["Wait 30 seconds", "click Start, wait for 2 minutes and read the sum", "Wait a minute", "wait 20s"])(
		"%s: as long as it says",
		(query) => expect(asksToWait(query)).toBe(true),
	);
	test.each(["Wait until the report is there", "Click Wait", "Book the waiter for 3 seconds"])("%s: no time is said", (query) =>
		expect(asksToWait(query)).toBe(false),
	);
});
