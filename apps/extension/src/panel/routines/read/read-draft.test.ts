import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { draftOf, faultsOf, isStartable, nameOf, programOf, withColumn, withPlaces } from "./read-draft.ts";

const next = { role: "a", name: ["Next"] };
const list = {
	title: "Open invoices",
	list: { heading: "Open invoices" },
	rowCount: 2,
	columns: [
		{ name: "number", label: "Number", header: "Number", type: "text" as const },
		{ name: "issued", label: "Issued", header: "Issued", type: "date" as const },
		{ name: "net", label: "Net", header: "Net", type: "money" as const },
	],
	rows: [["R-1", "2026-03-01", "9 €"]],
	goesOn: [next],
};
const stepOf = (draft: Parameters<typeof programOf>[0]) => RoutineProgram.parse(programOf(draft)).steps[0];

test("a reading takes the columns that are ticked, under the names that a person gives, and goes on as it is told", () => {
	const draft = withColumn(withColumn({ ...draftOf(list), key: "0" }, 1, { isTaken: false }), 0, { label: " Invoice no. " });
	expect(stepOf(draft)).toMatchObject({
		do: "read",
		list: { heading: "Open invoices" },
		columns: [{ name: "invoice_no", label: "Invoice no.", header: "Number" }, { name: "net" }],
		key: "invoice_no",
		paging: { by: next, most: 1_000 },
	});
	expect(stepOf({ ...draft, way: "scroll", most: "20" })).toMatchObject({ paging: { by: "scroll", most: 20 } });
	expect(stepOf({ ...draft, way: "none" })).toHaveProperty("paging", { most: 1_000 });
});

test("a column that is left out tells no rows apart any more", () => {
	expect(withColumn({ ...draftOf(list), key: "2" }, 2, { isTaken: false }).key).toBe("");
	expect(withPlaces({ ...draftOf(list), key: "2" }, [0, 1])).toMatchObject({
		key: "",
		columns: [{ isTaken: true }, { isTaken: true }, { isTaken: false }],
	});
});

test.for<readonly [string, (draft: ReturnType<typeof draftOf>) => ReturnType<typeof draftOf>, object]>([
	["no column", (draft) => [0, 1, 2].reduce((before, at) => withColumn(before, at, { isTaken: false }), draft), { columns: true }],
	["a column without a name", (draft) => withColumn(draft, 1, { label: "  " }), { labels: new Map([[1, "empty"]]) }],
	["two columns of one name", (draft) => withColumn(draft, 2, { label: "Number " }), { labels: new Map([[2, "twice"]]) }],
	["no limit", (draft) => ({ ...draft, most: "" }), { most: true }],
	["more rows than are read", (draft) => ({ ...draft, most: "10001" }), { most: true }],
])("a reading with %s is not started", ([, change, fault]) => {
	const faults = faultsOf(change(draftOf(list)));
	expect(faults).toMatchObject(fault);
	expect(isStartable(faults)).toBe(false);
	expect(isStartable(faultsOf(draftOf(list)))).toBe(true);
});

test("a reading is called after its list, else after its page", () => {
	const page = { title: "Invoices – Shop", url: "https://shop.example/invoices" };
	expect(nameOf(list, page)).toBe("Open invoices");
	expect(nameOf({ title: "" }, page)).toBe("Invoices – Shop");
	expect(nameOf({ title: "" }, { ...page, title: " " })).toBe("shop.example");
});
