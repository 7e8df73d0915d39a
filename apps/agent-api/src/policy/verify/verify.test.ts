import type { Expectation } from "@webhand/contracts/agent/task";
import { describe, expect, test } from "vitest";
import { list } from "../../../test/list.ts";
import { body, outcome, swap, verdictOf } from "../../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";

describe("an explicit expectation that is met is a success of 0.95", () => {
	test.each([
		["url_contains", { kind: "url_contains", text: "/DONE" }, { url: "https://a.example/done" }],
		["url_changes", { kind: "url_changes" }, { url: "https://a.example/done" }],
		["text_appears", { kind: "text_appears", text: "thank  you" }, { body: `${body}\nThank you!` }],
		["text_gone", { kind: "text_gone", text: "Checkout" }, swap("# Checkout", "# Done")],
		["value_is", { kind: "value_is", id: 1, value: "Ada" }, swap('"Full name"', '"Full name" value="Ada"')],
		["state_is", { kind: "state_is", id: 6, state: "expanded", on: true }, swap("collapsed", "expanded")],
		["element_appears", { kind: "element_appears", name: "close", role: "button" }, { body: `${body}\n<button 20>Close` }],
		["element_gone", { kind: "element_gone", id: 9 }, swap("<a 9 /more>More", "")],
		["dialog_opens", { kind: "dialog_opens" }, { header: '@dialog "Sure?" 30' }],
		["any_change", { kind: "any_change" }, swap("# Checkout", "# Done")],
	] as const)("%s", (_name, expected, after) => {
		expect(outcome({ action: "click(6)", expect: expected as Expectation, after })).toBe("success 0.95");
		expect(outcome({ action: "click(6)", expect: expected as Expectation })).not.toBe("success 0.95");
	});

	test.each([
		["dialogs", (index: number) => `@dialog "Offer ${index}" 30`],
		["messages", (index: number) => `@alert "Offer ${index}"`],
	])("more %s than are stored prove nothing of a press that changed nothing, a new one does", (_name, line) => {
		const open = (count: number) => ({ header: Array.from({ length: count }, (_, index) => line(index)).join("\n") });
		expect(outcome({ action: "click(6)", was: open(7), after: open(7) })).toBe("failure 0.9");
		expect(outcome({ action: "click(6)", was: open(4), after: open(7) })).not.toBe("failure 0.9");
	});

	test("dialog_closes", () => {
		const was = { header: '@dialog "Sure?" 30' };
		expect(outcome({ action: "click(6)", expect: { kind: "dialog_closes" }, was })).toBe("success 0.95");
		expect(outcome({ action: "click(6)", expect: { kind: "dialog_closes" }, was, after: was })).not.toBe("success 0.95");
	});

	test("none is never met, so it proves nothing", () => {
		expect(outcome({ action: "click(6)", expect: { kind: "none" }, after: swap("# Checkout", "# Done") })).toBe("judge");
	});

	test("an element id means nothing in another document", () => {
		const after = { ...swap('"Full name"', '"Full name" value="Ada"'), epoch: "e2" };
		expect(outcome({ action: "click(6)", expect: { kind: "value_is", id: 1, value: "Ada" }, after })).not.toBe("success 0.95");
	});
});

describe("an outcome that may still come is waited for, twice at most", () => {
	test.each([
		["the client says pending", { report: { lastActionStatus: "pending" } }],
		["the client does not know", { report: { lastActionError: { code: "OUTCOME_UNKNOWN", message: "?", action: "click(6)" } } }],
		["the page is busy and shows nothing yet", { after: { header: "@pending yes" } }],
	] as const)("%s", (_name, facts) => {
		expect(outcome({ action: "click(6)", ...facts })).toBe("open");
		expect(outcome({ action: "click(6)", ...facts, waits: 1 })).toBe("open");
		expect(outcome({ action: "click(6)", ...facts, waits: 2 })).toBe("failure 0.9");
	});

	test("a busy page that shows an effect is settled at once", () => {
		expect(outcome({ action: "click(6)", after: { header: "@pending yes", url: "https://a.example/next" } })).toBe("success 0.85");
	});

	test.each([
		["a value that stands there already", 'setValue(2, "Austria")', {}, "success 1"],
		["a page that was scrolled", 'scroll("down")', { screen: "2 of 2" }, "success 0.9"],
		["a message that appeared", "click(6)", { header: '@pending yes\n@alert "Saved"' }, "judge"],
	] as const)("a page that never rests does not hold up %s", (_name, action, after, expected) => {
		expect(outcome({ action, after: { header: "@pending yes", ...after } })).toBe(expected);
	});

	test("a value that is already there needs no waiting", () => {
		expect(
			outcome({
				action: 'setValue(1, "Ada")',
				report: { lastActionStatus: "pending" },
				after: swap('"Full name"', '"Full name" value="Ada"'),
			}),
		).toBe("success 1");
	});
});

describe("an error of the client is a failure unless the value is there", () => {
	const report: Report = { lastActionStatus: "failure", lastActionError: { code: "STALE_ELEMENT", message: "gone", action: "x" } };
	test.each(
		list(
			'click(6) | setValue(1, "Ada") | select(2, "France") | press("Enter") | hover(6) | scroll("down") | wait(1) | reload()',
			'navigate("https://a.example/x") | find("tea")',
		),
	)("%s", (action) => {
		expect(outcome({ action, report })).toBe("failure 0.95");
	});
	test("the page's own word beats the client's", () => {
		expect(outcome({ action: 'setValue(1, "Ada")', report, after: swap('"Full name"', '"Full name" value="Ada"') })).toBe("success 1");
	});
	test("but a password field that holds something says nothing", () => {
		expect(outcome({ action: 'setValue(4, "Ada")', report, after: swap('"Password"', '"Password" filled') })).toBe("failure 0.95");
	});
});

describe("a place that was gone to", () => {
	test.each([
		["the same place", { url: "https://b.example/x/" }, "success 1"],
		["another place of the same site", { url: "https://www.b.example/y" }, "success 0.9"],
		["a sign-in page", { url: "https://login.c.example/", body: '<password 4 "Password">' }, "success 0.75"],
		["an error page", { url: "https://b.example/x", title: "404 Not Found" }, "failure 0.9"],
		["a page called by its error", { url: "https://b.example/x", title: "Error 404" }, "failure 0.9"],
		["a page called by a number", { url: "https://b.example/x", title: "404 Main Street" }, "success 1"],
		["a page that cannot be read", { url: "https://b.example/x", header: "@restricted error page" }, "failure 0.9"],
		["somewhere else", { url: "https://c.example/", body: "Hello" }, "judge"],
	] as const)("%s", (_name, after, expected) => {
		for (const action of ['navigate("https://b.example/x")', 'openTab("https://b.example/x")'])
			expect(outcome({ action, after: { epoch: "e2", ...after } })).toBe(expected);
	});
});

const dialog = (type: "alert" | "confirm" | "prompt" | "unknown", message: string, accepted?: boolean): Report => ({
	lastActionResult: {
		success: true,
		actualState: { dialogs: [{ type, message, ...(accepted === undefined ? {} : { accepted }) }] },
	},
});

describe("a click, a key or a drag shows in the page", () => {
	const actions = ["click(6)", 'press(6, "Enter")', "drag(6, 9)"];
	test.each([
		["the address", { url: "https://a.example/next" }, "success 0.85"],
		["a dialog", { header: '@dialog "Sure?" 30' }, "success 0.85"],
		["the target's state", swap("collapsed", "expanded"), "success 0.85"],
		["a control more", { body: `${body}\n<button 20>New` }, "success 0.85"],
		["a control less", swap("<a 9 /more>More", ""), "success 0.85"],
		["a tab", { header: "@tabs 7* Form (a.example) | 9 More (b.example)" }, "success 0.85"],
		["nothing", {}, "failure 0.9"],
		["nothing but the focus that every pressed button gets", swap("<button 6 collapsed>", "<button 6 collapsed focused>"), "failure 0.9"],
		["text only", swap("# Checkout", "# Checking out"), "judge"],
	] as const)("%s", (_name, after, expected) => {
		for (const action of actions) expect(outcome({ action, after })).toBe(expected);
	});

	test.each([
		["a dialog that is gone", { header: '@dialog "Sure?" 30' }],
		["a tab that is gone", { header: "@tabs 7* Form (a.example) | 9 More (b.example)" }],
	] as const)("%s", (_name, was) => {
		const after = { header: was.header.startsWith("@tabs") ? "@tabs 7* Form (a.example)" : "" };
		for (const action of actions) {
			expect(outcome({ action, was, after })).toBe("success 0.85");
			expect(outcome({ action, was, after: was })).toBe("failure 0.9");
		}
	});

	test.each([
		["a dropdown", { domChanges: { addedCount: 9, removedCount: 0, dropdownDetected: true, stabilizationTime: 300 } }, "success 0.85"],
		["a changed address", { clientObservations: { didUrlChange: true } }, "success 0.85"],
		["a download", { lastActionResult: { success: true, actualState: { download: "a.pdf" } } }, "success 0.85"],
		["an alert", { lastActionResult: { success: true, actualState: { alertText: "Saved" } } }, "judge"],
		["the page's own alert", dialog("alert", "Saved", true), "judge"],
		["the page's own alert of an error", dialog("alert", "Error: the name is required", true), "failure 0.9"],
		["a confirm that was accepted", dialog("confirm", "Delete it?", true), "judge"],
		["a confirm that was dismissed", dialog("confirm", "Delete it?", false), "failure 0.9"],
		["a prompt that was dismissed", dialog("prompt", "Your name?", false), "failure 0.9"],
		["a window that nobody could read", dialog("unknown", ""), "judge"],
		["network alone", { clientObservations: { didNetworkOccur: true } }, "judge"],
		["a changed document alone", { clientObservations: { didDomMutate: true } }, "judge"],
		[
			"nodes that come and go",
			{ domChanges: { addedCount: 3, removedCount: 3, dropdownDetected: false, stabilizationTime: 300 } },
			"failure 0.9",
		],
	] as const)("or the client saw it: %s", (_name, report, expected) => {
		expect(outcome({ action: "click(6)", report: report as Report })).toBe(expected);
	});

	test.each([
		["an error page", { title: "500 Internal Server Error", body: "Oops" }, "failure 0.9"],
		["a page that is called by its error", { title: "Error 404", body: "Oops" }, "failure 0.9"],
		["another page", { title: "Orders", body: "Your orders" }, "success 0.85"],
	] as const)("but not as what was wanted where it leads to %s", (_name, after, expected) => {
		for (const action of [...actions, 'setValue(1, "Ada", true)'])
			expect(outcome({ action, after: { url: "https://a.example/next", epoch: "e2", ...after } })).toBe(expected);
	});

	test("what is only gone or changed is no proof on an error page; what appeared is", () => {
		const after = { url: "https://a.example/next", epoch: "e2", title: "500 Internal Server Error", body: "Oops" };
		for (const said of [{ kind: "url_changes" }, { kind: "text_gone", text: "Checkout" }] as const)
			expect(outcome({ action: "click(6)", after, expect: said })).toBe("failure 0.9");
		expect(outcome({ action: "click(6)", after, expect: { kind: "text_appears", text: "Oops" } })).toBe("success 0.95");
	});

	test("a field that a click puts the cursor into", () => {
		expect(outcome({ action: "click(1)", after: swap('"Full name"', '"Full name" focused') })).toBe("success 0.85");
	});

	test("a moved piece and its new place", () => {
		expect(outcome({ action: "drag(8, 50, 0)", after: swap("at=10,10", "at=60,10") })).toBe("success 0.85");
	});

	test("works with dom, url and taskId alone", () => {
		expect(outcome({ action: "click(6)", hasNoBefore: true })).toBe("judge");
	});
});

describe("a place that the task does not see", () => {
	const gone = { url: "http://b.example:9/x", title: "b.example", epoch: "", header: "@restricted error page: connection refused" };
	const refused = { url: "https://b.example/", title: "", epoch: "", header: "@restricted site that the user did not allow" };
	const visits = ['navigate("http://b.example:9/x")', 'openTab("http://b.example:9/x")', "back()", "forward()", "reload()"];
	const presses = ["click(9)", 'press("Enter")', 'setValue(1, "Ada", true)'];
	const expectations = [
		{ kind: "url_contains", text: "b.example" },
		{ kind: "url_changes" },
		{ kind: "text_gone", text: "Checkout" },
	] as const;

	test("a page that cannot be opened is a failure, however the task came there, and its address proves nothing", () => {
		for (const action of [...visits, ...presses])
			for (const expected of [undefined, ...expectations]) {
				const verdict = verdictOf({ action, after: gone, ...(expected === undefined ? {} : { expect: expected }) });
				expect([action, verdict]).toEqual([
					action,
					expect.objectContaining({
						kind: "settled",
						verdict: "failure",
						isProven: false,
						observations: ["load_failed connection refused"],
					}),
				]);
			}
	});

	test("a site that the user did not allow is not arrived at; a press that leads there had its effect", () => {
		for (const expected of [undefined, ...expectations]) {
			const given = expected === undefined ? {} : { expect: expected };
			for (const action of visits.slice(0, 4)) expect(outcome({ action, after: refused, ...given })).toBe("failure 0.9");
			for (const action of presses.slice(0, 2)) expect(outcome({ action, after: refused, ...given })).toBe("success 0.85");
		}
		expect(outcome({ action: "wait(5)", after: refused, expect: expectations[2] })).toBe("success 0.9");
		const { observations } = verdictOf({ action: "click(9)", after: refused });
		expect(observations).toEqual(["site_refused b.example", "url_changed https://b.example/", "host_changed b.example"]);
	});
});

describe("scrolling and looking", () => {
	test.each([
		['scroll("down")', { screen: "2 of 2" }, "success 0.9"],
		['scroll("down")', {}, "failure 0.8"],
		["wait(1)", {}, "success 0.9"],
		['find("tea")', {}, "success 0.9"],
		["expand(6)", {}, "success 0.9"],
		["options(2)", {}, "success 0.9"],
	] as const)("%s", (action, after, expected) => {
		expect(outcome({ action, after })).toBe(expected);
	});
	describe("moving between pages, and pointing at one, is proven by what it changes:", () => {
		const two = (current: 7 | 9) => `@tabs 7${current === 7 ? "*" : ""} Form (a.example) | 9${current === 9 ? "*" : ""} More (b.example)`;
		const elsewhere = { url: "https://a.example/list" };
		const other = { epoch: "e2" };
		const tip = { body: `${body}\nOpens the menu` };
		test.each([
			["back()", "another address", {}, elsewhere, "success 0.85"],
			["back()", "another document", {}, other, "success 0.85"],
			["back()", "nothing", {}, {}, "failure 0.9"],
			["back()", "a clock", { body: `${body}\n10:14:07` }, { body: `${body}\n10:14:09` }, "failure 0.9"],
			["back()", "other text at the same address", {}, swap("# Checkout", "# Cart"), "judge"],
			["back()", "an error page", {}, { ...elsewhere, ...other, title: "500 Internal Server Error", body: "Oops" }, "failure 0.9"],
			["forward()", "another address", {}, elsewhere, "success 0.85"],
			["forward()", "nothing", {}, {}, "failure 0.9"],
			["reload()", "another document", {}, other, "success 0.85"],
			["reload()", "the same document", {}, {}, "failure 0.9"],
			["reload()", "the same document with other text", {}, swap("# Checkout", "# Done"), "failure 0.9"],
			["reload()", "a page that names no document", { epoch: "" }, { epoch: "" }, "judge"],
			["switchTab(9)", "that tab", { header: two(7) }, { header: two(9), ...other }, "success 0.85"],
			["switchTab(9)", "another tab", { header: two(7) }, { header: two(7) }, "failure 0.9"],
			["switchTab(9)", "no list of tabs, the same page", {}, {}, "failure 0.9"],
			[
				"closeTab(9)",
				"a list without it",
				{ header: `${two(7)} | 11 X (c.example)` },
				{ header: "@tabs 7* Form (a.example) | 11 X (c.example)" },
				"success 0.85",
			],
			["closeTab(9)", "one tab left, so no list", { header: two(7) }, {}, "success 0.85"],
			["closeTab(9)", "a list with it", { header: two(7) }, { header: two(7) }, "failure 0.9"],
			["closeTab(9)", "no list at all", {}, {}, "judge"],
			["hover(6)", "a text that appeared", {}, tip, "success 0.85"],
			["hover(6)", "a control that appeared", {}, { body: `${body}\n<menuitem 20>Open` }, "success 0.85"],
			["hover(6)", "an open menu", {}, swap("collapsed", "expanded"), "success 0.85"],
			["hover(6)", "nothing", {}, {}, "failure 0.9"],
		] as const)("%s, there is %s", (action, _name, was, after, expected) => {
			expect(outcome({ action, was, after })).toBe(expected);
		});

		test("a browser that has not left yet is looked at once more", () => {
			const report: Report = { lastActionStatus: "success" };
			for (const action of ["back()", "forward()", "reload()"]) {
				expect([0, 1].map((waits) => outcome({ action, report, waits }))).toEqual(["open", "failure 0.9"]);
				expect(outcome({ action, report, waits: 0, after: { ...other, ...elsewhere } })).toBe("success 0.85");
			}
			const bare = { epoch: "" };
			expect(outcome({ action: "reload()", was: bare, after: bare, report })).toBe("success 0.75");
		});
	});
	test("a page without a scroll position proves nothing against it", () => {
		const blind = { size: "0x0" };
		expect(outcome({ action: 'scroll("down")', was: blind, after: blind })).toBe("success 0.75");
		expect(outcome({ action: 'scroll("down")', was: blind, after: blind, report: { lastActionStatus: "failure" } })).toBe("failure 0.95");
	});
	test("the end of the page is named", () => {
		expect(verdictOf({ action: 'scroll("down")' }).observations.at(-1)).toBe("SCROLL_END");
	});
	test("who is to be at an end of the page, and is there, has done what was asked", () => {
		expect(outcome({ action: 'scroll("bottom")' })).toBe("success 0.75");
		expect(outcome({ action: 'scroll("down")' })).toBe("failure 0.8");
		expect(verdictOf({ action: 'scroll("bottom")' })).toMatchObject({ isProven: false });
	});
});

describe("a drawing", () => {
	const done: Report = { lastActionStatus: "success" };
	const seen: Report = { ...done, picture: { jpeg: "/9j/", scale: 1 } };
	const drawn = { body: `${body}\n<canvas 30 "canvas" at="1,1" size="300x200">` };
	test.each([
		["click(30, 20, 20)", "a picture of it", seen, "success 0.75"],
		["drag(30, 40, 0)", "a picture of it", seen, "success 0.75"],
		["click(30, 20, 20)", "no picture of it", done, "failure 0.9"],
		["click(30, 20, 20)", "a client that failed", { ...seen, lastActionStatus: "failure" }, "failure 0.95"],
		["click(6)", "a picture, and another target", seen, "failure 0.9"],
		["look()", "a picture", seen, "success 0.9"],
		["look()", "a problem", { ...done, picture: { problem: "hidden" } }, "failure 0.9"],
	] as const)("after %s a page of the same text, with %s", (action, _, report, expected) => {
		expect(outcome({ action, was: drawn, after: drawn, report, waits: 2 })).toBe(expected);
	});
});

test("what the page asked and what was answered is observed, and an effect counts all the same", () => {
	const report = dialog("confirm", "Really delete all?", true);
	const after = { body: `${body}\n<button 20>Undo` };
	const verdict = verdictOf({ action: "click(6)", after, report });
	expect(verdict.observations).toContain('page_dialog confirm accepted "Really delete all?" (client)');
	expect(outcome({ action: "click(6)", after, report })).toBe("success 0.85");
	expect(outcome({ action: 'setValue(1, "Ada", true)', report: dialog("alert", "The name is not valid", true) })).toBe("failure 0.9");
});

test("observations are at most 20, what says most first, the client's marked", () => {
	const report: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };
	const { observations } = verdictOf({ action: "click(6)", after: { body: `${body}\n<button 20>New` }, report });
	expect(observations).toEqual(["elements_added 1", "network (client)", "mutated", "mutated (client)", "url_same"]);
});

test("the same text with changed nodes is one fact, not two that contradict each other", () => {
	const { observations } = verdictOf({ action: "click(6)", report: { clientObservations: { didDomMutate: true } } });
	expect(observations).toEqual(["look_changed (client)", "url_same"]);
});

test("a changed state names what came and what went", () => {
	const was = swap('<checkbox 3 "Gift">', '<checkbox 3 "Gift" checked required>');
	const after = swap('<checkbox 3 "Gift">', '<checkbox 3 "Gift" invalid required>');
	expect(verdictOf({ action: "click(3)", was, after }).observations).toContain("target_state invalid -checked");
	const resized = { was: swap("at=10,10", "at=10,10 size=5x5"), after: swap("at=10,10", "at=10,10 size=5x9") };
	expect(verdictOf({ action: "click(8)", ...resized }).observations).toContain("target_state");
});

test("a secret never stands in an observation", () => {
	const after = swap('"Password"', '"Password" filled value="hunter2"');
	expect(JSON.stringify(verdictOf({ action: 'setValue(4, "•••")', after }))).not.toContain("hunter2");
});

test("arriving at a place is no proof of progress, so that going back and forth is noticed", () => {
	expect(verdictOf({ action: 'navigate("https://a.example/form")' })).toMatchObject({ verdict: "success", isProven: false });
});
