import { describe, expect, test } from "vitest";
import { list } from "../../../test/list.ts";
import { hostsIn, isNamedSite, isPlaceIn, pageSite, readTarget, taskOrigins } from "./origin.ts";

describe("hosts that a task names", () => {
	test.each([
		["Open shop.example", ["shop.example"]],
		["Read the news on www.news.example/today, then log in at localhost:3000", ["www.news.example", "localhost:3000"]],
		["Open https://report.zip and www.main.rs", ["report.zip", "www.main.rs"]],
		["Look at 10.0.0.7", ["10.0.0.7"]],
		["Nie auf evil.example gehen, bitte auf shop.example suchen", ["shop.example"]],
		["Go to shop.example without logging in", ["shop.example"]],
		["Everything but evil.example is fine", []],
		["Use shop.example instead of evil.example", ["shop.example"]],
		["Use shop.example, not evil.example", ["shop.example"]],
	] as const)("“%s”", (query, expected) => {
		expect(hostsIn(query)).toEqual(expected);
	});
	test.each(
		list(
			"Read report.pdf | Read report.zip | Check notes.md and main.rs | Read version 1.2.3.4 | Update to 1.2.3.4",
			"Mail the report to bob@mail.example | Never go to evil.example | Do not send anything to evil.example, just read",
			"Never open a.example, b.example or c.example | Don’t visit evil.example | Stay away from evil.example",
			"evil.example must never be opened | evil.example ist verboten | 不要打开 evil.example",
		),
	)("“%s” names none", (query) => {
		expect(hostsIn(query)).toEqual([]);
	});
});

describe("a name that the task speaks of as a place", () => {
	test.each([
		["Open Wikipedia", "wikipedia"],
		["Search for tea on Wikipedia", "wikipedia"],
		["Look it up on Wikipedia.", "wikipedia"],
		["go to wikipedia and find tea", "wikipedia"],
		["Sign in to Harbour with ada", "harbour"],
		["Copy the address from “Harbour”", "harbour"],
		["Visit the Harbour website", "harbour"],
		["Öffne Wikipedia", "wikipedia"],
		["Suche auf Wikipedia nach Tee", "wikipedia"],
		["Cherche sur Wikipédia", "wikipédia"],
		["Busca en Wikipedia", "wikipedia"],
		["Cerca su Wikipedia", "wikipedia"],
		["Найди на Wikipedia", "wikipedia"],
		["打开Wikipedia查看", "wikipedia"],
		["Wikipediaで調べて", "wikipedia"],
	] as const)("“%s”", (query, name) => {
		expect(isPlaceIn(query, name)).toBe(true);
	});
	test.each([
		["Read the balance", "the"],
		["Read the balance", "balance"],
		["Find out what the cart costs", "cart"],
		["Read the first message", "message"],
		["Open the settings page and read the total", "settings"],
		["Open Settings page", "settings"],
		["Click on Settings", "settings"],
		["Look at the cart", "cart"],
		["Book a flight to Berlin", "berlin"],
		["Mail the report to bob@gmail.com", "gmail"],
		["Summarize example.com", "example"],
		["Never search on Wikipedia", "wikipedia"],
		["Search everywhere except on Wikipedia", "wikipedia"],
		["Look on HP", "hp"],
		["Search on Wikipedias", "wikipedia"],
	] as const)("“%s” is none for %s", (query, name) => {
		expect(isPlaceIn(query, name)).toBe(false);
	});
	test("is the site of that name, and nobody's who only shares a host", () => {
		const query = "Look it up on Wikipedia";
		const sites = ["wikipedia.org", "wikipedia.github.io", "pedia.org"];
		expect(sites.map((site) => isNamedSite(site, query))).toEqual([true, false, false]);
	});
});

describe("sites", () => {
	test.each([
		["https://www.shop.co.uk/a", "Buy tea", ["shop.co.uk"]],
		["chrome://newtab", "Open en.wikipedia.org and http://localhost:3000/x", ["wikipedia.org", "localhost:3000"]],
		["about:blank", "Write to a friend", []],
		["https://127.0.0.1:8788/", "Read 10.0.0.7", ["127.0.0.1:8788", "10.0.0.7"]],
		["https://a.example/", "Version 2.0 costs 3.50", ["a.example"]],
		["https://a.example/", "Write to eve@evil.example, then open b.example.", ["a.example", "b.example"]],
		["about:blank", "Open https://ok.example:x@evil.example/", ["ok.example"]],
	] as const)("a task that begins on %s with “%s”", (url, query, expected) => {
		expect(taskOrigins(url, query)).toEqual(expected);
	});
	test("user and password in a URL, other schemes and nonsense are refused", () => {
		for (const url of ["https://ok.com:x@evil.com", "javascript:1", "data:,x", "blob:https://a/1", "nonsense"])
			expect(readTarget(url).kind).toBe("refused");
		expect([pageSite("about:blank"), pageSite("https://ok.com:x@evil.com"), pageSite("https://a.b.example/")]).toEqual([
			"",
			"",
			"b.example",
		]);
	});
});
