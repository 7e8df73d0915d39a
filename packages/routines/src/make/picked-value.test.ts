import { readPageText } from "@webhand/page/parse/page-text";
import { expect, test } from "vitest";
import { pickedValue } from "./picked-value.ts";

const view = (body: string) => readPageText(`@page 1\n@url https://shop.example/orders/7\n\n${body}`);
const picked = (body: string, text: string, id = 9) => pickedValue(view(body), { ids: [id], text });

test("a value beside its label is checked by the label", () => {
	expect(picked("Total: <text 9>49.90 €</>", "49.90 €")).toEqual({ label: "Total", value: "49.90 €" });
});

test("a text that says its label and its value is checked by the label", () => {
	expect(picked("- Ada Byron\n- <text 9>Deposit: 44.65 €</>", "Deposit: 44.65 €")).toMatchObject({
		label: "Deposit",
		value: "44.65 €",
	});
});

test("a value below its label is checked by the label", () => {
	expect(picked("Invoice number\n<text 9>2026-17</>", "2026-17")).toEqual({ label: "Invoice number", value: "2026-17" });
});

test("a value without a label is checked by the heading above it", () => {
	expect(picked("# Status\n<text 9>Paid</>\n", "Paid")).toMatchObject({ label: "Status" });
});

test("a value in a table is checked by its column, in the row of its record", () => {
	const table = "| Name | Price | Stock\n| Tea | 1 € | 4\n| Cup | <text 9>2 €</> | 7";
	expect(picked(table, "2 €")).toEqual({ label: "Price", value: "2 €", row: ["Cup"] });
});

test("a value that tells its row by itself is checked in the row that the other texts tell", () => {
	const table = "| Party | City | Status\n| Initech | Bern | Active\n| Stark | <text 9>Oslo</> | Active";
	expect(picked(table, "Oslo")).toEqual({ label: "City", value: "Oslo", row: ["Stark"] });
});

test("a value beside its label in a card is checked in the card", () => {
	const card = (name: string, id: number, spot: string) =>
		`## ${name}\n| Water | 1 l\n| Spot | <text ${id}>${spot}</>\n<form "" post /plants>\n <input ${id + 1} "New spot"> <button ${id + 2}>Update</>\n`;
	const page = `# Plants\n${card("Fern", 6, "by the door")}${card("Ivy", 9, "window sill")}${card("Moss", 12, "by the door")}`;
	expect(picked(page, "window sill")).toEqual({ label: "Spot", value: "window sill", row: ["Ivy"] });
});

test("a value of a field is checked in the field", () => {
	expect(picked('<input 9 "Amount" value="12">', "12")).toMatchObject({
		label: "Amount",
		value: "12",
		target: { role: "input", name: ["Amount"] },
	});
});

test("a value that the page text does not have is not checked", () => {
	expect(picked("Total: <text 9>12</>", "12", 4)).toBeUndefined();
});

test("values that were picked one after the other stay in the row of their record", () => {
	const room = (name: string, [rate, outlook]: readonly [string, string]) =>
		`- \n ### ${name}\n Rate: ${rate}\n View: ${outlook}\n Floor: 2\n <button>Edit</>\n`;
	const rooms = `# Rooms\n${room("Aare", ["90 €", "yard"])}${room("Rhine", ["<text 8>95 €</>", "<text 9>old town</>"])}${room("Rhone", ["90 €", "yard"])}`;
	expect(picked(rooms, "95 €", 8)).toEqual({ label: "Rate", value: "95 €", row: ["Rhine"] });
	expect(picked(rooms, "old town")).toEqual({ label: "View", value: "old town", row: ["Rhine"] });
});

test("a value in a text that the page joins is checked by its label between the others", () => {
	const bookings = "# Bookings\n- Ada Byron Deposit: 20 € Room: Aare\n- Ben Okri <text 8>Deposit: 30 €</> <text 9>Room: Rhine</>\n";
	expect(picked(bookings, "Deposit: 30 €", 8)).toEqual({ label: "Deposit", value: "30 €", row: ["Ben Okri"] });
	expect(picked(bookings, "Room: Rhine")).toEqual({ label: "Room", value: "Rhine", row: ["Ben Okri"] });
});

test("a value that cannot be told from the text behind it is not checked", () => {
	expect(picked("- Ada <text 8>Deposit: 20 €</> Room number: 4\n- Ben Deposit: 30 € Room number: 5\n", "Deposit: 20 €", 8)).toBeUndefined();
});

test("a value beside its label is no column, however the labels look", () => {
	const facts = (first: string, second: string) => `# Settings\n| Status | ${first}\n| Sets of settings | ${second}\n| Fee | 3 €`;
	expect(picked(facts("<text 9>Active</>", "1"), "Active")).toEqual({ label: "Status", value: "Active" });
	expect(picked(facts("Active", "<text 9>1</>"), "1")).toEqual({ label: "Sets of settings", value: "1" });
});
