import type { Action } from "@webhand/contracts/action/grammar";
import { describe, expect, test } from "vitest";
import { pageOf, play } from "../cases/play.ts";

const isPress = (action: Action) => action.name === "click" || (action.name === "setValue" && ["true", "false"].includes(action.text));

describe("a control that was switched is done", () => {
	const rows = "</>\n* Sounds <button 2>Sounds</>\n* Alerts <button 3>Alerts";
	test.each([
		["a switch", '<ul>\n * <switch 1 "Dark mode"', '>\n * <switch 2 "Compact view">', " checked"],
		["a button that says so", "* Dark mode <button 1", `>Dark mode${rows}`, " pressed"],
		["a button that does not", "* Dark mode <button 1", `>Dark mode${rows}`, ""],
	])("after one click: %s", (_name, before, after, state) => {
		let isOn = false;
		const page = () => pageOf(`# Settings\n${before}${isOn ? state : ""}${after}`);
		const { actions } = play("Make the page dark", page(), (action) => {
			if (isPress(action)) isOn = !isOn;
			return { page: page() };
		});
		expect(actions.filter((action) => action.includes("(1"))).toHaveLength(1);
	});
});

test.each(["pressed", "checked"])("a control that is %s already is left so", (state) => {
	const page = pageOf(`# Alerts\n<button 1 ${state}>Mute alerts`);
	expect(play("Mute alerts", page, () => ({ page })).actions).toEqual(["finish()"]);
});

test("the Next of a form is not pressed to look for a thing; that of a list is", () => {
	const form = pageOf('# Order\n<form "Order" post>\n <input 1 "Street">\n <button 3>Next\n</>');
	const loose = pageOf('# Order\n<input 1 "Street"></>\n<button 3>Next');
	for (const page of [form, loose]) expect(play('Choose "Express"', page, () => ({ page })).actions).not.toContain("click(3)");
	const list = pageOf("# People\n* Ada\n* Bob\n* Cyd\n<button 3>Next");
	expect(play('Click "Zoe"', list, () => ({ page: pageOf("# People\n* <a 7 /zoe>Zoe") })).actions[0]).toBe("click(3)");
});

test("a search that Enter did not start is started by the button beside its field, and failing that it is no success", () => {
	const page = (value = "") => pageOf(`# Hotels\n<input 1 "City" placeholder="City"${value}></>\n<button 2>Search`);
	const typed = page(' value="Paris"');
	const { actions, last } = play("Search for Paris", page(), () => ({ page: typed, verdict: "failure" }));
	expect(actions.slice(0, 2)).toEqual(['setValue(1, "Paris", true)', "click(2)"]);
	expect(last.failure).toMatchObject({ category: "stuck", message: expect.stringContaining("nothing was seen of it") });
});

describe("a dialog that asks whether a deed is meant is part of the deed", () => {
	const start = pageOf("# Project\n<button 1>Delete project");
	const asking = (inside: string) =>
		pageOf(`# Project\n<dialog 5 "Delete project?">\n This cannot be undone.\n${inside}\n</>\n<button 1 covered>Delete project`, {
			head: '@dialog "Delete project?" 5',
		});
	const played = (query: string, inside: string) =>
		play(query, start, (action) => {
			if (action.name === "click" && action.id === 1)
				return { page: asking(inside), observations: ['dialog_opened "Delete project?"', "elements_added 2"] };
			return { page: action.name === "click" && action.id === 7 ? pageOf("# Projects\nNone left") : asking(inside) };
		});

	test("it is confirmed where one button says so", () => {
		expect(played("Delete the project", " <button 6>Cancel\n <button 7>Delete").actions).toEqual(["click(1)", "click(7)", "finish()"]);
		expect(played("Delete the project", " <button 6>No, keep it\n <button 7>Yes").actions).toEqual(["click(1)", "click(7)", "finish()"]);
	});

	test.each([
		["Delete Carla Rossi from the list", "Delete customer?", ["click(1)", "click(7)", "finish()"]],
		["Delete Carla Rossi", "Delete the whole company?", ["click(1)", "fail()"]],
		["Delete Carla Rossi", "Move her company to the archive?", ["click(1)", "fail()"]],
		['Click Delete in the row of "Carla Rossi" and confirm', "Delete customer?", ["click(1)", "click(7)", "finish()"]],
		['Click Delete in the row of "Carla Rossi" and confirm', "Move her company to the archive?", ["click(1)", "fail()"]],
	])("it is meant where it says the thing, whatever sort it says beside: %s, %s", (query, title, expected) => {
		const row = (covered = "") => `| Name | \n| Carla Rossi | <button 1${covered}>Delete`;
		const open = pageOf(
			`<dialog 5 "${title}">\n Delete Carla Rossi? This cannot be undone.\n <button 6>Cancel\n <button 7>Delete\n</>\n${row(" covered")}`,
			{
				head: `@dialog "${title}" 5`,
			},
		);
		const { actions } = play(query, pageOf(row()), (action) =>
			action.name === "click" && action.id === 1
				? { page: open, observations: [`dialog_opened "${title}"`] }
				: { page: pageOf("# Customers\nNone left") },
		);
		expect(actions.map((action) => action.replace(/fail\(.*/, "fail()"))).toEqual(expected);
	});

	test.each([
		["Remove Anna Kovacs", "Remove user", "Remove Anna Kovacs (anna.v@acme.io)? They lose access at once.", "Remove", true],
		["Reset the password of Anna Kovacs", "Reset password", "Send a reset link to anna.v@acme.io?", "Send link", true],
		["Post the count of Anna Kovacs", "Post count", "Posting locks the count. Continue?", "Post", true],
		["Archive Anna Kovacs", "Archive project", "Nobody can track time on Anna Kovacs any more.", "Archive", true],
		["Archive Anna Kovacs", "Archive project", "Nobody can track time on Brand book any more.", "Archive", false],
		["Delete the task Anna Kovacs in Work", "Delete", "Delete all tasks in Work?", "Delete", false],
		["Remove the tag from Anna Kovacs", "Remove tag", "Remove Ada from the project?", "Remove", false],
		["Approve Anna Kovacs", "Approve", "Approve 12 orders of Anna Kovacs?", "Approve", false],
		["Post the count of Anna Kovacs", "Post count", "Charge 5 EUR for it? Continue?", "Post", false],
		["Reset the password of Anna Kovacs", "Reset password", "Subscribe anna.v@acme.io to the reset letter?", "Subscribe us", false],
	])("its question may stand below its title: %s, %s, %s", (query, title, said, yes, isConfirmed) => {
		const row = (covered = "") => `| Anna Kovacs | Count | <button 1 "${title}"${covered}>›`;
		const open = pageOf(`<dialog 5 "${title}">\n ## ${title}\n ${said}\n <button 6>Cancel\n <button 7>${yes}\n</>\n${row(" covered")}`, {
			head: `@dialog "${title}" 5`,
		});
		const { actions } = play(query, pageOf(row()), (action) =>
			action.name === "click" && action.id === 1
				? { page: open, observations: [`dialog_opened "${title}"`] }
				: { page: pageOf("# People\nNone left") },
		);
		expect(actions.includes("click(7)")).toBe(isConfirmed);
		expect(actions.at(-1) === "finish()").toBe(isConfirmed);
	});

	test("it is never called done while it waits there", () => {
		for (const inside of [' <input 6 "Type the name">\n <button 7>Delete', " <button 6>Cancel\n <button 8>Delete\n <button 7>Delete all"]) {
			const { actions, last } = played("Delete the project", inside);
			expect(actions[0]).toBe("click(1)");
			expect(last.failure?.message).toContain("it is not done");
		}
	});

	test.each([
		["Add insurance for 9,99 €?", "Add insurance"],
		["Do you want a warranty as well?", "Yes"],
		["Add a gift box?", "Add it"],
	])("a question about something else is nobody's to answer but the person's: %s", (question, yes) => {
		const shop = pageOf("# Tea\n<button 1>Add to cart");
		const asked = pageOf(`# Tea\n<dialog 5 "${question}">\n <button 6>${yes}\n <button 7>No thanks\n</>\n<button 1 covered>Add to cart`, {
			head: `@dialog "${question}" 5`,
		});
		const { actions, last } = play("Add tea to the cart", shop, () => ({ page: asked, observations: [`dialog_opened "${question}"`] }));
		expect([actions.length, last.failure?.category]).toEqual([2, "stuck"]);
	});

	test("it is left to what the instruction says of it, and a mere click is only a click", () => {
		expect(played('Delete the project, then click "Cancel"', " <button 6>Cancel\n <button 7>Delete").actions.slice(0, 2)).toEqual([
			"click(1)",
			"click(6)",
		]);
		expect(played('Click "Delete project"', " <button 6>Cancel\n <button 7>Delete").actions).toEqual([
			"click(1)",
			'finish("The page now asks “Delete project?”: that is left to you.")',
		]);
	});
});

describe("the end of a task that failed", () => {
	const list = (last = false) => pageOf(`# People\n* Ada\n* Bob\n* Cyd\n<button 3${last ? " disabled" : ""}>Next`);

	test("names what was done on the page for the clause that failed", () => {
		const { last } = play('Click the Save button and the "Print" button', pageOf("<button 1>Save"), () => ({
			page: pageOf("<button 1>Save\nSaved"),
		}));
		expect(last.failure?.message).toContain("On the page I did this: click “Save”.");
	});

	test("quotes a name that speaks of itself whole", () => {
		const page = pageOf("<button 1>Am I eligible");
		expect(play('Click "Am I eligible" and "Print"', page, () => ({ page })).last.failure?.message).toContain("click “Am I eligible”");
	});

	test("speaks of no last page where nothing was turned", () => {
		const { last } = play("Click Load until Zoe is shown", pageOf("<button 1>Print"), () => ({ page: pageOf("<button 1>Print") }));
		expect(last.failure?.category).toBe("not_understood");
	});

	test.each(["is greyed out", "has no effect any more"])("says that the last page was reached where Next %s", (how) => {
		let turned = 0;
		const { last, actions } = play("Click Next until Zoe is shown", list(), (action) => {
			turned += action.name === "click" ? 1 : 0;
			if (how === "is greyed out") return { page: list(turned === 3) };
			return turned > 3 ? { page: list(), verdict: "failure" } : { page: list() };
		});
		expect(actions.filter((action) => action === "click(3)").length).toBe(how === "is greyed out" ? 3 : 4);
		expect(last.failure?.message).toMatch(/^I came to the last page, and .*Zoe.* is not there\..*click “Next” \([34] times\)/);
	});
});

describe("a list that is loaded on until something is shown", () => {
	const log = (entries: number, button = "<button 8>Load more") =>
		pageOf(
			`## Log\n${Array.from({ length: entries }, (_, at) => `- Entry ${at + 1}`).join("\n")}\n${entries >= 20 ? "- The end" : button}`,
		);
	const slow = (query: string, seconds: number, button?: string, isRequested = false) => {
		let [entries, due, clock] = [5, Number.POSITIVE_INFINITY, 0];
		const { actions, last } = play(query, log(5), (action) => {
			if (action.name === "click") due = Math.min(due, clock + seconds);
			clock += action.name === "wait" ? action.seconds : 0;
			const hasCome = clock >= due;
			if (hasCome) [entries, due] = [entries + 5, Number.POSITIVE_INFINITY];
			const isShown = hasCome || (action.name === "click" && button !== undefined);
			return {
				page: log(entries, Number.isFinite(due) ? button : undefined),
				verdict: isShown || isRequested || action.name === "wait" ? "success" : "failure",
				observations: hasCome ? ["mutated", "mutated (client)"] : ["page_same", "mutated (client)"],
			};
		});
		return { clicks: actions.filter((action) => action === "click(8)").length, end: actions.at(-1), last };
	};

	test.each([0, 1, 3, 9])("with answers after %d seconds: each is waited for, and nothing is pressed twice", (seconds) => {
		expect(slow('Click "Load more" until you see "The end"', seconds)).toMatchObject({ clicks: 3, end: "finish()" });
		expect(slow("Press Load more until The end is shown", seconds)).toMatchObject({ clicks: 3, end: "finish()" });
		expect(slow('Click "Load more" until you see "The end"', seconds, undefined, true)).toMatchObject({ clicks: 3, end: "finish()" });
	});

	test("while its button is greyed out or says that it loads", () => {
		for (const button of ["<button 8 disabled>Load more", "<button 8>Loading…"])
			expect(slow('Click "Load more" until you see "The end"', 2, button)).toMatchObject({ clicks: 3, end: "finish()" });
	});

	test("what does not come at all is told, and nobody is said to have forbidden it", () => {
		const { last } = slow('Click "Load more" until you see "The end"', 1_000);
		expect(last.failure).toMatchObject({ category: "impossible" });
		expect(last.failure?.message).not.toContain("allowed");
	});

	test("a last click that found its button gone is not counted, and is no reason to doubt what the page shows", () => {
		let clicks = 0;
		const { actions, last } = play('Click "Load more" until you see "The end"', log(15), (action) => {
			clicks += action.name === "click" ? 1 : 0;
			const isGone = {
				page: log(20),
				verdict: "failure",
				report: { status: "failure", error: { code: "NOT_FOUND", message: "" } },
			} as const;
			return action.name === "click" ? isGone : { page: log(20) };
		});
		expect(clicks).toBe(1);
		expect(actions).toEqual(["click(8)", "wait(1)", "finish()"]);
		expect(last.action.name).toBe("finish");
	});
});

describe("a page that is loaded anew in mid-task", () => {
	const form = (name: string, town: string, url = "https://shop.example/") =>
		pageOf(`<form "Order" post>\n <input 1 "Name"${name}>\n <input 2 "Town"${town}>\n <button 3 submit>Send\n</>`, { url });
	const query = 'Type "Ada" into Name, then type "Bath" into Town, then click Send';
	const fills = ['setValue(1, "Ada")', 'setValue(2, "Bath")'];

	test("and has lost a field that was filled gets it again before it is sent, once", () => {
		const anew = "https://shop.example/?again";
		const keeps = play(query, form("", ""), (_action, text) => {
			if (text === fills[0]) return { page: form(' value="Ada"', "") };
			return { page: text === fills[1] ? form("", ' value="Bath"', anew) : form(' value="Ada"', ' value="Bath"', anew) };
		});
		expect(keeps.actions).toEqual([...fills, fills[0], "click(3)", "finish()"]);
		const loses = play(query, form("", ""), (_action, text) => ({
			page: text === fills[0] ? form(' value="Ada"', "") : form("", ' value="Bath"', anew),
		}));
		expect(loses.actions).toEqual([...fills, fills[0], "click(3)", "finish()"]);
	});

	test("and has lost a choice and a tick gets them again, too", () => {
		const leave = (type: string, mark: string, url = "https://shop.example/") =>
			pageOf(
				`<form "Leave" post>\n <select 1 "Type"${type} options="Vacation|Sick leave">\n <checkbox 2 "Half day"${mark}>\n <button 3 submit>Send\n</>`,
				{ url },
			);
		const [chosen, anew] = [' value="Vacation"', "https://shop.example/?again"];
		const tick = 'setValue(2, "true")';
		const after = [leave(chosen, ""), leave("", "", anew), leave("", " checked", anew)];
		const steps = play('Choose "Vacation" as type, tick "Half day" and click Send', leave("", ""), () => ({
			page: after.shift() ?? leave(chosen, " checked", anew),
		}));
		expect(steps.actions).toEqual(['select(1, "Vacation")', tick, tick, 'select(1, "Vacation")', "click(3)", "finish()"]);
	});

	test("is not meant where the page itself took the value out of its field", () => {
		const { actions } = play(query, form("", ""), (_action, text) => ({ page: form("", text === fills[0] ? "" : ' value="Bath"') }));
		expect(actions).toEqual([...fills, "click(3)", "finish()"]);
	});
});
