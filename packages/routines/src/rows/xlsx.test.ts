import type { RoutineInput } from "@webhand/contracts/routine/words";
import { decodeBytes } from "@webhand/service-kit/decode";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readRows } from "./read.ts";

/** A cell as XML: a number, a text, a day by its serial number, or XML as it is. */
type Cell = number | string | { readonly day: number } | { readonly xml: string } | null;
type Sheet = {
	readonly name: string;
	readonly rows: readonly (readonly Cell[])[];
	readonly merges?: readonly string[];
	readonly state?: string;
};

const text = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function cellXml(cell: Cell, at: string): string {
	if (cell === null) return "";
	if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
	if (typeof cell === "string") return `<c r="${at}" t="inlineStr"><is><t>${text(cell)}</t></is></c>`;
	return "day" in cell ? `<c r="${at}" s="1"><v>${cell.day}</v></c>` : cell.xml.replace("<c", `<c r="${at}"`);
}

function sheetXml({ rows, merges = [] }: Sheet): string {
	const lines = rows.map((row, at) => {
		const cells = row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
		return `<row r="${at + 1}">${cells.join("")}</row>`;
	});
	const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join("")}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`;
}

/** A workbook as a spreadsheet writes it; style 1 is a date. */
function workbook(...sheets: readonly Sheet[]): Uint8Array {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
	const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
	const all = sheets.map(
		({ name, state }, at) =>
			`<sheet name="${text(name)}" sheetId="${at + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${at + 1}"/>`,
	);
	const targets = sheets.map(
		(_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
	);
	return zipSync({
		"[Content_Types].xml": strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
		"xl/workbook.xml": strToU8(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all.join("")}</sheets></workbook>`),
		"xl/_rels/workbook.xml.rels": strToU8(
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join("")}<Relationship Id="rIdS" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
		),
		"xl/styles.xml": strToU8(
			`<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
		),
		...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, strToU8(sheetXml(sheet))])),
	});
}

const inputs: readonly RoutineInput[] = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number" },
	{ name: "due", label: "Due", type: "date", isOptional: true },
];
/** As a service gets it: decoded from base64 into a part of a larger buffer. */
const read = (file: Uint8Array, sheet?: string) =>
	readRows({ file: Buffer.from(Buffer.from(file).toString("base64"), "base64"), sheet }, inputs, decodeBytes);
const head = ["Customer", "Amount", "Due"];

test("numbers, days and texts of a workbook are values as the inputs take them", async () => {
	const list = await read(
		workbook({
			name: "Sheet1",
			rows: [
				head,
				["Ada", 120.5, { day: 46_086 }],
				[4711, 0.1 + 0.2, "5.3.2026"],
				["Bob", 1e15, { day: 46_086.5 }],
				["Eve", "1.234,50", null],
			],
		}),
	);
	expect(list.faults).toEqual([]);
	expect(list.rows).toEqual([
		{ customer: "Ada", amount: "120.5", due: "2026-03-05" },
		{ customer: "4711", amount: "0.3", due: "2026-03-05" },
		{ customer: "Bob", amount: "1000000000000000", due: "2026-03-05" },
		{ customer: "Eve", amount: "1234.50" },
	]);
});

test("of two sheets the first with a value is read, or the one that is named; hidden ones are not offered", async () => {
	const file = workbook(
		{ name: "Empty", rows: [] },
		{ name: "March & April", rows: [head, ["Ada", 1, null]] },
		{ name: "May", rows: [head, ["Bob", 2, null]] },
		{ name: "Secret", rows: [head, ["Eve", 3, null]], state: "veryHidden" },
	);
	expect(await read(file)).toMatchObject({ sheets: ["Empty", "March & April", "May"], rows: [{ customer: "Ada", amount: "1" }] });
	expect((await read(file, "May")).rows).toEqual([{ customer: "Bob", amount: "2" }]);
	expect((await read(file, "Secret")).faults).toEqual([{ column: "", message: 'The file has no sheet "Secret"' }]);
});

test("each row of cells merged downwards has their value, and a merged title is no head", async () => {
	const rows = [["Open invoices", null, null], head, ["Ada", 1, null], [null, 2, null], [null, 3, null], ["Bob", 4, null]];
	const list = await read(workbook({ name: "Sheet1", rows, merges: ["A1:C1", "A3:A5"] }));
	expect(list.columns.map(({ head: name }) => name)).toEqual(head);
	expect(list.rows.map((row) => row["customer"])).toEqual(["Ada", "Ada", "Ada", "Bob"]);
	expect(list.faults).toEqual([]);
});

test("a formula counts by its result, and one that failed is a fault of its cell", async () => {
	const formula = { xml: "<c><f>1+1</f><v>2</v></c>" };
	const failed = { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' };
	const uncalculated = { xml: "<c><f>TODAY()</f></c>" };
	const rows = [head, ["Ada", formula, null], ["Bob", failed, null], ["Eve", 1, uncalculated]];
	const list = await read(workbook({ name: "Sheet1", rows }));
	expect(list.rows[0]).toEqual({ customer: "Ada", amount: "2" });
	expect(list.faults).toEqual([
		{ row: 2, column: "Amount", message: "The cell shows the error #DIV/0!" },
		{ row: 3, column: "Due", message: "The cell holds a formula without its result: open the file in a spreadsheet and save it" },
	]);
});

test.for<readonly [string, Uint8Array, RegExp]>([
	["a damaged file", workbook({ name: "Sheet1", rows: [head] }).subarray(0, 300), /damaged/],
	["a zip that is no workbook", zipSync({ "a.txt": strToU8("a") }), /no XLSX workbook/],
	["a file that unpacks to a huge one", zipSync({ "xl/workbook.xml": new Uint8Array(61_000_000) }), /too large when it is unpacked/],
	["an old workbook", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /too old/],
	["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /neither a text nor an XLSX/],
	["a file of 20 MB", new Uint8Array(20_000_000), /more than 15 MB/],
	["a sheet without a row", workbook({ name: "Sheet1", rows: [head] }), /no row below its head/],
])("%s is refused with its reason", async ([, file, reason]) => {
	const list = await read(file);
	expect(list.rows).toEqual([]);
	expect(list.faultCount).toBe(1);
	expect(list.faults[0]?.message).toMatch(reason);
});

test("a sheet of too many rows is refused before its cells are read", async () => {
	const file = workbook({ name: "Sheet1", rows: [head, ...Array.from({ length: 10_100 }, (_, at) => [`Name ${at}`, at])] });
	const list = await read(file);
	expect(list.faults).toEqual([{ column: "", message: "The list has more than 10,000 rows, and a run takes 10,000 at most: split it" }]);
	expect(list.sheets).toEqual(["Sheet1"]);
});

test("a number for a text field has the decimal sign that was typed into it first", async () => {
	const rows = [["Price"], [1234.5], [7]];
	const file = workbook({ name: "Sheet1", rows });
	const price = (example: string): RoutineInput => ({ name: "price", label: "Price", type: "text", example });
	const values = async (example: string) => (await readRows({ file }, [price(example)], decodeBytes)).rows.map((row) => row["price"]);
	expect(await values("12,50")).toEqual(["1234,5", "7"]);
	expect(await values("1.200,5")).toEqual(["1234,5", "7"]);
	expect(await values("12.50")).toEqual(["1234.5", "7"]);
});
