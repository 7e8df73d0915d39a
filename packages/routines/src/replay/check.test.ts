import type { CheckedField, Comparison } from "@webhand/contracts/routine/step";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { readField } from "./check.ts";
import { isAsMeant } from "./compare.ts";

describe("a value is what was meant", () => {
	test.each<readonly [seen: string, meant: string, as: Comparison, isSame: boolean]>([
		["INV-17", "INV-17", "exact", true],
		["inv-17", "INV-17", "exact", false],
		["Paid on Monday", "paid", "contains", true],
		["Acme  GmbH", "acme gmbh", "text", true],
		["Acme GmbH & Co", "Acme GmbH", "text", false],
		["1.234,50", "1234.5", "number", true],
		["1,234.50", "1234.5", "number", true],
		["1 234,50", "1234.5", "number", true],
		["12", "12.0", "number", true],
		["400", "400.5", "number", false],
		["-5", "5", "number", false],
		["3 of 12", "3", "number", false],
		["400,50 €", "400.5", "money", true],
		["€ 400.50", "400.5", "money", true],
		["400.50 $", "400,50 €", "money", false],
		["EUR 400.50", "400,50 €", "money", true],
		["401 €", "400.5", "money", false],
		["12.03.2026", "2026-03-12", "date", true],
		["12 mars 2026", "2026-03-12", "date", true],
		["03/12/2026", "2026-03-12", "date", true],
		["13.03.2026", "2026-03-12", "date", false],
		["soon", "2026-03-12", "date", false],
	])("%s for %s as %s: %s", (seen, meant, as, isSame) => {
		expect(isAsMeant(seen, { meant, isData: true }, as)).toBe(isSame);
	});

	test("a number as a run gives it has one reading, a text of a page may have two", () => {
		expect(isAsMeant("1234", { meant: "1.234", isData: true }, "number")).toBe(false);
		expect(isAsMeant("1234", { meant: "1.234", isData: false }, "number")).toBe(true);
	});
});

describe("a check reads", () => {
	const read = (body: string, field: Partial<CheckedField> & Pick<CheckedField, "label">) =>
		readField(parsePage(`@page 1\n@url https://app.example/\n@epoch e\n\n${body}`), { value: [], as: "text", ...field }, {});

	const list = "# Invoices\n| Number | State | Amount\n| INV-1 | open | 10,00 €\n| INV-2 | paid | 20,00 €";
	test.each([
		["behind a colon", "Total: 41.90 €", "Total", ["41.90 €"]],
		["in the line below", "Total\n41.90 €", "Total", ["41.90 €"]],
		["in the rest of the line", "Total <a 1 /x>41.90 €</>", "Total", ["41.90 €"]],
		["nothing of a longer label", "Subtotal: 10\nTotal: 41.90 €", "Total", ["41.90 €"]],
		["nothing of what a field holds", '<input 1 "Total" value="41.90">', "Total", []],
		["nothing below a heading", "Total\n## Items", "Total", []],
		["nothing that is not there", "Sum: 3", "Total", []],
		["each different value of a page that says two", "Total: 1\nTotal: 2", "Total", ["1", "2"]],
		["all rows below the head of a column", list, "State", ["open", "paid"]],
		["all rows below the first head of two", "| Name | Price\n| Tea | 1 €\n| Cup | 2 €", "Name", ["Tea", "Cup"]],
		["beside a label that looks like a head", "| Status | Active\n| Copies | 1", "Status", ["Active"]],
		["between the labels of a joined text", "Ada Byron Deposit: 20 € Room: Aare", "Deposit", ["20 €"]],
		["a label that stands alone before one in a joined text", "Total: 3 €\nAda Total: 4 € Room: Aare", "Total", ["3 €"]],
	])("%s", (_, body, label, values) => {
		expect(read(body, { label })).toEqual(values);
	});

	test("the cell of a row that its words tell", () => {
		expect(read(list, { label: "State", row: [["INV-2"]] })).toEqual(["paid"]);
		expect(read(list, { label: "State", row: [["INV-3"]] })).toEqual([]);
	});

	test("both of two rows with the same words, so that a row saved twice is no saved row", () => {
		expect(read(`${list}\n| INV-2 | paid | 20,00 €`, { label: "State", row: [["INV-2"]] })).toEqual(["paid", "paid"]);
	});

	test("a row by its words, of which a page makes one text with its labels", () => {
		const joined = "- Ada Deposit: 20 € Room: Aare\n- Ada Byron Deposit: 30 € Room: Rhine\n";
		expect(read(joined, { label: "Deposit", row: [["Ada"]] })).toEqual(["20 €"]);
		expect(read(`${joined}- Ada Deposit: 20 € Room: Aare`, { label: "Deposit", row: [["Ada"]] })).toEqual(["20 €", "20 €"]);
		expect(read(joined, { label: "Deposit", row: [["Byron"]] })).toEqual([]);
	});

	test("the cell below a head that only the check tells", () => {
		expect(read("| Party | City\n| Initech | Bern\n| Stark | Oslo", { label: "City", row: [["Stark"]] })).toEqual([]);
		expect(read("| Party | City | State\n| Initech | Bern | open\n| Stark | Oslo | open", { label: "City", row: [["Stark"]] })).toEqual([
			"Oslo",
		]);
	});

	test("a card by its title", () => {
		const card = (name: string, price: string) =>
			`-\n ## <a ${price.length} /x>${name}</>\n Price: ${price}\n <button 1${price.length}>Buy</>`;
		expect(read(`${card("Mug", "9 €")}\n${card("Kettle", "39 €")}`, { label: "Price", row: [["Kettle"]] })).toEqual(["39 €"]);
	});

	test("a field that a check names as its target", () => {
		expect(read('<input 1 "Total" value="41.90">', { label: "Total", target: { role: "input", name: ["Total"] } })).toEqual(["41.90"]);
	});

	test.each([
		["a date and an amount", "| Owner | Ada\n| Due | 2026-05-01\n| Total | 41.90 €"],
		["a link", "| Owner | Ada\n| City | Leeds\n| Mail | <a 1 /m>ada@a.example"],
	])("the first of labels with values of several kinds as a label: %s", (_, facts) => {
		const view = parsePage(`@page 1\n@url https://app.example/1\n@epoch e\n\n@view\n# Invoice\n${facts}`);
		expect(readField(view, { label: "Owner", value: ["Ada"], as: "text" }, {})).toEqual(["Ada"]);
	});

	test("a name below its head, where the values beside it are alike", () => {
		const view = parsePage("@page 1\n@url https://app.example/1\n@epoch e\n\n@view\n# People\n| Owner | Total\n| Ada | 5 €\n| Bob | 7 €");
		expect(readField(view, { label: "Owner", value: ["Ada"], as: "text" }, {})).toEqual(["Ada", "Bob"]);
	});
});
