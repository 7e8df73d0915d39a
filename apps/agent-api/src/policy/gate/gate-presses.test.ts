import { parseAction } from "@webhand/contracts/action/parse";
import { viewFromSnapshot } from "@webhand/page/parse/snapshot";
import { describe, expect, test } from "vitest";
import {
	gateOf,
	home,
	outcomes,
	plainCommit,
	plainFill,
	plainNavigation,
	protectedCommit,
	refused,
	task,
	unknownPress,
} from "../../../test/gate-cases.ts";
import { decideGate } from "./gate.ts";

describe("keys are read as the client reads them", () => {
	const body = '<form "F" post>\n <input 1 "Name">';
	test.each(["enter", "ENTER", "Return", " Enter ", "Ctrl+Enter", "cmd+return", "Control+Shift+Enter", "Meta+Enter"])(
		"%s commits",
		(keys) => {
			expect(outcomes({ action: `press(1, ${JSON.stringify(keys)})`, body })).toBe(plainCommit);
		},
	);
	test.each([" ", "space", "Spacebar"])("“%s” on a button presses it", (keys) => {
		expect(outcomes({ action: `press(1, ${JSON.stringify(keys)})`, body: "<button 1>Send" })).toBe(plainCommit);
	});
	test("a space with nobody knows what focus may press anything", () => {
		expect(outcomes({ action: 'press(" ")' })).toBe(plainCommit);
	});
	test.each([
		["a letter on a row of a list", 'press(1, "#")', "<row 1>Mail from Bob", unknownPress],
		["a letter where nobody knows the focus", 'press("e")', "Inbox", unknownPress],
		["a letter with a held key", 'press("alt+d")', "Inbox", unknownPress],
		["saving, in a field too", 'press(1, "ctrl+s")', '<textarea 1 "Text">', unknownPress],
		["a letter in a field", 'press(1, "e")', '<input 1 "Name">', plainFill],
		["a letter in a list", 'press(1, "e")', '<select 1 "Country">', plainFill],
		["selecting all", 'press("ctrl+a")', "Inbox", plainFill],
		["a search", 'press("/")', "Inbox", plainFill],
	] as const)("a shortcut of the page may do anything: %s", (_name, action, body, expected) => {
		expect(outcomes({ action, body })).toBe(expected);
	});
	test.each(["tab", "Esc", "down"])("%s only looks", (keys) => {
		expect(outcomes({ action: `press(1, ${JSON.stringify(keys)})`, body })).toBe("observe: allow, allow");
	});
});

describe("a page that sends without a form", () => {
	const review = (code: string, label: string) => `Amount\n€5\n<input 1 "Security code"${code}>\n<button 2>Back</> <button 3>${label}`;
	test.each([
		["sends the code that was filled in", " filled", "Confirm and send", protectedCommit],
		["sends none that is not there", "", "Confirm and send", plainCommit],
		["sends none where the button only looks", " filled", "Show details", plainFill],
	])("%s", (_name, code, label, expected) => {
		expect(outcomes({ action: "click(3)", body: review(code, label) })).toBe(expected);
	});
});

describe("labels that only look like something else", () => {
	test.each([
		["Cyrillic letters in Send", "<button 1>Ѕеnd", plainCommit],
		["wide letters", "<button 1>ＳＵＢＭＩＴ", plainCommit],
		["Cyrillic letters in Pay", "<button 1>Рaу now", protectedCommit],
		["Greek and Cyrillic letters in Delete", "<button 1>Dеlеtе all", protectedCommit],
		["letters parted by spaces", "<button 1>S U B M I T", plainCommit],
		["a link to the page itself", "<a 1 /tea>Send message", plainCommit],
		["a way elsewhere on the site", "<a 1 /orders>Your order", plainNavigation],
	] as const)("%s", (_name, body, expected) => {
		expect(outcomes({ action: "click(1)", body, url: `${home}tea` })).toBe(expected);
	});
});

describe("a snapshot without form facts", () => {
	const element = { tag: "button", role: "button", ariaLabel: "", bbox: { x: 0, y: 0, width: 9, height: 9 }, text: "Go", type: "" };
	const gateWith = (more: object) => {
		const page = viewFromSnapshot({
			url: home,
			title: "T",
			visibleText: "",
			elements: [{ ...element, id: "agent-4", ...more }],
			docEpoch: "e1",
			viewport: { width: 1, height: 1, scrollX: 0, scrollY: 0, pages: 1 },
			shown: 1,
			total: 1,
			timestamp: 0,
		});
		return decideGate({ name: "click", id: 4 }, page, task);
	};
	test("takes what it calls a submit for one", () => {
		expect(gateWith({ type: "submit" }).kind).toBe("ask");
	});
	test.each([
		["//evil.example/a", "ask"],
		["/\\evil.example/a", "ask"],
		["https://evil.example/a", "ask"],
		["evil.example/a", "ask"],
		["https://shop.example/a", "allow"],
		["//shop.example/a", "allow"],
		["/a", "allow"],
		["javascript:alert(1)", "refuse"],
		["https://shop.example@evil.example/", "refuse"],
		["mailto:a@b.example", "refuse"],
	] as const)("reads where %s leads", (href, kind) => {
		expect(gateWith({ tag: "a", type: "a", href }).kind).toBe(kind);
	});
});

describe("Enter presses the button of its form", () => {
	const form = (button: string, outer = "") => `${outer}<form "Search" get>\n <search 1 "Search">\n ${button}`;
	const enter = (body: string) => ['setValue(1, "tea", true)', 'press(1, "Enter")'].map((action) => outcomes({ action, body }));
	const searched = "commit: allow, warn";
	test.each([
		["that sends to another site", form('<button 2 submit action="evil.example/x" method=get>Go'), protectedCommit],
		[
			"that stands elsewhere and sends to another site",
			form("", '<button 2 submit action="evil.example/x" method=post>Go\n'),
			protectedCommit,
		],
		["that stands elsewhere and pays", `<button 2 submit action="/" method=get>Pay now\n${form("")}`, protectedCommit],
		["that posts", form("<button 2 submit method=post>Go"), plainCommit],
		["that searches", form("<button 2 submit>Go"), searched],
		["beside a button of another form", form("<button 2 submit>Go", '<button 3 submit action="/cart" method=post>Pay now\n'), searched],
	] as const)("%s", (_name, body, expected) => {
		expect(enter(body)).toEqual([expected, expected]);
	});
	test.each([
		["saves", '<form "Profile">\n <search 1 "Find people">\n <button 2 submit>Save', plainCommit],
		["goes to what its address does", '<form "Search" get /items/delete>\n <search 1 "Search">\n <button 2 submit>Go', plainCommit],
		["finds", '<form "Profile">\n <search 1 "Find people">\n <button 2 submit>Go', searched],
	] as const)("a form with a search field that %s", (_name, body, expected) => {
		expect(outcomes({ action: "click(2)", body })).toBe(expected);
	});
});

describe("a yes means the question", () => {
	const dialog = (text: string, button: string) => `<dialog "Please note">\n ${text}\n <button 8>${button}`;
	test.each([
		["deletes", "Delete all your files?", "OK", protectedCommit],
		["pays", "Pay 14 € now?", "Yes", protectedCommit],
		["sends", "Your message will be sent. Send it?", "Continue", plainCommit],
		["says nothing", "We have a new look.", "OK", plainFill],
		["names something long", `Delete “${"draft ".repeat(60)}”?`, "OK", protectedCommit],
		["names something long and warns", `Delete “${"draft ".repeat(60)}”.\n This cannot be undone.`, "Yes", protectedCommit],
		["is answered in other words", "Cancel your subscription?", "Yes, cancel it", protectedCommit],
		["is answered without a yes", "Delete this workspace?", "I'm sure", protectedCommit],
		["is answered by a sign", "Delete this workspace?", "✓", protectedCommit],
		["is declined", "Delete this workspace?", "Keep it", plainFill],
		["is looked at", "Delete this workspace?", "Show details", plainFill],
		["names what reads like another question", "Obliterate x. Show more?", "OK", unknownPress],
		["stands in a long text", `${"We use cookies, which you may delete. ".repeat(12)}`, "OK", plainFill],
	] as const)("one that %s", (_name, text, button, expected) => {
		expect(outcomes({ action: "click(8)", body: dialog(text, button) })).toBe(expected);
	});
	test("a tool that asks on the way is no question", () => {
		const tool = dialog('Have you lost a file? Delete old ones.\n <input 3 "Name">', "Upload");
		expect(outcomes({ action: "click(8)", body: tool })).toBe(unknownPress);
	});
	test("outside a dialog nobody knows what it says yes to", () => {
		expect(outcomes({ action: "click(8)", body: "Delete your files in the settings.\n<button 8>OK" })).toBe(unknownPress);
	});
});

describe("the control that is really pressed counts, by whatever action", () => {
	const placed = '<box 43 "Mail" at=0,0 size=20x20>\n<box 37 "Trash" at=110,5 size=40x40>';
	const pay = '<form "Payment" post sensitive=card>\n <input 12 "Name">\n <button 20 submit>Pay 14.00 €\n';
	test.each([
		["an entry of a menu", 'select(7, "Delete repository")', '<button 7 "More actions" collapsed>', protectedCommit],
		["an entry of a menu that pays", 'select(7, "Pay")', '<button 7 "More actions" collapsed>', protectedCommit],
		["an entry of a menu that sends", 'select(7, "Send to all")', '<button 7 "More actions" collapsed>', plainCommit],
		["an option that deletes", 'select(32, "Delete account")', '<select 32 "Action" options="None*|Delete account">', protectedCommit],
		["an option that pays at once", 'select(32, "Pay now")', '<listbox 32 "Actions" options="Keep|Pay now">', protectedCommit],
		["one of several options", 'select(32, "Keep", "Delete all")', '<listbox 32 "Actions">', protectedCommit],
		["an option that is written", 'setValue(32, "Delete account")', '<select 32 "Action" options="None*|Delete account">', protectedCommit],
		["a way to pay", 'select(32, "Pay by invoice")', '<select 32 "Payment">', plainCommit],
		["an ordinary option", 'select(32, "France")', '<select 32 "Country">', plainFill],
		["text that is marked", 'select(9, "delete my account")', "<p 9>How to delete my account and more", plainFill],
		["a tick", 'setValue(30, "true")', '<checkbox 30 "Delete all files"></>', protectedCommit],
		["a switch", 'setValue(31, "true")', '<switch 31 "Pay with one click"></>', protectedCommit],
		["a switch that deletes", 'setValue(31, "true")', '<switch 31 "Delete repository automatically"></>', protectedCommit],
		["a radio", 'setValue(46, "true")', '<radio 46 "Delete everything" of="x"></>', protectedCommit],
		["the one tick in a wrapper", 'setValue(5, "true")', '<section 5 "Row">\n <checkbox 30 "Delete all files"></>', protectedCommit],
		["a drag of no distance", "drag(20, 0, 0)", pay, protectedCommit],
		["a drag from a point to a point of a button", "drag(20, 1, 1, 20, 2, 2)", pay, protectedCommit],
		["a drag that may end on the button", "drag(20, 9, 0)", pay, protectedCommit],
		["a drag onto a button that deletes", "drag(43, 33)", "- <box 43>Mail\n<button 33>Delete account", protectedCommit],
		["a drag onto a bin", "drag(43, 37)", '- <box 43>Mail\n<box 37 "Trash">', protectedCommit],
		["a drag by a distance, where a bin stands", "drag(43, 300, 0)", '- <box 43>Mail\n<box 37 "Trash">', protectedCommit],
		["a drag by a distance onto the bin", "drag(43, 100, 0)", placed, protectedCommit],
		["one that ends elsewhere", "drag(43, 20, 0)", placed, plainFill],
		["a slider on a page with a bin", "drag(40, 300, 0)", '<slider 40 "Volume" value="0">\n<box 37 "Trash">', plainFill],
		["a drag onto what pays", "drag(43, 20)", `- <box 43>Mail\n${pay}`, protectedCommit],
		["a slider that pays at its end", "drag(40, 300, 0)", '<slider 40 "Slide to pay 14 €" value="0">', protectedCommit],
		["the same by its value", 'setValue(40, "100")', '<slider 40 "Slide to pay 14 €" value="0">', protectedCommit],
		["the same by a key", 'press(40, "End")', '<slider 40 "Slide to pay 14 €" value="0">', protectedCommit],
		["a slider that chooses", 'setValue(40, "100")', '<slider 40 "Price up to" value="0"></> 100 €', plainFill],
		["a thing put on a list", "drag(43, 44)", '- <box 43 "Card">\n- <box 44 "Orders">', plainFill],
	] as const)("%s", (_name, action, body, expected) => {
		expect(outcomes({ action, body })).toBe(expected);
	});
	test("a tick is a click also where the specification takes every click for a commitment", () => {
		expect(outcomes({ action: 'setValue(1, "true")', body: '<checkbox 1 "Gift"></>', url: `${home}checkout` })).toBe(plainCommit);
	});
});

describe("a point of an element may press anything in it", () => {
	const row = '<section 35 "Row">\n <button 36>Pay now\n';
	test.each([
		["a section around a button that pays", "click(35, 10, 10)", row, protectedCommit],
		["a drag within it", "drag(35, 10, 10, 36, 5, 5)", row, protectedCommit],
		["a row with a bin", "click(1, 5, 5)", '<div 1>Ada <box 2 "trash delete">', protectedCommit],
		["a frame", "click(19, 20, 20)", '<frame 19 "Widget" shop.example>\n <button 10001>Ok', plainCommit],
		["a frame that nobody could read", "click(19, 20, 20)", '<frame 19 "Ad" ads.example unreadable>', protectedCommit],
		["a canvas", "click(1, 20, 30)", '<canvas 1 "Game">', plainCommit],
		["a box that holds nothing", "click(1, 5, 5)", '<box 1 "red square" at=1,1 size=40x40>', plainCommit],
		["a field", "click(1, 5, 5)", '<input 1 "Name">', plainFill],
		["a button", "click(1, 5, 5)", "<button 1>Next", plainFill],
		["a button that sends", "click(1, 5, 5)", "<button 1>Send", plainCommit],
		["beside the element", "click(1, 5, -5)", "<button 1>Next", refused],
		["below it", "click(1, 5, 600)", '<box 1 "red square" at=1,1 size=40x40>', refused],
	] as const)("%s", (_name, action, body, expected) => {
		expect(outcomes({ action, body })).toBe(expected);
	});
});

describe("keys do what buttons do", () => {
	const shop = "<button 2>Pay now\n<a 3 /next>Next";
	test.each([
		["Delete on a mail", 'press(43, "Delete")', "<treeitem 43>Mail from Bob", {}, protectedCommit],
		["Backspace on a row", 'press(43, "Backspace")', "<row 43>Mail from Bob", {}, protectedCommit],
		["Delete on a mail that is to be deleted", 'press(43, "del")', "<row 43>Mail", { query: "Delete the mail" }, plainCommit],
		["Delete on nobody knows what", 'press("Delete")', "", {}, plainCommit],
		["Delete in a field", 'press(1, "Delete")', '<input 1 "Name">', {}, plainFill],
		["Enter on nobody knows what, with a button that pays", 'press("Enter")', shop, {}, protectedCommit],
		["Space on nobody knows what, with a button that pays", 'press(" ")', shop, {}, protectedCommit],
		["Enter on nobody knows what of a plain page", 'press("Enter")', "<a 3 /next>Next", {}, plainCommit],
		["arrows on a slider", 'press(1, "ArrowUp")', '<slider 1 "Volume">', {}, "observe: allow, allow"],
	] as const)("%s", (_name, action, body, facts, expected) => {
		expect(outcomes({ action, body, facts })).toBe(expected);
	});
	test.each(["\r", "\n", "Control+\r", "\u200b", "\u0000"])("%j is no key", (keys) => {
		expect(parseAction(`press(1, ${JSON.stringify(keys)})`)).toMatchObject({ ok: false, problem: { code: "BAD_ARGUMENTS" } });
	});
});

describe("what cannot be done is not sent out", () => {
	test.each([
		["text for a button", 'setValue(20, "x")', "<button 20>Pay"],
		["text for a link", 'setValue(20, "x")', "<a 20 /x>More"],
		["a tick for an entry of a list", 'setValue(48, "true")', "<option 48>Delete account"],
		["text for a file field", 'setValue(20, "cv.pdf")', '<file 20 "CV">'],
	] as const)("%s", (_name, action, body) => {
		expect(outcomes({ action, body })).toBe(refused);
	});
	test.each(["chrome://settings", "about:blank"])("the browser's own page %s is only left", (url) => {
		const body = '<button 2>Reset\n<input 3 "Search">';
		for (const action of ["click(2)", 'setValue(3, "x")', 'press("Enter")', "drag(2, 3)"])
			expect(outcomes({ action, body, url })).toBe(refused);
		expect(gateOf({ action: `navigate("${home}")`, body, url }).kind).toBe("allow");
	});
});
