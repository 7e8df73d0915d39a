import { expect, test } from "vitest";
import { parsePage } from "../../parse/parse.ts";
import { writeFormTarget, writeTarget } from "./target.ts";

const page = "https://shop.example/list?page=2";

test.each([
	["/cart", "/cart"],
	["/cart?token=x#y", "/cart"],
	["/items?action=delete", "/items?action=delete"],
	["/items?id=7&action=delete&token=abc", "/items?action=delete&…"],
	["/items?%61ction=delete", "/items?action=delete"],
	["/items?do=show&x=1&do=delete", "/items?do=show&do=delete&…"],
	["/items?action=a%20b%22%3E<c", "/items?action=a_b___c"],
	["/items?delete=7&page=2", "/items?delete=7&…"],
	["/items?page=2&sort=action", "/items"],
	["item/7", "/item/7"],
	["https://other.example/a/b", "other.example/a/b"],
	["https://other.example", "other.example/"],
	["https://other.example:8080/a", "other.example:8080/a"],
	["mailto:ada@a.example", "mailto:ada@a.example"],
	["tel:+4989123", "tel:+4989123"],
	["/cart;jsessionid=abc", "/cart;jsessionid=…"],
	["#top", "/list"],
	['/a b<c>"d', "/a%20b%3Cc%3E%22d"],
	[`/${"a".repeat(30)}/delete/${"b".repeat(30)}`, `/${"a".repeat(18)}…/delete/…${"b".repeat(20)}`],
	[`/${"a".repeat(30)}/${"b".repeat(30)}`, `/${"a".repeat(18)}…${"b".repeat(20)}`],
])("a link to %s is written as %s", (href, written) => {
	expect(writeTarget(href, page)).toBe(written);
});

test.each(["javascript:alert(1)", "data:text/html,x", "blob:https://a.example/1", "http://["])("%s is no target", (href) => {
	expect(writeTarget(href, page)).toBeUndefined();
});

test.each([
	["https://pay.example/", "pay.example"],
	["https://pay.example/charge", "pay.example/charge"],
	["/search", "/search"],
	["", undefined],
	["http://localhost/", "localhost/"],
])("a form that goes to %s is written as %s", (action, written) => {
	expect(writeFormTarget(action, page)).toBe(written);
});

test.each([
	["https://action=.evil.example/pay", "action%3D.evil.example/pay"],
	['https://a"b.example/x', "a%22b.example/x"],
])("a host cannot pass for a word or end the tag: %s", (action, written) => {
	expect(writeTarget(action, page)).toBe(written);
	const { forms } = parsePage(`@page 1\n@url ${page}\n\n<form "Pay" post ${writeFormTarget(action, page)}>\n <button 1 submit>Pay`);
	expect(forms[0]?.host).toBe(written.split("/", 1)[0]);
});

test("a form that goes to its own page names no target, also where the path has a session", () => {
	expect(writeFormTarget("", "https://a.example/cart;jsessionid=abc")).toBeUndefined();
});
