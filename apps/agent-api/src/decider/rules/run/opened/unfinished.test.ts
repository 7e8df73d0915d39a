import { describe, expect, test } from "vitest";
import type { Outcome } from "../../cases/play.ts";
import { pageOf, play } from "../../cases/play.ts";

const opened = (page: ReturnType<typeof pageOf>, ...observations: readonly string[]): Outcome => ({ page, observations });

describe("a dialog that asks for more is not the end of a deed", () => {
	const settings = pageOf(
		"## Security\nTwo-factor authentication is off.\n<button 19>Enable two-factor authentication\n<button 20>Share profile",
	);
	const dialog = (name: string, inside: string) =>
		pageOf(`<dialog 28 "${name}">\n ## ${name}\n${inside}`, { head: `@dialog "${name}" 28` });
	const code = dialog("Two-factor authentication", ' Scan the code.\n <input 29* "Code">\n <button 30*>Verify</> <button 31*>Cancel');
	const after = (page: ReturnType<typeof pageOf>) => (action: { readonly name: string }) =>
		action.name === "click" ? opened(page, 'dialog_opened "Two-factor authentication"', "target_gone", "elements_added 4") : { page };

	test.each(["Enable two-factor authentication", "Turn on two-factor authentication", "Enable the two-factor authentication"])(
		"%s",
		(query) => {
			const { last, actions } = play(query, settings, after(code));
			expect(actions).toEqual(["click(19)", expect.stringContaining("fail")]);
			expect(last.failure).toMatchObject({
				category: "stuck",
				message: expect.stringContaining("the page now asks for “Code”: it is not done"),
			});
		},
	);

	test("nor where it wants somebody to share with", () => {
		const share = dialog("Share profile", ' <input 29* "Recipients">\n <button 30*>Share</> <button 31*>Cancel');
		const { last } = play("Share the profile", settings, after(share));
		expect(last.failure?.message).toContain("asks for “Recipients”");
	});

	test("a click that was asked for as such has ended, and so has what is asked to be edited", () => {
		expect(play('Click "Enable two-factor authentication"', settings, after(code)).last.action.name).toBe("finish");
		const edit = dialog("Edit customer", ' <input 29* "Name" value="Bob">\n <input 30* "Phone">\n <button 31*>Save');
		expect(play("Edit Bob", pageOf("- Bob <button 1>Edit\n- Eva <button 2>Edit"), after(edit)).last.action.name).toBe("finish");
	});

	test("what the instruction itself goes on to fill in is filled in", () => {
		const filled = dialog("Two-factor authentication", ' <input 29 "Code" value="123456">\n <button 30>Verify</> <button 31>Cancel');
		const { actions } = play('Enable two-factor authentication and enter "123456" as code', settings, (action) =>
			action.name === "setValue" ? { page: filled } : after(code)(action),
		);
		expect(actions).toEqual(["click(19)", 'setValue(29, "123456")', "finish()"]);
	});
});

describe("a list that opens for a deed is chosen from", () => {
	const ticket = (number: number, title: string, who: string) =>
		`| #10${number} | <a ${number * 5} "#t">${title}</> | <select ${number * 5 + 1} "Status" value="Open" options="Open*|Closed"></> | <button ${number * 5 + 2} "Assignee: ${who}">${who} ▾</> | <button ${number * 5 + 3}>Close ticket</> |`;
	const others = ["Printer jams", "VPN drops every hour", "New laptop"].map((title, at) => ticket(at + 1, title, "Kim")).join("\n");
	const head = "# Open tickets\n| ID | Title | Status | Assignee |";
	const row = (list: string) =>
		pageOf(
			list === ""
				? `${head}\n${others}\n${ticket(4, "Cannot open PDF", "Omar")}`
				: `${head}\n${others}\n\\#104\n<a 20>Cannot open PDF\n<select 21 "Status" value="Open" options="Open*|Closed">\n<button 22 "Assignee: Omar" focused>Omar ▾\n${list}<button 23>Close ticket`,
		);
	const people = "- <option 26*>Unassigned\n- <option 27*>Sara\n- <option 28*>Omar\n- <option 30*>Lee\n- <option 31*>Lee Wong\n";
	const played = (query: string) =>
		play(query, row(""), (action) =>
			action.name === "click" && action.id === 22 ? opened(row(people), "elements_added 5", "mutated") : { page: row("") },
		);

	test.each([
		['Assign "Cannot open PDF" to Lee', "click(30)"],
		['Assign "Cannot open PDF" to Sara', "click(27)"],
		['Assign "Cannot open PDF" to "Lee Wong"', "click(31)"],
	])("%s", (query, choice) => expect(played(query).actions).toEqual(["click(22)", choice, "finish()"]));

	test("whom it does not offer is named, with what it does", () => {
		const { last, actions } = played('Assign "Cannot open PDF" to Kim');
		expect(actions).toHaveLength(2);
		expect(last.failure?.message).toContain("the page offers “Unassigned”, “Sara”, “Omar”, “Lee”");
	});
});

describe("a form that comes in the place of its button", () => {
	const board = (end: string) => pageOf(`# Website relaunch\n## To do\n- Write copy\n${end}`);
	const page =
		(end: string, ...observations: readonly string[]) =>
		() =>
			opened(board(end), ...observations);
	const start = board("<button 7>+ Add card");

	test("waits to be filled in", () => {
		const form = page('<form> <input 14* "Card title"></> <button 15* submit>Add', "target_gone", "elements_added 2", "elements_removed 1");
		expect(play("Add a card", start, form).last.failure?.message).toContain("asks for “Card title”");
	});

	test("is none where a line was added whose fields are empty yet", () => {
		const line = page('<button 7>+ Add card\n<form> <input 14* "Title"></> <button 15* submit>Send', "elements_added 2");
		expect(play("Add a card", start, line).last.action.name).toBe("finish");
	});
});
