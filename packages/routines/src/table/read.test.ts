import type { ReadColumn, ReadStep } from "@webhand/contracts/routine/step";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { proposeColumns } from "./propose.ts";
import { newRows, nextPageOf, readTable } from "./read.ts";

const pageOf = (body: string) =>
	parsePage(`@page 1\n@url https://books.example/list\n@title Books\n@epoch k3f9w2mz\n@screen 1280x800, page 1 of 1\n\n@view\n${body}`);
const column = (label: string, where: Partial<ReadColumn>): ReadColumn => ({ name: label.toLowerCase(), label, type: "text", ...where });

/** What is proposed of the largest list, and what is read by it: heads, then rows. */
function readAll(body: string): {
	readonly heads: readonly string[];
	readonly types: string;
	readonly rows: readonly (readonly string[])[];
} {
	const view = pageOf(body);
	const [first] = proposeColumns(view);
	if (first === undefined) return { heads: [], types: "", rows: [] };
	const columns = first.columns;
	const read = readTable(view, { list: first.list, columns });
	return {
		heads: columns.map(({ label }) => label),
		types: columns.map(({ type }) => type).join(" "),
		rows: read.kind === "list" ? read.rows.map(({ cells }) => cells) : [],
	};
}

const cases: readonly (readonly [string, string, readonly string[], string, readonly (readonly string[])[]])[] = [
	[
		"a table with a head",
		"| Number | Date | Total\n| INV-1 | 2026-03-05 | 14.00 €\n| INV-2 | 2026-03-06 | 9.50 €",
		["Number", "Date", "Total"],
		"text date money",
		[
			["INV-1", "2026-03-05", "14.00 €"],
			["INV-2", "2026-03-06", "9.50 €"],
		],
	],
	[
		"a table with boxes, links and buttons",
		'| <checkbox 1 "All"> | <button 2>Name</> | <button 3>Stock</> | \n| <checkbox 4> | <a 5 /p/1>Blue kettle</> | 12 | <button 6>Edit</> <button 7>Delete</>\n| <checkbox 8> | <a 9 /p/2>Red mug</> | 3 | <button 10>Edit</> <button 11>Delete</>',
		["Name", "Stock"],
		"text number",
		[
			["Blue kettle", "12"],
			["Red mug", "3"],
		],
	],
	[
		"a table whose head has a row above it that spans its columns",
		"| Region | 2025 | 2026\n| Region | Units | Sales | Units | Sales\n| North | 4 | 9 € | 5 | 12 €\n| South | 3 | 8 € | 6 | 14 €",
		["Region", "Units", "Sales", "Units 2", "Sales 2"],
		"text number money number money",
		[
			["North", "4", "9 €", "5", "12 €"],
			["South", "3", "8 €", "6", "14 €"],
		],
	],
	[
		"cards with terms and what describes them",
		"## <a 1 /t/1>Printer jams</>\n| Owner | Ada\n| Opened | 2026-03-02\n## <a 2 /t/2>No sound</>\n| Owner | <a 3 /u/2>Bob</>\n| Opened | 2026-03-04",
		["Name", "Owner", "Opened"],
		"text text date",
		[
			["Printer jams", "Ada", "2026-03-02"],
			["No sound", "Bob", "2026-03-04"],
		],
	],
	[
		"a table without a head",
		"| Ada | 120\n| Bob | 80\n| Eve | 7",
		["Name", "Number"],
		"text number",
		[
			["Ada", "120"],
			["Bob", "80"],
			["Eve", "7"],
		],
	],
	[
		"a table of fields, by their values",
		'| Item | Amount\n| Tea | <input 1 "Amount of tea" value="3">\n| Milk | <input 2 "Amount of milk" value="12">',
		["Item", "Amount"],
		"text number",
		[
			["Tea", "3"],
			["Milk", "12"],
		],
	],
	[
		"a table with empty cells",
		"| Name | Phone | Age\n| Ada |  | 36\n| Bob | 555-1 | ",
		["Name", "Phone", "Age"],
		"text text number",
		[
			["Ada", "", "36"],
			["Bob", "555-1", ""],
		],
	],
	[
		"a table of texts with a column of figures that some rows lack",
		"| Name | City | Phone\n| Ada | London | 555-1\n| Bob | Paris | \n| Eve | Rome | 555-3",
		["Name", "City", "Phone"],
		"text text text",
		[
			["Ada", "London", "555-1"],
			["Bob", "Paris", ""],
			["Eve", "Rome", "555-3"],
		],
	],
	[
		"a table with a sum and a group across its columns",
		"| Name | Amount | State\n| March 2026\n| Ada | 5 € | open\n| Bob | 6 € | paid\n| Sum | 11 €",
		["Name", "Amount", "State"],
		"text money text",
		[
			["Ada", "5 €", "open"],
			["Bob", "6 €", "paid"],
		],
	],
	[
		"a cell of several texts",
		"| Customer | Since\n| <a 1 /c/1>Ada Lovelace</> London, <a 2 mailto:ada>ada@x.example</> | 2024\n| <a 3 /c/2>Bob</> Paris | 2025",
		["Customer", "Since"],
		"text number",
		[
			["Ada Lovelace London, ada@x.example", "2024"],
			["Bob Paris", "2025"],
		],
	],
	["a list of items", "- Ada Lovelace\n- Bob\n- Eve", ["Name"], "text", [["Ada Lovelace"], ["Bob"], ["Eve"]]],
	[
		"a list of links with what stands behind them",
		"- <a 1 /m/1>Invoice of March</> 5 March 2026\n- <a 2 /m/2>Your order</> 6 March 2026",
		["Name", "Date"],
		"text date",
		[
			["Invoice of March", "5 March 2026"],
			["Your order", "6 March 2026"],
		],
	],
	[
		"cards with a title, a price and a button",
		"-\n ## <a 1 /p/1>Blue kettle</>\n 39.00 €\n <button 2>Add to cart</>\n-\n ## <a 3 /p/2>Red mug</>\n 9.00 €\n <button 4>Add to cart</>",
		["Name", "Amount"],
		"text money",
		[
			["Blue kettle", "39.00 €"],
			["Red mug", "9.00 €"],
		],
	],
	[
		"cards of which some have a badge, a rating or no price",
		"-\n Sale\n ## <a 1 /p/1>Blue kettle</>\n 39.00 €\n-\n ## <a 3 /p/2>Red mug</>\n 9.00 €\n-\n ## <a 5 /p/3>Lamp</>",
		["Name", "Amount", "Text"],
		"text money text",
		[
			["Blue kettle", "39.00 €", "Sale"],
			["Red mug", "9.00 €", ""],
			["Lamp", "", ""],
		],
	],
	[
		"cards with labels",
		"-\n ### <a 1 /t/1>Printer is on fire</>\n State: open\n Owner: Ada\n-\n ### <a 2 /t/2>No paper</>\n Owner: Bob\n State: closed",
		["Name", "State", "Owner"],
		"text text text",
		[
			["Printer is on fire", "open", "Ada"],
			["No paper", "closed", "Bob"],
		],
	],
	[
		"cards in sections, without items",
		'<section "Blue kettle">\n <a 1 /p/1>Blue kettle</>\n 39.00 €\n<section "Red mug">\n <a 2 /p/2>Red mug</>\n 9.00 €\n<section "Lamp">\n <a 3 /p/3>Lamp</>\n 25.00 €',
		["Name", "Amount"],
		"text money",
		[],
	],
	[
		"numbers, money and days of other notations",
		"| Nr | Datum | Betrag\n| 1.204 | 5.3.2026 | 1.204,50 EUR\n| 1.205 | 6. März 2026 | 12,00 EUR",
		["Nr", "Datum", "Betrag"],
		"number date money",
		[
			["1.204", "5.3.2026", "1.204,50 EUR"],
			["1.205", "6. März 2026", "12,00 EUR"],
		],
	],
];

test.for(cases)("%s is read", ([name, body, heads, types, rows]) => {
	const read = readAll(body);
	if (name.startsWith("cards in sections")) {
		expect(read.rows.map((row) => row.filter((cell) => cell !== "").at(-1))).toEqual(["39.00 €", "9.00 €", "25.00 €"]);
		return;
	}
	expect(read).toEqual({ heads, types, rows });
});

test("every cell that is read is a text of the page", () => {
	for (const [, body] of cases) {
		const view = pageOf(body);
		const shown = [
			...view.lines.map(({ text }) => text),
			...[...view.elements.values()].map(({ attributes }) => attributes.get("value") ?? ""),
		].join(" ");
		for (const row of readAll(body).rows) for (const cell of row) for (const word of cell.split(" ")) expect(shown).toContain(word);
	}
});

test("each row has its source: address, page of the list and its words", () => {
	const view = pageOf("| Name | Age\n| Ada | 36\n| Bob | 40");
	expect(readTable(view, { list: {}, columns: [column("Age", { header: "age" })] }, 3)).toEqual({
		kind: "list",
		rows: [
			{ cells: ["36"], url: "https://books.example/list", page: 3, words: "Ada 36" },
			{ cells: ["40"], url: "https://books.example/list", page: 3, words: "Bob 40" },
		],
		missing: [],
		isCut: false,
	});
});

test("a column that the list does not have is named, and never filled from another one", () => {
	const read = readTable(pageOf("| Name | Age\n| Ada | 36"), {
		list: {},
		columns: [column("Name", { header: "Name" }), column("Mail", { header: "Mail" })],
	});
	expect(read).toMatchObject({ missing: ["Mail"], rows: [{ cells: ["Ada", ""] }] });
});

test("of several lists the one below its heading, or with its columns, is read", () => {
	const body = "# Open\n| Name | Age\n| Ada | 36\n# Closed\n| Name | Since\n| Bob | 2020\n| Eve | 2021";
	const names = (list: ReadStep extends infer _ ? object : never) => {
		const read = readTable(pageOf(body), { list, columns: [column("Name", { header: "Name" })] });
		return read.kind === "none" ? "none" : read.rows.map(({ cells }) => cells[0]).join();
	};
	expect(names({ heading: "Open" })).toBe("Ada");
	expect(names({ columns: ["Since"] })).toBe("Bob,Eve");
	expect(names({ heading: "Archive" })).toBe("none");
});

test("a list of which the page text leaves rows out says so", () => {
	const body = "| Name | Age\n| Ada | 36\n| Bob | 40\n… 112 more like this, ids 58-281, expand(57)";
	expect(readTable(pageOf(body), { list: {}, columns: [column("Name", { header: "Name" })] })).toMatchObject({ isCut: true });
});

test("rows of a further page count once, by their key or by all of their cells", () => {
	const columns = [column("Number", { cell: 0 }), column("State", { cell: 1 })];
	const row = (...cells: string[]) => ({ cells, url: "", page: 1, words: "" });
	const rows = [row("1", "open"), row("2", "open"), row("1", "paid")];
	expect(newRows(rows, { columns, key: "number" }, new Set(["2"])).map(({ cells }) => cells)).toEqual([["1", "open"]]);
	expect(newRows([...rows, row("2", "open")], { columns }, new Set())).toHaveLength(3);
});

test.for<readonly [string, string, number | undefined]>([
	["pressed", "<a 7 /list?p=2>Next</>", 7],
	["at its end where it is switched off", "<a 7 /list?p=2 disabled>Next</>", undefined],
	["at its end where it is gone", "", undefined],
])("the control for the next page is %s", ([, body, press]) => {
	const by = { role: "a", name: ["Next"] };
	expect(nextPageOf(pageOf(`| a | b\n| c | 1\n${body}`), { paging: { by, most: 100 } })).toEqual(
		press === undefined ? undefined : { press },
	);
});

test("the control that shows more is proposed with the lists of a page, and a menu is no list", () => {
	const [first, ...others] = proposeColumns(
		pageOf(
			'<nav "Main">\n - <a 1 /a>Home</>\n - <a 2 /b>Orders</>\n - <a 3 /c>Cart</>\n# Orders\n| Name | Age\n| Ada | 36\n| Bob | 40\n<button 9>Load more</>',
		),
	);
	expect(others).toEqual([]);
	expect(first).toMatchObject({
		title: "Orders",
		list: { columns: ["Name", "Age"] },
		rowCount: 2,
		rows: [
			["Ada", "36"],
			["Bob", "40"],
		],
		goesOn: [{ role: "button", name: ["Load more"] }],
	});
	expect(first?.columns[0]).toEqual({ name: "name", label: "Name", header: "Name", type: "text" });
});

test("2,000 rows are read and proposed in a second of the processor", () => {
	const rows = Array.from({ length: 2_000 }, (_, at) => `| <a ${at + 1} /p/${at}>Item ${at}</> | ${at}.00 € | open`);
	const view = pageOf(`| Name | Price | State\n${rows.join("\n")}`);
	const from = process.cpuUsage();
	const [list] = proposeColumns(view);
	const read = readTable(view, { list: {}, columns: list?.columns ?? [] });
	const { user, system } = process.cpuUsage(from);
	expect(read.kind === "list" && read.rows.length).toBe(2_000);
	expect((user + system) / 1_000).toBeLessThan(1_000);
});

test("a card is read alike on a page whose cards have other badges", () => {
	const card = (id: number, ...lines: readonly string[]) => `-\n ## <a ${id} /p/${id}>Item ${id}</>\n ${lines.join("\n ")}`;
	const [first] = proposeColumns(pageOf([card(1, "9.00 €"), card(2, "Sale", "8.00 €"), card(3, "7.00 €")].join("\n")));
	const columns = first?.columns ?? [];
	expect(columns.map(({ label }) => label)).toEqual(["Name", "Amount", "Text"]);
	const next = pageOf([card(4, "New", "6.00 €"), card(5, "New", "5.00 €", "2 left"), card(6, "4.00 €")].join("\n"));
	const read = readTable(next, { list: {}, columns }, 2);
	expect(read).toMatchObject({
		missing: [],
		rows: [{ cells: ["Item 4", "6.00 €", "New"] }, { cells: ["Item 5", "5.00 €", "New"] }, { cells: ["Item 6", "4.00 €", ""] }],
	});
	const last = pageOf([card(7, "3.00 €"), card(8, "2.00 €")].join("\n"));
	expect(readTable(last, { list: {}, columns }, 3)).toMatchObject({ missing: [], rows: [{ cells: ["Item 7", "3.00 €", ""] }, {}] });
});
