import { describe, expect, test } from "vitest";
import { orderKind } from "./order-kind.ts";

const now = new Date("2026-11-28T12:00:00Z");

const rows: readonly (readonly [string, ReturnType<typeof orderKind>])[] = [
	["What is the amount of invoice 1007?", "asks"],
	["How many invoices are overdue?", "asks"],
	["Which invoice has the highest amount?", "asks"],
	["Is invoice 1004 approved?", "asks"],
	["Who approved invoice 1004 and when?", "asks"],
	["In which row does Ada stand?", "asks"],
	["Can you tell me which plan is the cheapest?", "asks"],
	["Please summarize this page.", "asks"],
	["Search for kettle and tell me the price of the first result", "asks"],
	["Read the total", "asks"],
	["How do I approve an invoice?", "asks"],
	["Approve invoice 1007", "acts"],
	["Can you approve invoice 1007?", "acts"],
	["Open the first result", "acts"],
	["Click Save", "acts"],
	["Book the cheapest flight to Oslo", "acts"],
	["Check whether invoice 1004 is approved", "asks"],
	["Find out who approved invoice 1004", "asks"],
	["Show me which invoices are unpaid", "asks"],
	["Check “I agree” unless it is checked", "acts"],
	["Open the cart and read the total", "asks"],
	["Add the lamp to the cart and read the total", "both"],
	["Which invoice is overdue? Approve it.", "both"],
	["Tell me which invoice is unpaid, then approve it", "both"],
	// Grammar alone does not tell: a model does.
	["Make the page look nicer", undefined],
	["Wie hoch ist der Betrag von Rechnung 1007?", undefined],
	["I wonder about invoice 1007", undefined],
];

describe("the kind of an order", () => {
	test.each(rows)("%s: %s", (order, kind) => {
		expect(orderKind(order, now)).toBe(kind);
	});
});
