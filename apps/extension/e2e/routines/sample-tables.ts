import type { ProposedList } from "@webhand/contracts/routine/routine";
import type { ReadTable } from "@webhand/contracts/routine/run";

const customers = ["Harbour Kitchen", "Tea & Co", "Ada Lovelace", "Bäckerei Müller und Söhne GmbH", "Q"];
const cellsOf = (at: number) => [
	`R-${1_041 + at}`,
	customers[at % customers.length] ?? "",
	`2026-03-${String((at % 28) + 1).padStart(2, "0")}`,
	`${(49.9 * (at + 1)).toFixed(2)} €`,
];

/** A table of a page with two ways on. */
export const invoiceList: ProposedList = {
	title: "Open invoices",
	list: { heading: "Open invoices" },
	rowCount: 25,
	columns: [
		{ name: "number", label: "Number", header: "Number", type: "text" },
		{ name: "customer", label: "Customer", header: "Customer", type: "text" },
		{ name: "due", label: "Due", header: "Due", type: "date" },
		{ name: "amount", label: "Amount", header: "Amount", type: "money" },
	],
	rows: Array.from({ length: 5 }, (_, at) => cellsOf(at)),
	goesOn: [
		{ role: "a", name: ["Next page"] },
		{ role: "button", name: ["Load more"] },
	],
};

/** Cards without a heading, with long texts. */
export const orderCards: ProposedList = {
	title: "",
	list: {},
	rowCount: 6,
	columns: [
		{ name: "name", label: "Name", slot: "heading2 a text 0", type: "text" },
		{ name: "amount", label: "Amount", slot: "text1  money 0", type: "money" },
	],
	rows: [
		["Blue kettle of cast iron with a lid that stays where it is while one pours", "39.00 €"],
		["Red mug", "9.00 €"],
	],
	goesOn: [],
};

/** What was read of the invoices. */
export const tableOf = (rowCount: number): ReadTable => ({
	step: "s1",
	columns: invoiceList.columns.map(({ name, label, type }) => ({ name, label, type })),
	rows: Array.from({ length: rowCount }, (_, at) => ({
		cells: cellsOf(at),
		url: `https://shop.example/invoices?page=${Math.floor(at / 25) + 1}`,
		page: Math.floor(at / 25) + 1,
		words: cellsOf(at).join(" "),
	})),
	isCut: false,
});
