import { describe, expect, test } from "vitest";
import { gateOf, handoff, offsite, outcomes, ownSecret, plainFill, plainNavigation, protectedCommit } from "../../../test/gate-cases.ts";
import { askedNote } from "../question/asked-note.ts";
import { taskOrigins } from "./origin.ts";

const outside = "fill_offsite: ask, ask";
const url = "https://b.example/";
const query = "Find green tea for Ada Lovelace";
const there = { query, origins: ["shop.example"] };
const allowed = { ...there, toldSites: ["b.example"] };

describe("a site that the task did not name", () => {
	const field = '<input 1 "Name">';
	test.each([
		["a press", "click(2)", "<button 2>Show more"],
		["a fill", 'setValue(1, "Ada Lovelace")', field],
		["a tick", 'setValue(3, "true")', '<checkbox 3 "Gift"></>'],
		["a search", "click(9)", '<form "Search" get>\n <search 1 "q" value="green tea">\n <button 9 submit>Go'],
	] as const)("is asked for once, at the first: %s", (_name, action, body) => {
		expect(outcomes({ action, body, url, facts: there })).toBe(outside);
		expect(gateOf({ action, body, url, facts: { ...allowed, mode: "autonomous" } }).kind).not.toBe("ask");
		expect(outcomes({ action, body, facts: there })).not.toBe(outside);
	});
	test.each([
		["reading on", "click(4)", "<a 4 /next>Next", {}, plainNavigation],
		["scrolling", 'scroll("down")', "", {}, "observe: allow, allow"],
		["a site that is spelled out", "click(2)", "<button 2>Show more", { origins: taskOrigins(url, "Look at b.example") }, plainFill],
		["a site that is named as a place", "click(2)", "<button 2>Show more", { query: "Look around on B-Tea", origins: [] }, plainFill],
	] as const)("is not asked for by %s", (name, action, body, facts, expected) => {
		const place = name.includes("as a place") ? "https://b-tea.example/" : url;
		expect(outcomes({ action, body, url: place, facts: { ...there, ...facts } })).toBe(expected);
	});
	test("gets the person's own words after a yes, and others after a question each time", () => {
		const type = (text: string, more: object = {}) =>
			outcomes({ action: `setValue(1, "${text}")`, body: field, url, facts: { ...allowed, ...more } });
		expect([type("Ada Lovelace"), type("green tea"), type("Balance 4711")]).toEqual([plainFill, plainFill, outside]);
		const asked = "Is it Balance 4711?\nThe person answered: Balance 4711";
		const answers = (said: string) => ({ notes: [askedNote(asked, said)] });
		expect(type("Bob", answers("The person answered: Bob"))).toBe(plainFill);
		for (const said of ["The person answered: Bob", "The person said yes.", "The person said no.", "It is done."])
			expect(type("Balance 4711", answers(said)), said).toBe(outside);
	});
	test.each(["Allow", "Continue", "Continue as Ada", "Authorize", "Weiter", "Autoriser", "Aceptar", "Продолжить"])(
		"its consent screen asks each time, although it was allowed: %s",
		(label) => {
			expect(outcomes({ action: "click(2)", body: `<button 2>${label}`, url, facts: allowed })).toBe(protectedCommit);
		},
	);
	test("gets no other words key by key, nor from the clipboard, nor a consent by a link that is a button", () => {
		const press = (keys: string) => outcomes({ action: `press(1, "${keys}")`, body: field, url, facts: allowed });
		expect(["7", "x", "ctrl+v", "shift+Insert"].map(press)).toEqual(Array(4).fill(outside));
		expect(["Tab", "Backspace", "ctrl+a", "ArrowLeft"].map(press)).not.toContain(outside);
		const follow = (link: string) => outcomes({ action: "click(2)", body: link, url, facts: allowed });
		expect([follow("<a 2>Continue"), follow("<a 2>Show more"), follow("<a 2 /next>Continue")]).toEqual([
			protectedCommit,
			plainNavigation,
			plainNavigation,
		]);
	});
	test("is asked for each press where a page gave orders", () => {
		expect(outcomes({ action: "click(2)", body: "<button 2>Show more", url, facts: { ...allowed, isTainted: true } })).toBe(outside);
	});
	test("is asked for where it stands in a frame", () => {
		const body = '<frame 19 "Ad" b.example epoch=e2>\n <button 10001>Show more';
		expect(outcomes({ action: "click(10001)", body, facts: there })).toBe(outside);
		expect(outcomes({ action: "click(10001)", body: body.replace("b.example", "cdn.shop.example"), facts: there })).toBe(plainFill);
	});
});

describe("sites to read and sites to tell are two", () => {
	const read = { ...there, readSites: ["b.example"] };
	const open = (tail: string, facts: object) => outcomes({ action: `navigate("https://b.example/${tail}")`, body: "Balance 4711", facts });
	test("a site that may be looked at is opened again, but told nothing", () => {
		expect([open("tea", there), open("tea", read)]).toEqual([offsite, plainNavigation]);
		expect(open("?q=balance-of-an-earlier-page", read)).toBe("navigate_offsite: ask, ask");
		expect(open("?pin=4711", read)).toBe("navigate_offsite: ask, ask");
		expect(open("?q=green+tea", read)).toBe(plainNavigation);
		expect(outcomes({ action: "click(2)", body: "<button 2>Show more", url, facts: read })).toBe(outside);
	});
	test("nor is it told anything from its own page", () => {
		const stay = (tail: string) => outcomes({ action: `navigate("${url}${tail}")`, body: "Green tea of the harvest", url, facts: read });
		expect(stay("?q=account-number-balance-of-ada")).toBe("navigate_offsite: ask, ask");
		expect([stay("harvest/green-tea"), stay("?page=2")]).toEqual([plainNavigation, plainNavigation]);
	});
	test("not in the words of a dictionary that its page shows, nor in a code in pieces", () => {
		const body = "aardvark john smith owes bank ninety zebra 4711\n<a 3 /news/of/john/smith/owes>News";
		const stay = (tail: string) => outcomes({ action: `navigate("${url}${tail}")`, body, url, facts: read });
		const told = ["john/smith/owes/bank/ninety", "x/4711", "x/4/7/1/1", "x?a=4&b=7&c=1&d=1"].map(stay);
		expect(told).toEqual(Array(4).fill("navigate_offsite: ask, ask"));
		expect(outcomes({ action: 'navigate("https://b.example:4711/")', body, url, facts: read })).toBe("navigate_offsite: ask, ask");
		expect([stay("news/of/john/smith/owes"), stay("john/zebra"), stay("x/2?size=10")]).toEqual(Array(3).fill(plainNavigation));
	});
});

describe("a host that many authors share", () => {
	const doc = (id: string) => `https://docs.google.com/document/d/${id.repeat(30)}/edit`;
	const facts = { query, origins: taskOrigins(doc("a"), query) };
	const type = (at: string, text: string) => outcomes({ action: `setValue(1, "${text}")`, body: '<input 1 "Text">', url: at, facts });
	test("another author's page is told the person's words only", () => {
		expect([type(doc("a"), "Balance 4711"), type(doc("b"), "green tea"), type(doc("b"), "Balance 4711")]).toEqual([
			plainFill,
			plainFill,
			outside,
		]);
	});
});

describe("a secret is bound to the site named beside it", () => {
	const body = '<password 5 "Password">';
	const type = (secret: string, at: string, said: string, first = "https://start.example/") =>
		outcomes({
			action: `setValue(5, "${secret}")`,
			body,
			url: `https://${at}/`,
			facts: { query: said, origins: taskOrigins(first, said) },
		});
	const two = "Log in at a.example with password hunter2X9 and at b.example with password swordfish7";
	test.each([
		["before it", "hunter2X9", "a.example", two],
		["before the second one", "swordfish7", "b.example", two],
		["behind it", "hunter2X9", "a.example", "Use password hunter2X9 on a.example and password swordfish7 on b.example"],
		["behind the second one", "swordfish7", "b.example", "Use password hunter2X9 on a.example and password swordfish7 on b.example"],
		["in the sentence before", "hunter2X9", "a.example", "Open a.example. Sign in with password hunter2X9, then read b.example"],
		["nowhere: the site that the task began on", "hunter2X9", "start.example", "Sign in with password hunter2X9 and go to b.example"],
	] as const)("it is typed on the site %s", (_name, secret, at, said) => {
		expect(type(secret, at, said)).toBe(ownSecret);
	});
	test.each([
		["of the other secret", "hunter2X9", "b.example", two],
		["of the first secret", "swordfish7", "a.example", two],
		["that the task goes on to", "hunter2X9", "b.example", "Open a.example. Sign in with password hunter2X9, then read b.example"],
		["that follows", "hunter2X9", "b.example", "Sign in with password hunter2X9 and go to b.example"],
		["that the task began on", "hunter2X9", "start.example", "Log in at a.example with password hunter2X9"],
	] as const)("it is handed over on the site %s", (_name, secret, at, said) => {
		expect(type(secret, at, said)).toBe(handoff);
	});
});
