import { describe, expect, test } from "vitest";
import { authorOfAddress, extractDomain, generateSessionTitle, siteOfAddress } from "./site.ts";

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
		["foo.github.io", "foo.github.io"],
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

describe("where one site ends and another begins", () => {
	test.each([
		["two people's pages on one host", "https://alice.github.io/", "https://bob.github.io/"],
		["two apps on one host", "https://a.vercel.app/", "https://b.vercel.app/"],
		["two projects on one host", "https://a.pages.dev/", "https://b.pages.dev/"],
		["what people upload and the company", "https://a.googleusercontent.com/", "https://google.com/"],
		["two uploads", "https://a.googleusercontent.com/", "https://b.googleusercontent.com/"],
		["what anybody writes and one's own mail", "https://docs.google.com/", "https://mail.google.com/"],
		["two buckets of one cloud", "https://a.s3.amazonaws.com/", "https://b.s3.amazonaws.com/"],
		["two teams", "https://a.sharepoint.com/", "https://b.sharepoint.com/"],
		["sign-ins of two companies", "https://a.okta.com/", "https://b.okta.com/"],
		["two ports of all addresses of this machine", "http://0.0.0.0:3000/", "http://0.0.0.0:4000/"],
		["two ports of the loopback address in the other notation", "http://[::ffff:127.0.0.1]:3000/", "http://[::ffff:127.0.0.1]:4000/"],
		["two ports of this machine", "http://localhost:3000/", "http://localhost:4000/"],
		["two ports of the loopback address", "http://127.0.0.1:3000/", "http://127.0.0.1:4000/"],
		["two ports below localhost", "http://app.localhost:3000/", "http://app.localhost:4000/"],
	])("%s are two", (_name, one, other) => {
		expect(siteOfAddress(one)).not.toBe(siteOfAddress(other));
	});

	test.each([
		["mail and account of one company", "https://mail.google.com/", "https://accounts.google.com/"],
		["pages of one user", "https://alice.github.io/a", "https://www.alice.github.io/b"],
		["ports of a public host", "https://shop.example/", "https://www.shop.example:8443/"],
		["one port of this machine", "http://localhost:3000/a", "localhost:3000"],
		["documents of one host", "https://docs.google.com/document/d/1", "https://docs.google.com/forms/d/2"],
	])("%s are one", (_name, one, other) => {
		expect(siteOfAddress(one)).toBe(siteOfAddress(other));
	});

	test("on a host that many share, the path says whose page it is", () => {
		const [mine, other] = ["1AbCdEfGhIjKlMnOpQrStUvWxYz", "2ZyXwVuTsRqPoNmLkJiHgFeDcBa"];
		const of = (id: string, tail: string) => authorOfAddress(`https://docs.google.com/document/d/${id}/${tail}`);
		expect(of(mine, "edit")).toBe(of(mine, "preview"));
		expect(of(mine, "edit")).not.toBe(of(other, "edit"));
		expect(authorOfAddress("https://gist.github.com/alice/1")).not.toBe(authorOfAddress("https://gist.github.com/bob/1"));
		expect(authorOfAddress("https://storage.googleapis.com/a/x.html")).not.toBe(authorOfAddress("https://storage.googleapis.com/b/x.html"));
		expect(authorOfAddress("https://shop.example/a/b")).toBe("shop.example");
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
