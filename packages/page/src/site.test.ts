import { describe, expect, test } from "vitest";
import { extractDomain, generateSessionTitle } from "./site.ts";

describe("the site of an address", () => {
	test.each([
		["www.google.com", "google.com"],
		["https://www.google.com/search?q=a", "google.com"],
		["www.example.co.uk", "example.co.uk"],
		["a.b.c.com.au", "c.com.au"],
		["localhost:3000", "localhost"],
		["http://localhost:3000/x", "localhost"],
		["EXAMPLE.com.", "example.com"],
		["münchen.de", "xn--mnchen-3ya.de"],
		["127.0.0.1", "127.0.0.1"],
		["http://[::1]:8080/", "[::1]"],
		["[::1]", "[::1]"],
		["0x7f.1", "127.0.0.1"],
		["intranet", "intranet"],
		["co.uk", "co.uk"],
		["foo.github.io", "github.io"],
		["https://user:pass@shop.example.com/", "example.com"],
	])("%s belongs to %s", (address, domain) => {
		expect(extractDomain(address)).toBe(domain);
	});

	test.each([
		"about:blank",
		"file:///etc/passwd",
		"chrome://extensions",
		"chrome-extension://abc/x.html",
		"javascript:alert(1)",
		"data:text/html,x",
		"",
		"   ",
		"http://",
		"ftp://a.example/",
	])("%s has no site", (address) => {
		expect(extractDomain(address)).toBeNull();
	});
});

describe("the title of a chat", () => {
	test("names the site and the task", () => {
		expect(generateSessionTitle("google.com", "Find flights to Oslo")).toBe("google.com: Find flights to Oslo");
	});

	test("is the task alone without a site", () => {
		expect(generateSessionTitle(null, "Open a shop")).toBe("Open a shop");
	});

	test("is one line without control and bidi characters", () => {
		expect(generateSessionTitle("a.example", "  buy\n\ttea\u0007 \u202Enow\u202C ")).toBe("a.example: buy tea now");
	});

	test("is cut at 80 characters on a word", () => {
		const title = generateSessionTitle("a.example", "word ".repeat(40));
		expect(title).toBe(`a.example: ${"word ".repeat(16).trim()}…`);
	});

	test("never ends in half an emoji", () => {
		expect(generateSessionTitle(null, `${"x".repeat(79)}😀😀`)).toBe(`${"x".repeat(79)}…`);
	});
});
