import { readPageText } from "@webhand/page/parse/page-text";
import { expect, test } from "vitest";
import { pickedValue } from "./picked-value.ts";

const view = (body: string) => readPageText(`@page 1\n@url https://shop.example/orders/7\n\n${body}`);
const picked = (body: string, text: string, id = 9) => pickedValue(view(body), { ids: [id], text });

test("a value beside its label is checked by the label", () => {
	expect(picked("Total: <text 9>49.90 €</text>", "49.90 €")).toEqual({ label: "Total", value: "49.90 €" });
});

test("a value below its label is checked by the label", () => {
	expect(picked("Invoice number\n<text 9>2026-17</text>", "2026-17")).toEqual({ label: "Invoice number", value: "2026-17" });
});

test("a value without a label is checked by the heading above it", () => {
	expect(picked("# Status\n<text 9>Paid</text>\n", "Paid")).toMatchObject({ label: "Status" });
});

test("a value in a table is checked by its column, in the row of its record", () => {
	const table = "| Name | Price | Stock\n| Tea | 1 € | 4\n| Cup | <text 9>2 €</text> | 7";
	expect(picked(table, "2 €")).toEqual({ label: "Price", value: "2 €", row: ["Cup"] });
});

test("a value of a field is checked in the field", () => {
	expect(picked('<input 9 "Amount" value="12">', "12")).toMatchObject({
		label: "Amount",
		value: "12",
		target: { role: "input", name: ["Amount"] },
	});
});

test("a value that the page text does not have is not checked", () => {
	expect(picked("Total: <text 9>12</text>", "12", 4)).toBeUndefined();
});
