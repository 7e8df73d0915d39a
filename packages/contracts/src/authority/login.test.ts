import { expect, test } from "vitest";
import { originOfSite } from "./login.ts";

test.each([
	["shop.example", "https://shop.example"],
	[" Shop.Example/ ", "https://shop.example"],
	["https://shop.example:443", "https://shop.example"],
	["http://10.0.0.5:8080", "http://10.0.0.5:8080"],
	["bücher.example", "https://xn--bcher-kva.example"],
	["localhost:3000", "https://localhost:3000"],
	["", undefined],
	["https://shop.example/login", undefined],
	["https://ada@shop.example", undefined],
	["shop.example?next=1", undefined],
	["*.shop.example", undefined],
	["two words.example", undefined],
	["ftp://shop.example", undefined],
	["file:///etc/passwd", undefined],
	["chrome-extension://abc", undefined],
	["javascript:alert(1)", undefined],
])("the origin of %j is %j", (text, origin) => {
	expect(originOfSite(text)).toBe(origin);
});
