import type { Target } from "@webhand/contracts/routine/target";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { describe, expect, test } from "vitest";
import { describeTarget } from "./describe.ts";
import type { Resolution, ResolveOptions } from "./resolve.ts";
import { resolveTarget } from "./resolve.ts";

const pageOf = (body: string): PageView => parsePage(`@page 1\n@url https://app.example/invoices\n@epoch e\n\n${body}`);

function described(body: string, id: number): Target {
	const target = describeTarget(pageOf(body), id);
	if (target === undefined) throw new Error("no such control");
	return target;
}

const invoices = `# Invoices (3)
| Number | Customer | Amount |
| <a 1 /invoices/17>INV-17</> | Acme GmbH | 400,00 € | <button 2>Pay</> <button 3>Remind</>
| <a 4 /invoices/18>INV-18</> | Globex | 120,00 € | <button 5>Pay</> <button 6>Remind</>
| <a 7 /invoices/19>INV-19</> | Acme GmbH | 80,00 € | <button 8>Pay</> <button 9>Remind</>`;

const form = `# New invoice
<form "Invoice" post /invoices>
 Customer
 <input 11 "Customer" required value="">
 Amount
 <number 12 "Amount">
 Note
 <textarea 13 "Note">
 <button 14 submit>Save draft</> <button 15 submit>Send invoice</> <button 16>Cancel</>`;

describe("a target in words", () => {
	test("names its role, place, neighbours and row", () => {
		expect(described(invoices, 5)).toEqual({
			role: "button",
			name: ["Pay"],
			where: { heading: ["Invoices"], before: "INV-18", after: "Remind" },
			row: [["INV-18"]],
		});
		expect(described(form, 14)).toEqual({
			role: "button",
			name: ["Save draft"],
			where: {
				heading: ["New invoice"],
				form: { name: "Invoice", fields: ["Customer", "Amount", "Note"] },
				before: "Note",
				after: "Send invoice",
			},
			fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
		});
	});
});

describe("the ladder", () => {
	const found = (before: string, id: number, after: string, more: Partial<ResolveOptions> = {}): Resolution =>
		resolveTarget(pageOf(after), described(before, id), { values: {}, isCommit: false, ...more });
	const saysNot = (reason: string): Partial<Resolution> => ({ kind: "none", reason });

	test.each<readonly [how: string, before: string, id: number, after: string, expected: Partial<Resolution>]>([
		["1: a link with the same name and address", invoices, 4, invoices, { kind: "one", id: 4, rung: 1, isHeal: false }],
		["1: a button of a form that moved", form, 14, form.replace("<form", "Read this first.\n<form"), { kind: "one", id: 14, rung: 1 }],
		["2: a button of many, in its row and between its neighbours", invoices, 5, invoices, { kind: "one", id: 5, rung: 2 }],
		[
			"2: a name with another count",
			"<a 1 /in>Inbox (3)</> <a 2 /out>Sent</>",
			1,
			"<a 1 /in>Inbox (4)</> <a 2 /out>Sent</>",
			{ kind: "one", id: 1, rung: 2 },
		],
		[
			"3: a row with a new button before",
			invoices,
			5,
			invoices.replace("<button 5>", "<button 40>Edit</> <button 5>"),
			{ kind: "one", id: 5, rung: 3 },
		],
		[
			"3: a form that sends elsewhere, under another heading",
			form,
			14,
			form.replace("post /invoices", "post /v2/invoices").replace("# New", "# Another"),
			{ kind: "one", id: 14, rung: 3 },
		],
		[
			"4: a button outside of its form now",
			form,
			14,
			"# Invoices\n<button 9>Save draft</>",
			{ kind: "one", id: 9, rung: 4, isHeal: false },
		],
		[
			"1: a button beside the one field of its form, in another spelling",
			'<form "" get /orders>\n <search 1 "Search order"> <button 2>Search</>',
			2,
			'<form "" get /orders>\n <search 1 "Search orders:"> <button 2>Search</>',
			{ kind: "one", id: 2, isHeal: false },
		],
		["5: another case", form, 14, form.replace("Save draft", "SAVE DRAFT"), { kind: "one", id: 14, rung: 5, isHeal: true }],
		["5: a plural", form, 14, form.replace("Save draft", "Save drafts"), { kind: "one", id: 14, rung: 5 }],
		["5: a typo in a long word", "# A\n<button 1>Unsubscribe</>", 1, "# A\n<button 1>Unsubcribe</>", { kind: "one", id: 1, rung: 5 }],
		[
			"6: another name between the same neighbours",
			form,
			15,
			form.replace("Send invoice", "Transmit"),
			{ kind: "one", id: 15, rung: 6, isHeal: true },
		],
	])("%s", (_, before, id, after, expected) => {
		expect(found(before, id, after)).toMatchObject(expected);
	});

	test.each<readonly [why: string, before: string, id: number, after: string, expected: Partial<Resolution>]>([
		[
			"two equal rows",
			invoices,
			5,
			`${invoices}\n| <a 30 /invoices/18>INV-18</> | Globex | 120,00 € | <button 31>Pay</>`,
			{ kind: "several", ids: [5, 31] },
		],
		[
			"two buttons of its name in its row",
			invoices,
			5,
			invoices.replace("<button 6>Remind</>", "<button 6>Pay</>"),
			{ kind: "several", ids: [5, 6] },
		],
		[
			"a row that is gone, whatever else has the button",
			invoices,
			5,
			invoices.replace("INV-18", "INV-81"),
			saysNot("The page has no row with “INV-18”"),
		],
		[
			"a row without its button, though others have it",
			invoices,
			5,
			invoices.replace("<button 5>Pay</> ", ""),
			saysNot("The page has no button “Pay” in the row with “INV-18”"),
		],
		[
			"a row whose words another row only holds in a longer text",
			invoices,
			5,
			invoices.replace("INV-18", "INV-18-B"),
			saysNot("The page has no row with “INV-18”"),
		],
		[
			"another dialog with the same button",
			'<dialog 1 "Save changes?">\n <button 2>OK</>',
			2,
			'<dialog 1 "Delete account?">\n <button 2>OK</>',
			saysNot("The page has no button “OK” in the dialog “Save changes?”"),
		],
		["a dialog where there was none", "<button 2>OK</>", 2, '<dialog 1 "Delete account?">\n <button 2>OK</>', { kind: "none" }],
		[
			"a frame of another host",
			'<frame 1 "Card" pay.example epoch=f>\n <button 2>OK</>',
			2,
			'<frame 1 "Card" evil.example epoch=f>\n <button 2>OK</>',
			{ kind: "none" },
		],
		[
			"another form with the same field",
			'<form "Billing">\n <input 1 "Name"> <input 2 "VAT number">',
			1,
			'<form "Shipping">\n <input 1 "Name"> <input 2 "Courier">',
			{ kind: "none" },
		],
		["another figure", '# A\n<input 1 "Address 1"> <input 2 "Address 2">', 1, '# A\n<input 2 "Address 2">', { kind: "none" }],
		["the opposite", "# A\n<button 1>Activate account</>", 1, "# A\n<button 1>Deactivate account</>", { kind: "none" }],
		[
			"a field of the form that stood elsewhere before",
			form,
			12,
			form.replace('<number 12 "Amount">', '<number 12 "Note">'),
			{ kind: "none" },
		],
		["another kind of control", form, 14, form.replace("<button 14 submit>Save draft</>", "<a 14 /drafts>Save draft</>"), { kind: "none" }],
	])("stops at %s", (_, before, id, after, expected) => {
		expect(found(before, id, after)).toMatchObject(expected);
	});

	test("a commit that has nothing of its place is a heal, anything else is not", () => {
		const elsewhere = "# Settings\n<button 9>Save draft</>";
		expect(found(form, 14, elsewhere, { isCommit: true })).toMatchObject({ id: 9, rung: 4, isHeal: true });
		expect(found(form, 14, elsewhere)).toMatchObject({ id: 9, rung: 4, isHeal: false });
	});

	test("a link that stands twice is one link", () => {
		const twice = '<a 1 /cart "Cart">🛒</>\n# Home\n<a 2 /cart>Cart</>';
		expect(found("# Home\n<a 2 /cart>Cart</>", 2, twice)).toMatchObject({ kind: "one", id: 1 });
	});
});

describe("a target with inputs", () => {
	const target: Target = { ...described(invoices, 5), row: [[{ input: "number" }]], where: { heading: ["Invoices"] } };
	const at = (number: string) => resolveTarget(pageOf(invoices), target, { values: { number }, isCommit: true });
	test("is found in the row of each value, in any case", () => {
		expect(at("INV-17")).toMatchObject({ kind: "one", id: 2, isHeal: false });
		expect(at("inv-19")).toMatchObject({ kind: "one", id: 8, isHeal: false });
	});

	test("is not found for a value that no row has, or without one", () => {
		expect(at("INV-20")).toEqual({ kind: "none", reason: "The page has no row with “INV-20”" });
		const without = { kind: "none", reason: "An input of the step has no value" };
		expect(resolveTarget(pageOf(invoices), target, { values: {}, isCommit: true })).toEqual(without);
		const alone = "# Invoices\n<button 1>Pay</>";
		for (const number of ["", " "]) expect(resolveTarget(pageOf(alone), target, { values: { number }, isCommit: true })).toEqual(without);
	});

	test("a name that is an input has one spelling", () => {
		const link: Target = { role: "a", name: [{ input: "number" }] };
		expect(resolveTarget(pageOf(invoices), link, { values: { number: "INV-18" }, isCommit: false })).toMatchObject({ kind: "one", id: 4 });
		expect(resolveTarget(pageOf(invoices), link, { values: { number: "INV18" }, isCommit: false })).toMatchObject({ kind: "none" });
	});

	test("a dialog that names the record is told by its input", () => {
		const dialog = (number: string) => pageOf(`<dialog 1 "Edit ${number}">\n <button 2>Save</>`);
		const save: Target = { role: "button", name: ["Save"], where: { dialog: ["Edit ", { input: "number" }] } };
		expect(resolveTarget(dialog("INV-18"), save, { values: { number: "INV-18" }, isCommit: true })).toMatchObject({ id: 2 });
		expect(resolveTarget(dialog("INV-17"), save, { values: { number: "INV-18" }, isCommit: true })).toMatchObject({ kind: "none" });
	});
});
