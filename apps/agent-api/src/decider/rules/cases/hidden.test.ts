import type { Action } from "@webhand/contracts/action/grammar";
import { describe, expect, test } from "vitest";
import { pageOf, pages, play } from "./play.ts";

const start = (body: string) => pageOf(body);

describe("things that hide are found", () => {
	test("in a menu, by pointing at what is on the way", () => {
		const open = "<menu 1>\n - <menuitem 2>File</>\n  - <menuitem 4*>Recent</>\n  - <menuitem 5*>Print</>\n - <menuitem 3>Edit";
		const { actions } = play("Select File > Print", start("<menu 1>\n - <menuitem 2>File</>\n - <menuitem 3>Edit"), pages(open, "done"));
		expect(actions).toEqual(["hover(2)", "click(5)", "finish()"]);
	});

	test("in a menu that needs a click, after a moment's wait", () => {
		const closed = "<button 1>File</> <button 2>Edit";
		const { actions } = play("Click File > Print", start(closed), pages(closed, closed, `${closed}</> <button 3*>Print`, "done"));
		expect(actions).toEqual(["click(1)", "wait(1)", "click(1)", "click(3)", "finish()"]);
	});

	test("in a collapsed section, the likeliest first", () => {
		const folded = "<summary 1 collapsed>Payment</>\n<summary 2 collapsed>Shipping address";
		const opened = '<summary 1 collapsed>Payment</>\n<summary 2 expanded>Shipping address</>\n<input 3 "Street">';
		const { actions } = play('Enter "Main Street 1" into the street of the shipping address', start(folded), pages(opened, opened));
		expect(actions[0]).toBe("click(2)");
	});

	test("on another tab of the page", () => {
		const first = '<tab 1 "Details" selected></> <tab 2 "Reviews"></>\nNothing here';
		const second = '<tab 1 "Details"></> <tab 2 "Reviews" selected></>\n<button 3>Write a review';
		expect(play('Click "Write a review"', start(first), pages(second, "done")).actions).toEqual(["click(2)", "click(3)", "finish()"]);
	});

	test("on a later page of results, counted from the first", () => {
		const list = (from: number) =>
			`# Results\n${[0, 1, 2].map((offset) => `-\n ## <a ${from + offset} /r/${from + offset}>Result ${from + offset}</>\n Some text about it`).join("\n")}\n<a 90 /next>Next`;
		const { actions } = play("Click the 5th result", start(list(10)), pages(list(20), "done"));
		expect(actions).toEqual(["click(90)", "click(21)", "finish()"]);
	});

	test("behind a dialog, which is closed first", () => {
		const covered = '<dialog "News">\n We have news.\n <button 8>No thanks\n… behind the dialog: 3 controls';
		const { actions } = play('Click "Buy"', pageOf(covered, { head: '@dialog "News"' }), pages("<button 2>Buy", "done"));
		expect(actions).toEqual(["click(8)", "click(2)", "finish()"]);
	});

	test("under controls that appeared over the page and belong to no dialog", () => {
		const covered =
			'<input 1 disabled covered value="ada"></> <button 3 disabled covered>Log in</>\nYour session ends soon. Leave?\n<button 4*>OK</> <button 5*>Cancel';
		const { actions } = play("Press Log in", start(covered), pages('<input 1 value="ada"></> <button 3>Log in', "done"));
		expect(actions).toEqual(["click(5)", "click(3)", "finish()"]);
	});

	test("as plain text, which is looked up to get a number", () => {
		expect(play('Click "Forward"', start("Reply Forward\nForward"), pages("Reply\n<text 9*>Forward", "done")).actions).toEqual([
			'find("Forward")',
			"click(9)",
			"finish()",
		]);
	});

	test("behind the button for more of the one thing that is meant", () => {
		const post = (name: string, id: number) => `-\n ## ${name}\n Good morning\n <button ${id}>Like</> <button ${id + 1}>More`;
		const closed = `${post("Ada", 10)}\n${post("Bob", 20)}`;
		const open = `${closed}\n Share\n Mute Bob`;
		const { actions } = play(
			'For the user Bob, click on the "Mute" button',
			start(closed),
			pages(open, `${closed}\n Share\n <text 30*>Mute Bob`, "done"),
		);
		expect(actions).toEqual(["click(21)", 'find("Mute Bob")', "click(30)", "finish()"]);
	});

	test("below an item of the menu that was just opened, which is not closed again", () => {
		const closed = "<button 1>Menu";
		const open = `${closed}</>\n<menu 2>\n - <menuitem 3*>Save</>\n - <menuitem 4*>Playback`;
		const deeper = `${open}</>\n  - <menuitem 5*>Prev`;
		const query = 'Click the "Menu" button, and then find and click on the item labeled "Prev"';
		const { actions } = play(query, start(closed), pages(open, open, deeper, "done"));
		expect(actions.filter((action) => action === "click(1)")).toHaveLength(1);
		expect(actions.slice(-2)).toEqual(["click(5)", "finish()"]);
	});

	test("as any one of several where a sentence asks for a link, not for the link", () => {
		const links = "<a 1 /one>One</> <a 2 /two>Two";
		expect(play("Click a link", start(links), pages("done")).actions).toEqual(["click(1)", "finish()"]);
		const world = (action: Action) => ({ page: start(links), ...(action.name === "ask" ? { note: "Two" } : {}) });
		expect(play("Click the link", start(links), world).actions[0]).toMatch(/^ask\(/);
	});

	test("under the name that the page says as text, not in a control that only begins like it", () => {
		const contact = "## Ada-Lee\nPhone: <a 1>555-0199</>\nEmail: <a 2>ada-lee7@x.example</>\nAddress: <a 3>12 Harbour Street";
		expect(play("Find Ada-Lee and click on their address", start(contact), pages("done")).actions).toEqual(["click(3)", "finish()"]);
		expect(play("Find Ada-Lee and click on their phone number", start(contact), pages("done")).actions[0]).toBe("click(1)");
	});

	test("but not for ever: each place is looked at once, then the task ends", () => {
		const folded = "<summary 1 collapsed>A</>\n<summary 2 collapsed>B";
		const { actions, last } = play('Click "Nowhere"', start(folded), pages(folded));
		expect(actions.slice(0, -1)).toEqual(["click(1)", "click(2)"]);
		expect(last.failure?.category).toBe("not_understood");
	});

	const rows = (menu: string) =>
		[
			"| Number | Status",
			`| <a 1>EC-41</> | Draft | <button 11 "More actions" collapsed>⋮`,
			`| <a 2>EC-42</> | Draft | <button 12 "More actions" ${menu === "" ? "collapsed" : "expanded focused"}>⋮`,
			menu,
		].join("\n");

	test("in a menu that stands at the end of the page, but was opened in the row", () => {
		const open = rows("<menuitem 21*>Duplicate\n<menuitem 22*>Delete");
		const { actions } = play("Delete EC-42", start(rows("")), pages(open, "done"));
		expect(actions).toEqual(["click(12)", "click(22)", "finish()"]);
	});

	test("in a menu whose opener does not say that it is open: the one that was pressed right before, whatever else is open", () => {
		const table = ["Logo.png", "Notes.txt"].map(
			(name, at) => `| <button ${at + 1}>${name}</> | 44 KB | <button ${at + 11} "More options">⋯`,
		);
		const closed = ["<button 9 expanded>Folders", "| Name | Size |", ...table].join("\n");
		const open = `${closed}\n<menuitem 21* focused>Open\n<menuitem 22*>Delete`;
		expect(play("Delete Notes.txt", start(closed), pages(open, closed.replace(/.*Notes.*/, ""))).actions).toEqual([
			"click(12)",
			"click(22)",
			"finish()",
		]);
	});

	test("in a plain list of links that came up in the row when its button was pressed", () => {
		const row = (at: number, state = " collapsed") => `<a ${at}>EC-4${at}</> | Draft | <button ${at + 10}${state}>Actions`;
		const closed = ["| Number | Status |", ...[1, 2, 3].map((at) => `| ${row(at)}`)].join("\n");
		const inside = `${row(2, " expanded focused").replaceAll(" | ", "\n ")}\n - <a 21*>Edit\n - <a 22*>Duplicate`;
		const open = closed.replace(`| ${row(2)}`, ` ${inside}`);
		expect(play("Duplicate EC-42", start(closed), pages(open, closed)).actions).toEqual(["click(12)", "click(22)", "finish()"]);
	});

	test.each(["Open options", "Row actions", "Actions for EC-42", "Show more actions"])(
		"in the menu of a row behind %s, of which the sheet itself is never pressed",
		(name) => {
			const row = (at: number, state = "") =>
				`| <button ${at}>EC-4${at}</> | Draft | <button ${at + 10} "${name.replace("42", `4${at}`)}"${state}></>`;
			const closed = (state = "") => `| Number | Status\n${row(1)}\n${row(2, state)}`;
			const sheet = '<menu 20* "Edit Delete">\n <menuitem 21*>Edit\n <menuitem 22*>Delete';
			const { actions } = play("Delete EC-42", start(closed()), pages(`${closed(" expanded focused")}\n${sheet}`, closed()));
			expect(actions).toEqual(["click(12)", "click(22)", "finish()"]);
		},
	);

	test("but what comes back under another number when it is pressed is pressed once to look behind it", () => {
		const list = (id: number) => `| Day | What\n| Mon | <button ${id}>Review\n| Tue | <button 2>Lunch\n<button 8 collapsed>Filter`;
		let id = 10;
		const world = () => {
			id += 1;
			return { page: pageOf(list(id)) };
		};
		const { actions } = play("Delete Review", start(list(10)), world);
		expect(actions.filter((action) => /^click\(1\d\)$/.test(action))).toHaveLength(1);
	});

	test.each(["How many claims are there for Miller?", "What is the note of EC-42?"])(
		"but no menu of rows is opened for a question: %s",
		(query) => {
			expect(play(query, start(rows("")), pages(rows(""))).actions.filter((action) => !action.startsWith("f"))).toEqual([]);
		},
	);

	test("and what is to be done to one of two equal items asks which", () => {
		const list = "- <option 1>Ann Lee Login\n- <option 2>Bob Ray\n- <option 3>Ann Lee Refund\n<tab 4 selected>Open</> <tab 5>Closed";
		const asked = (step: Action) => (step.name === "ask" ? { note: `You asked: ${step.question} The person answered: none of them` } : {});
		const { actions } = play("Block Ann Lee", start(list), (step) => ({ page: pageOf(list), ...asked(step) }));
		expect(actions[0]).toMatch(/^ask\(/);
		expect(actions).toHaveLength(2);
	});

	test("and what adds is not pressed again to look behind it", () => {
		const form = "<button 1>Add line</> <button 2>Save";
		expect(
			play("Add a line and then remove the first row", start(form), pages(form)).actions.filter((action) => action === "click(1)"),
		).toHaveLength(1);
	});

	test("on the next page of a form that comes a moment after its button was pressed", () => {
		const first = (state = "") => `# Income\n<button 9${state}>Continue</> <tab 4 selected>One</> <tab 5>Two`;
		const query = 'Click Continue and enter "54000" as gross salary';
		const second = '# Salary\n<input 15 "Gross salary">\n<button 9>Continue';
		const { actions } = play(query, start(first()), pages(first(" disabled"), first(" disabled"), second, second));
		expect(actions).toEqual(["click(9)", "wait(1)", "wait(1)", 'setValue(15, "54000")', "finish()"]);
	});

	test.each(['confirm with "Archive"', "confirm by clicking Archive", 'confirm "Archive"'])(
		"but nothing is looked for, or done once more, to %s what the page does not ask",
		(order) => {
			const list = [1, 2, 3].map((row) => `| PO-${row} | <button ${row} "Actions" collapsed>⋮ | <button ${row + 10}>Archive`).join("\n");
			const { actions } = play(
				`Click "Archive" in the row of PO-2 and ${order}`,
				start(list),
				pages(list.replace("PO-2", "PO-2 archived")),
			);
			expect(actions).toEqual(["click(12)", expect.stringMatching(/^(?:fail|ask)/)]);
		},
	);

	test("but no button of a row turns a page, whatever sign it shows", () => {
		const list = ["| PO-1 | Mia", "| PO-2 | Jonas"].map((row, at) => `${row} | <button ${at + 1} "Show details">›`).join("\n");
		expect(play("Approve PO-9", start(list), pages(list)).actions).toEqual([expect.stringContaining("fail")]);
	});
});
