import { expect, test } from "vitest";
import { injectableOrigins, permissionFor, safeUrl, siteOf, toldAddress } from "./site.ts";

const domainOf = (url: string) => new URL(url).hostname.split(".").slice(-2).join(".");

test.each([
	["chrome://settings/", "browser"],
	["chrome://newtab/", "new_tab"],
	["about:blank", "new_tab"],
	["", "new_tab"],
	["devtools://devtools/bundled/inspector.html", "browser"],
	["view-source:https://shop.example/", "browser"],
	["chrome-extension://abcdefghijklmnopabcdefghijklmnop/a.html", "extension"],
	["chrome-error://chromewebdata/", "error"],
	["https://chromewebstore.google.com/detail/x", "web_store"],
	["https://chrome.google.com/webstore/detail/x", "web_store"],
	["file:///home/ada/a.html", "file"],
	["data:text/html,hello", "data"],
	["ftp://shop.example/", "other"],
])("%s is a page that only the browser reads (%s)", (url, restricted) => {
	expect(siteOf(url, domainOf)).toEqual({ kind: "restricted", restricted });
});

test("a web page belongs to its registrable domain and asks Chrome for its own host", () => {
	expect(siteOf("https://www.shop.example/cart?x=1", domainOf)).toEqual({
		kind: "site",
		domain: "shop.example",
		origins: ["https://www.shop.example/*"],
	});
	expect(siteOf("https://wiki.example/File:Terms.pdf", domainOf)).toMatchObject({ kind: "site" });
	expect(siteOf("http://127.0.0.1:8788/", () => "127.0.0.1")).toMatchObject({ origins: ["http://127.0.0.1/*"] });
});

test.each([
	["nobody was asked", { sites: [], refused: [], grants: [] }, "ask"],
	["allowed for this task", { sites: ["shop.example"], refused: [], grants: [] }, "allowed"],
	["allowed for good", { sites: [], refused: [], grants: [{ domain: "shop.example" }] }, "allowed"],
	[
		"refused in this task, allowed for good before",
		{ sites: [], refused: ["shop.example"], grants: [{ domain: "shop.example" }] },
		"refused",
	],
	["another site is allowed", { sites: ["other.example"], refused: [], grants: [] }, "ask"],
] as const)("a site is touched only as the user said: %s", (_, said, expected) => {
	expect(permissionFor("shop.example", said)).toBe(expected);
});

test.each([
	["https://shop.example/a b", "https://shop.example/a%20b"],
	["HTTP://SHOP.example", "http://shop.example/"],
	["https://shop.example:x@evil.example", null],
	["javascript:alert(1)", null],
	["chrome://settings", null],
	["file:///etc/passwd", null],
	["/cart", null],
])("navigate(%s) opens %s", (text, expected) => {
	expect(safeUrl(text)).toBe(expected);
});

test("a script is put into a page only where the user allowed the site", () => {
	const said = { sites: ["shop.example"], refused: ["evil.example"], grants: [{ domain: "mail.example" }] };
	const enter = (url: string) => injectableOrigins(url, said, domainOf);
	expect(enter("https://www.shop.example/cart")).toEqual(["https://www.shop.example/*"]);
	expect(enter("https://mail.example/")).toEqual(["https://mail.example/*"]);
	expect(enter("https://unknown.example/")).toBeNull();
	expect(enter("https://evil.example/")).toBeNull();
	expect(enter("chrome://settings/")).toBeNull();
});

const long = "x".repeat(9_000);
test.each([
	["https://shop.example/tea?a=1#b", "https://shop.example/tea?a=1#b"],
	[`https://shop.example/tea?a=1#${long}`, "https://shop.example/tea?a=1"],
	[`https://shop.example/tea?a=${long}`, "https://shop.example/tea"],
	[`https://shop.example/${long}`, "https://shop.example/"],
	[`data:text/html,${long}`, `data:text/html,${long}`.slice(0, 8_192)],
])("of an address that is too long for the server, the beginning is told: %.40s", (url, told) => {
	expect(toldAddress(url)).toBe(told);
});
