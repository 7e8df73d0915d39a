import { fingerprint } from "@webhand/page/parse/fingerprint";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import {
	gateOf,
	handoff,
	home,
	offsite,
	outcomes,
	ownSecret,
	pageAt,
	plainCommit,
	plainFill,
	plainNavigation,
	protectedCommit,
	refused,
	task,
	unknownPress,
} from "../../../test/gate-cases.ts";
import { list } from "../../../test/list.ts";
import { askedNote } from "../question/asked-note.ts";
import type { GateTask } from "./gate.ts";
import { decideGate } from "./gate.ts";
import { taskOrigins } from "./origin.ts";

const form = (words: string, button = "<button 9 submit>Go") => `<form "F" ${words}>\n <input 1 "Name" value="Ada">\n ${button}`;
const signIn = `${form("post sensitive=password")}\n <password 5 "Password" filled>`;

describe("looking and filling go ahead in both modes", () => {
	test.each(
		list(
			'wait(1) | scroll("down") | hover(1) | find("x") | expand(1) | options(1) | switchTab(1) | closeTab(1) | press("Tab")',
			'press("Escape") | press("ArrowDown")',
		),
	)("%s", (action) => {
		expect(outcomes({ action, body: "<button 1>Open" })).toBe("observe: allow, allow");
	});
	test.each([
		['setValue(1, "Ada")', '<input 1 "Name">'],
		['select(1, "France")', '<select 1 "Country" options="France">'],
		['setValue(1, "true")', '<checkbox 1 "Gift">'],
		["click(1)", '<radio 1 "Standard" of="Speed">'],
		["click(1)", '<input 1 "Name">'],
		["click(1)", "<button 1>Show more"],
		['press(1, "a")', '<input 1 "Name">'],
		["drag(1, 50, 0)", "<box 1 at=1,1>Piece"],
	] as const)("%s on %s", (action, body) => {
		expect(outcomes({ action, body })).toBe(plainFill);
	});
});

describe("going somewhere", () => {
	test.each([
		["back()", "", plainNavigation],
		["reload()", "", plainNavigation],
		['navigate("https://shop.example/cart")', "", plainNavigation],
		['navigate("https://www.shop.example/cart")', "", plainNavigation],
		['navigate("https://shop.example/requests/17/approve")', "", plainCommit],
		['openTab("https://shop.example/account/delete?confirm=yes")', "", protectedCommit],
		['navigate("https://shop.example/items/delete/17")', "", protectedCommit],
		['navigate("https://shop.example/items.php?action=delete&id=17")', "", protectedCommit],
		['navigate("https://shop.example/register")', "", plainNavigation],
		['openTab("https://other.example/")', "", offsite],
		["click(1)", "<a 1 /tea>Tea", plainNavigation],
		["click(1)", "<a 1 other.example/tea>Tea", offsite],
		["click(1)", "<a 1 help.shop.example/tea>Tea", plainNavigation],
		["click(1)", "<a 1>Tea", plainNavigation],
		["click(1)", "<a 1>Send message", plainCommit],
		["click(1)", "<a 1 mailto:a@b.example>Mail", refused],
	] as const)("%s from %s", (action, body, expected) => {
		expect(outcomes({ action, body })).toBe(expected);
	});

	test.each([
		["a host in the query", { origins: taskOrigins(home, "Look at other.example for tea") }],
		["a site's name in the query", { query: "Search for tea on Other" }],
		["a site that the user allowed", { origins: ["shop.example", "other.example"] }],
	] as const)("another site is part of the task when it is %s", (_name, facts) => {
		expect(outcomes({ action: 'navigate("https://other.example/tea")', facts })).toBe(plainNavigation);
	});

	test("an address that leaks page text asks in every mode, words of the user do not count", () => {
		const body = "Account number 4711 0815 of Ada Lovelace";
		const action = 'navigate("https://other.example/?q=Ada%20Lovelace%20number%20is%20account%20number%204711%200815%20of")';
		expect(outcomes({ action, body })).toBe("navigate_offsite: ask, ask");
		const own = 'navigate("https://other.example/?q=account+number+4711+0815")';
		expect(outcomes({ action: own, body, facts: { query: "Look up account number 4711 0815 there" } })).toBe(offsite);
	});

	test("a page with injected instructions makes every way to another site ask", () => {
		expect(outcomes({ action: 'navigate("https://other.example/")', facts: { isTainted: true } })).toBe("navigate_offsite: ask, ask");
	});
});

describe("the specification's own checks", () => {
	test.each([
		["a click on a checkout page", "click(1)", "<button 1>Next", "https://shop.example/checkout/2", plainCommit],
		["a key on a payment page", 'press(1, "a")', '<input 1 "Name">', "https://shop.example/payment", plainCommit],
		["a control whose text contains pay", "click(1)", "<button 1>Payroll", home, plainCommit],
		["a control whose text contains buy", "click(1)", "<button 1>Buyers", home, plainCommit],
		["a link that leads to a page about buying", "click(1)", "<a 1 /x>Buyers", home, plainNavigation],
		["typing with submit", 'setValue(1, "tea", true)', '<search 1 "Search">', home, plainCommit],
	] as const)("%s", (_name, action, body, url, expected) => {
		expect(outcomes({ action, body, url })).toBe(expected);
	});
});

describe("committing asks in careful mode and warns in autonomous mode", () => {
	test.each([
		["a submit button", "click(9)", form("post")],
		["Enter in a form", 'press(1, "Enter")', form("post")],
		["Enter with nobody knows what focus", 'press("Enter")', form("post")],
		["Enter in a field without a form", 'press(1, "Enter")', '<input 1 "Say something">'],
		...list("Send | Jetzt absenden | Envoyer | Confirmar | Prenota | Salvar | Отправить | 立即提交 | 予約する").map(
			(label) => [`a commit word: ${label}`, "click(1)", `<button 1>${label}`] as const,
		),
		["a point on a canvas", "click(1, 20, 30)", '<canvas 1 "Game">'],
	] as const)("%s", (_name, action, body) => {
		expect(outcomes({ action, body })).toBe(plainCommit);
	});

	test("what a routine commits while nobody watches asks in every mode; what it only opens goes ahead", () => {
		const gate = (body: string, unwatched?: { readonly commits: boolean }) =>
			gateOf({ action: "click(1)", body, facts: { mode: "autonomous", ...(unwatched === undefined ? {} : { unwatched }) } }).kind;
		const [save, unknown] = ['<form "F" post>\n <button 1 submit>Save', "<button 1>Frobnicate"];
		expect([gate(save), gate(unknown)]).toEqual(["warn", "allow"]);
		expect([gate(save, { commits: true }), gate(unknown, { commits: true })]).toEqual(["ask", "ask"]);
		// A step that was recorded as harmless and is none on this page.
		expect([gate(save, { commits: false }), gate(unknown, { commits: false })]).toEqual(["ask", "allow"]);
	});

	test.each(["<button 1>Sender", "<button 1>Postcards", "<button 1>Bookmark"])("words count whole only: %s", (body) => {
		expect(outcomes({ action: "click(1)", body })).toBe(unknownPress);
	});

	test("HTML without form facts is judged by words and submit types", () => {
		for (const html of ['<button id="4" type="submit">Go</button>', '<button id="4">Send</button>'])
			expect(decideGate({ name: "click", id: 4 }, parsePage(html), { ...task, origins: [""] }).kind).toBe("ask");
	});
});

describe("a protected commitment asks in every mode", () => {
	test.each([
		["card data in the form", "click(9)", form("post sensitive=card"), {}, "card_in_form"],
		["a bank account in the form", "click(9)", form("post sensitive=iban"), {}, "card_in_form"],
		["a one-time code in the form", "click(9)", form("post sensitive=otp"), {}, "card_in_form"],
		["a pay word without a price", "click(1)", "<button 1>Pay now", { query: 'Click "Pay now"' }, "pay_word"],
		["Enter in a form whose button pays", 'press(1, "Enter")', form("post", "<button 9 submit>Donate"), {}, "pay_word"],
		["Enter in a form whose button deletes", 'setValue(1, "Ada", true)', form("post", "<button 9 submit>Delete"), {}, "destructive_word"],
		["a price beside a pay word", "click(1)", "<button 1>Pay 14.00 €", {}, "amount_beside"],
		["a price in the same line", "click(1)", "Total $ 14 <button 1>Buy now", {}, "amount_beside"],
		["an order in a row with its price", "click(1)", '| H-7 | 147.94 € | <button 1 "Order H-7 again">Order again', {}, "amount_beside"],
		["a password that the user did not give", "click(9)", signIn, {}, "password_in_form"],
		["something that cannot be undone", "click(1)", "<button 1>Delete account", {}, "destructive_word"],
		["a link that deletes", "click(1)", "<a 1 /x>Close account", {}, "destructive_word"],
		["a choice that deletes", 'select(1, "x")', '<select 1 "Delete all">', {}, "destructive_word"],
		["data for another site", "click(9)", form("post evil.example"), {}, "form_leaves_site"],
		["a button that sends to another site", "click(9)", form("post", "<button 9 submit action=evil.example/x>Go"), {}, "form_leaves_site"],
		["a site that is not part of the task", "click(9)", form("post"), { origins: ["elsewhere.example"] }, "outside_task"],
		["a page that gives orders", "click(9)", form("post"), { isTainted: true }, "tainted"],
	] as const)("%s", (_name, action, body, facts, reason) => {
		expect(outcomes({ action, body, facts: facts as Partial<GateTask> })).toBe(protectedCommit);
		expect(gateOf({ action, body, facts: facts as Partial<GateTask> }).risk.reasons).toContain(reason);
	});

	test.each(
		list(
			"Pay | PayNow | Buy it | Purchase | Order now | Place your order | Checkout | Check out | Transfer | Donate",
			"Jetzt bestellen | Zahlungspflichtig bestellen | Jetzt kaufen | Bezahlen | Überweisen | Spenden | Acheter | Comprar",
			"Acquista | Оплатить | 支付 | 購入する",
		),
	)("a button that costs money asks without an amount beside it, named in the task or not: %s", (label) => {
		for (const query of ["Do it", `Click "${label}"`])
			expect(outcomes({ action: "click(1)", body: `<button 1>${label}`, facts: { query } })).toBe(protectedCommit);
	});
	test("a yes to a question that names a price asks, and a no does not", () => {
		const at = (id: number) =>
			outcomes({ action: `click(${id})`, body: '<dialog "Add insurance for 9,99 €?">\n <button 8>Add it</> <button 9>No thanks' });
		expect([at(8), at(9)]).toEqual([protectedCommit, plainFill]);
	});
	test("a link that orders at once asks", () => {
		expect(outcomes({ action: "click(1)", body: "<a 1 /order?item=4>Order now" })).toBe(protectedCommit);
	});
	test.each(
		list(
			"<button 1>Order | <button 1>Order by price | <button 1>Ordina per prezzo | <button 1>注文履歴 | <a 1 /orders>注文履歴",
			"<radio 1>Pay by invoice | <button 1>Payment methods | <button 1>Purchase history",
		),
	)("what only speaks of orders or ways to pay does not: %s", (body) => {
		expect(gateOf({ action: "click(1)", body, facts: { mode: "autonomous" } }).kind).not.toBe("ask");
	});

	test("a requested deletion is an ordinary commitment", () => {
		expect(outcomes({ action: "click(1)", body: "<button 1>Delete account", facts: { query: "Delete my old account" } })).toBe(plainCommit);
	});

	test("a row is opened although an icon in it deletes; the icon itself asks", () => {
		const body = '<div 1>Ada About the harbour <box 2 "trash delete">';
		expect(outcomes({ action: "click(1)", body })).toBe(plainFill);
		expect(outcomes({ action: "click(2)", body })).toBe(protectedCommit);
		expect(outcomes({ action: "click(1)", body: '<div 1>Delete everything <box 2 "star">' })).toBe(protectedCommit);
		expect(outcomes({ action: "click(1)", body: '<button 1><box 2 "trash delete">' })).toBe(protectedCommit);
	});

	test("a row of a table is not what the buttons in it do, unless it says so itself", () => {
		const at = (id: number, name: string, cell = "Wasserkocher") =>
			outcomes({
				action: `click(${id})`,
				body: `| <tr 1 "${name}"></> 103 | ${cell} | 39,00 € | <button 2>Löschen</> <button 3>Jetzt bestellen`,
			});
		expect(at(1, "103 Wasserkocher 39,00 € Löschen Jetzt bestellen")).toBe(plainFill);
		expect(at(2, "103 Wasserkocher 39,00 € Löschen Jetzt bestellen")).toBe(protectedCommit);
		expect(at(3, "103 Wasserkocher 39,00 € Löschen Jetzt bestellen")).toBe(protectedCommit);
		expect(at(1, "103 löschen")).toBe(protectedCommit);
		expect(at(1, "103 Alles löschen 39,00 € Löschen Jetzt bestellen", "Alles löschen")).toBe(protectedCommit);
	});

	test("a search on a site that the person allowed, with words of the task alone, is an ordinary commitment", () => {
		const body = '<form "Search" get>\n <search 1 "q" value="green tea">\n <button 9 submit>Go';
		const there = { origins: ["x.example"], toldSites: ["shop.example"] };
		expect(outcomes({ action: "click(9)", body, facts: { ...there, query: "Find green tea" } })).toBe(plainCommit);
		expect(outcomes({ action: "click(9)", body, facts: { ...there, query: "Find tea" } })).toBe(protectedCommit);
	});

	test("a sign-in with the user's own password is an ordinary submit", () => {
		const page = pageAt(home, signIn);
		const ownFills = [...page.elements.values()].filter(({ type }) => type === "password").map((field) => fingerprint(field, page));
		expect(outcomes({ action: "click(9)", body: signIn, facts: { ownFills } })).toBe(plainCommit);
	});
});

describe("files ask", () => {
	test.each([
		['upload(1, "cv.pdf")', '<file 1 "CV">'],
		["click(1)", '<file 1 "CV">'],
	] as const)("%s", (action, body) => {
		expect(outcomes({ action, body })).toBe("upload: ask, ask");
	});
});

describe("what must never be opened is refused", () => {
	const open = (url: string) => decideGate({ name: "navigate", url }, pageAt(home, ""), { ...task, mode: "autonomous" }).kind;
	test.each(
		list(
			"https://shop.example:x@evil.example/ | https://user@shop.example/ | javascript:alert(1) | JavaScript:alert(1)",
			"data:text/html,x | file:///etc/passwd | ftp://shop.example/ | not a url:",
		),
	)("%s", (url) => {
		expect(open(url)).toBe("refuse");
	});
	test.each([
		["a host that only looks like the site", "https://shop.example.evil.example/"],
		["a host that ends like it", "https://evilshop.example/"],
		["another alphabet", "https://shоp.example/"],
		["a redirect that is plain to see", "https://evil.example/?to=https://shop.example/"],
	] as const)("%s is another site: %s", (_name, url) => {
		expect(open(url)).toBe("warn");
	});
	test("a server tool is refused while there is none", () => {
		expect(gateOf({ action: 'server("fs.read", {"path":"a"})' }).kind).toBe("refuse");
	});
});

test("searches that the user allowed for the rest of the task are not asked for again", () => {
	const allowed = { allowsSearches: true } as const;
	const search = '<form "Search" get>\n <search 1 "q">\n <button 9 submit>Go';
	expect(outcomes({ action: "click(9)", body: search, facts: allowed })).toBe("commit: allow, warn");
	expect(outcomes({ action: "click(9)", body: form("post"), facts: allowed })).toBe(plainCommit);
	expect(outcomes({ action: "click(9)", body: search.replace("get", "get sensitive=card"), facts: allowed })).toBe(protectedCommit);
	const profile = '<form get>\n <input 1 "Display name">\n <button 9 submit>Save profile';
	expect(outcomes({ action: "click(9)", body: profile, facts: allowed })).toBe(plainCommit);
});

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
