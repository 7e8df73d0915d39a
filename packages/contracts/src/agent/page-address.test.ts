import { expect, test } from "vitest";
import { PageAddress } from "./page-address.ts";

test.for([
	..."https://example.com/ http://127.0.0.1:8080/a?b=c#d about:blank chrome://settings/ chrome-extension://abc/panel.html edge://newtab/ file:///home/ada/a.pdf data:text/html,hi view-source:https://example.com/".split(
		" ",
	),
])("%s is where a page can be", (url) => {
	expect(PageAddress.safeParse(url).success).toBe(true);
});

test.for([
	["javascript:alert(1)", "must be the address of a page, such as https://example.com/"],
	["JavaScript:alert(1)", "must be the address of a page, such as https://example.com/"],
	["vbscript:x", "must be the address of a page, such as https://example.com/"],
	["mailto:ada@example.com", "must be the address of a page, such as https://example.com/"],
	["example.com", "must be an absolute URL"],
	["", "must be an absolute URL"],
] as const)("%s is none", ([url, words]) => {
	expect(PageAddress.safeParse(url).error?.issues.map(({ message }) => message)).toEqual([words]);
});
