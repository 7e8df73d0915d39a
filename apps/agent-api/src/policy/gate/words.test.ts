import { holdsWords } from "@webhand/lexicon/text";
import { expect, test } from "vitest";
import { list } from "../../../test/list.ts";
import { mentionsOrdering, wordsOf } from "./words.ts";

test.each([
	["commit", "Send message: send | Versenden: versenden | SUBMIT: submit | Sender: | ＳＥＮＤ: send | 立即提交订单: 提交 | Sign out:"],
	["commit", "Sign out everywhere: sign | Log out of all other devices: log | Alle anderen Sitzungen beenden: beenden"],
	["pay", "Complete booking: booking | Booking details: | Charge rent: charge | Refund the customer: refund | Delivery charge:"],
	["pay", "Charging stations: | Done: | Move to Done: | John Doe: | Zahlungspflichtig bestellen: zahlungspflichtig | Repay:"],
	["destructive", "Please close account now: close | Undelete: | Удалить всё: удалить"],
] as const)("the %s words of %s", (kind, rows) => {
	const found = list(rows)
		.map((row) => row.split(":")[0] ?? "")
		.map((text) => `${text}: ${wordsOf(kind, text).join()}`.trim());
	expect(found).toEqual(list(rows));
});

test.each([
	[true, "Order now | Order | Place order | Place your order | Order H-7 again | Reorder | Jetzt bestellen | 注文する"],
	[false, "Track order | Open order 3 | Order history | Order by price | My orders | Border"],
])("a label orders (%s): %s", (expected, labels) => {
	expect(list(labels).filter((label) => mentionsOrdering(` | ${label}`) !== expected)).toEqual([]);
});

test("words are found whole, whatever their case and spacing", () => {
	expect(holdsWords("Find  GREEN tea", "green tea")).toBe(true);
	expect(holdsWords("Find greenteas", "green tea")).toBe(false);
	expect(holdsWords("anything", "")).toBe(false);
});
