import { expect, test } from "vitest";
import { columnsAsked, matchColumns } from "./match.ts";

const columns = [
	{ label: "Invoice number", type: "text" },
	{ label: "Customer", type: "text" },
	{ label: "Issued", type: "date" },
	{ label: "Net", type: "money" },
	{ label: "Total due", type: "money" },
] as const;

test.for<readonly [string, readonly number[], boolean]>([
	["number, customer", [0, 1], true],
	["Read all open invoices with number, date and total due", [0, 2, 4], true],
	["date", [2], true],
	["net; total", [3, 4], true],
	// Two columns hold amounts: nobody knows which one is meant.
	["number, amount", [0], false],
	["colour", [], false],
])("“%s” names columns that the list has", ([words, places, isWhole]) => {
	expect(matchColumns(columns, words)).toEqual({ places, isWhole });
});

test.for<readonly [string, string | undefined]>([
	["Read all open invoices with number, date and amount", "number, date and amount"],
	["please export the orders with customer and total.", "customer and total"],
	["Collect products with name, price and delivery time", "name, price and delivery time"],
	["List unpaid bills with number & date", "number & date"],
	["Read the total", undefined],
	["Read all invoices", undefined],
	["Read all mails with attachments", undefined],
	["Read the address with number and street", undefined],
	["Fill in the forms with name and date", undefined],
	["Read all invoices with number and date. Then pay them", undefined],
	["Read all invoices with number and pay those that are overdue", undefined],
])("“%s” asks for the columns %s", ([order, columns]) => {
	expect(columnsAsked(order)).toBe(columns);
});
