import type { Target } from "@webhand/contracts/routine/target";
import { expect, test } from "vitest";
import { healedTarget } from "./healed.ts";

const values = { c: "Invoice 17", amount: "80" };
const c = { input: "c" };
const button = (name: string, more: Partial<Target> = {}): Target => ({ role: "button", name: [name], ...more });
const ofRecord = { fingerprint: "0123456789abcdef", href: "/invoices/17/pay" };

test.for<readonly [string, Target, Target, Target | undefined]>([
	[
		"keeps the input of its row, and nothing of the record",
		button("Pay", { row: [[c]], where: { heading: ["Invoices"], before: "Remind" } }),
		button("Settle", { row: [["Invoice 17"], ["INV-17"]], where: { heading: ["Invoices"], before: "Invoice 17" }, ...ofRecord }),
		button("Settle", { row: [[c]], where: { heading: ["Invoices"] } }),
	],
	[
		"keeps the inputs of dialog and heading",
		button("Save", { where: { dialog: ["Edit ", c], heading: [c] } }),
		button("Apply", { where: { dialog: ["Edit Invoice 17"], heading: ["Invoice 17"] } }),
		button("Apply", { where: { dialog: ["Edit ", c], heading: [c] } }),
	],
	[
		"keeps an input as its name",
		{ role: "a", name: [c] },
		{ role: "a", name: ["Invoice 17"], ...ofRecord, where: { region: "Open" } },
		{ role: "a", name: [c], where: { region: "Open" } },
	],
	["is none where a heading says something else than its input", button("Save", { where: { heading: [c] } }), button("Apply"), undefined],
	["is none where its new name is data of the row", button("Pay"), button("Pay invoice 17"), undefined],
	["is none where its new row is data of the row", button("Pay"), button("Settle", { row: [["Invoice 17"]] }), undefined],
	[
		"is the new one where nothing comes from inputs",
		button("Pay", { row: [["Total"]] }),
		button("Settle", { row: [["Sum"]], ...ofRecord }),
		button("Settle", { row: [["Sum"]], ...ofRecord }),
	],
])("a target found another way %s", ([, before, found, healed]) => {
	expect(healedTarget(before, found, values)).toEqual(healed);
});
