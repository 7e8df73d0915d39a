import { expect, test } from "vitest";
import { addressPattern } from "./address.ts";
import { areAlike, withoutCount } from "./names.ts";

test.each([
	["Save draft", "SAVE DRAFT", true],
	["Sign in", "Sign-in", true],
	["Email:", "E mail", true],
	["Invoice", "Invoices", true],
	["Unsubscribe", "Unsubcribe", true],
	["Save", "Safe", false],
	["Emission", "Omission", false],
	["Activate account", "Deactivate account", false],
	["Approve", "Disapprove", false],
	["Address 1", "Address 2", false],
	["Order 10002345", "Order 10002346", false],
	["Save", "Save all", false],
	["", "", false],
])("“%s” and “%s” are alike: %s", (one, other, isSame) => {
	expect(areAlike(one, other)).toBe(isSame);
	expect(areAlike(other, one)).toBe(isSame);
});

test.each([
	["Inbox (3)", "Inbox"],
	["(12) Inbox", "Inbox"],
	["Drafts [2 new]", "Drafts"],
	["Sent", "Sent"],
	["(3)", "(3)"],
	["Address 2", "Address 2"],
	["Price (net)", "Price (net)"],
])("“%s” without its count is “%s”", (name, bare) => {
	expect(withoutCount(name)).toBe(bare);
});

test.each([
	["/invoices/17/edit", "/invoices/*/edit"],
	["/api/v2/orders", "/api/v2/orders"],
	["/2026/11/29", "/*/*/*"],
	["/o/3f2a9c1e-77aa-4b1c-9d2e-001122334455?tab=notes", "/o/*?tab=notes"],
	["shop2.example/p/INV-17", "shop2.example/p/*"],
	["https://app.example/?id=5#top", "https://app.example/?id=*#top"],
	["/about", "/about"],
])("%s has the pattern %s", (address, pattern) => {
	expect(addressPattern(address)).toBe(pattern);
});
