import { describe, expect, test } from "vitest";
import { list } from "../../../test/list.ts";
import type { Case, PageParts } from "../../../test/verify-cases.ts";
import { body, outcome, swap, verdictOf } from "../../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";

describe("a form that the page refuses to take is a failure that names its errors", () => {
	const wrong = swap('"Full name"', '"Full name" invalid error="Please fill out this field."');
	const name = '"Full name" "Please fill out this field."';
	const observed = (input: Case) => verdictOf(input).observations.filter((text) => text.startsWith("validation_error"));

	test("every required field is named", () => {
		const after = { body: (wrong.body ?? "").replace('"Password"', '"Password" invalid') };
		expect(outcome({ action: "click(5)", after })).toBe("failure 0.9");
		expect(observed({ action: "click(5)", after })).toEqual([`validation_error ${name}`, 'validation_error "Password" invalid']);
	});

	test.each(['press(5, "Enter")', 'press("Enter")', 'setValue(1, "Ada", true)', 'setValue(4, "hunter2", true)'])("%s", (action) => {
		const after = { body: body.replace('"Country"', '"Country" invalid error="Choose one"') };
		expect(outcome({ action, after })).toBe("failure 0.9");
	});

	test("also where more of the page changed with it, or the document is a new one", () => {
		expect(outcome({ action: "click(5)", after: { body: `${wrong.body}\n<a 30 /help>Help` } })).toBe("failure 0.9");
		expect(outcome({ action: "click(5)", after: { ...wrong, epoch: "e2" } })).toBe("failure 0.9");
	});

	test.each([
		...list(
			"Wrong password, try again | This email is already registered | Email is required | This address isn't valid",
			"Passwords do not match | Please fill in your name",
		),
		"Bitte Namen eingeben",
		"Veuillez saisir votre adresse",
		"Неверный пароль",
		"パスワードを入力してください",
	])("with the message “%s”", (text) => {
		expect(outcome({ action: "click(5)", after: { header: `@alert "${text}"` } })).toBe("failure 0.9");
	});

	test("with a notification that a press puts away, where the form stands as before", () => {
		const said = (form: string) => ({ body: `${form}\n- <li 40* covered>Saving failed: HTTP 401` });
		const filled = swap('"Full name"', '"Full name" value="Ada"').body ?? "";
		const taken = { action: "click(5)", was: { body: filled }, after: said(body) };
		expect([outcome({ action: "click(5)", was: { body: filled }, after: said(filled) }), outcome(taken)]).toEqual([
			"failure 0.9",
			"success 0.85",
		]);
	});

	test("a sign-in that answers with a message", () => {
		const after = { header: '@alert "Enter your password"' };
		expect(outcome({ action: "click(5)", after })).toBe("failure 0.9");
		expect(observed({ action: "click(5)", after })).toEqual(['validation_error "Enter your password"']);
	});

	test("a message of thanks is none, nor are errors that stood there, another form's, or another page's", () => {
		for (const text of [
			"Message sent",
			"Please wait",
			"Saved with no errors",
			"Check your inbox",
			"Thank you, no further action is required",
			"Order placed. You cannot change it any more",
			"You don't need to do anything else",
		])
			expect(observed({ action: "click(5)", after: { header: `@alert "${text}"` } })).toEqual([]);
		expect(observed({ action: "click(5)", was: wrong, after: wrong })).toEqual([]);
		expect(observed({ action: "click(6)", after: wrong })).toEqual([]);
		expect(outcome({ action: "click(5)", after: { ...wrong, url: "https://a.example/done" } })).toBe("success 0.85");
	});

	test("a button outside any form that reports its own work has refused nothing", () => {
		const beside = { body: body.replace("<button 6 collapsed>Menu", "<button 6>Add to cart") };
		for (const text of ["Added. Items in your cart can't be reserved", "Saved. You must publish it yourself"])
			expect(observed({ action: "click(6)", was: beside, after: { ...beside, header: `@alert "${text}"` } })).toEqual([]);
	});

	test("leaving a field for another is no sending", () => {
		expect(observed({ action: "click(2)", after: wrong })).toEqual([]);
		expect(
			outcome({ action: 'setValue(4, "hunter2")', after: { body: (wrong.body ?? "").replace('"Password"', '"Password" filled') } }),
		).toBe("success 1");
	});

	test("a button by script that opened its menu did what it should", () => {
		const after = { body: `${body.replace("collapsed", "expanded")}\n<input 40 "City" invalid>` };
		expect(outcome({ action: "click(6)", after })).toBe("success 0.85");
	});

	test("what its decider expected and saw is a success all the same", () => {
		expect(
			outcome({ action: "click(5)", expect: { kind: "text_appears", text: "Thank you" }, after: { body: `${wrong.body}\nThank you` } }),
		).toBe("success 0.95");
	});
});

describe("a form that answers in plain text and stands there as before", () => {
	const form = (lines: readonly string[], town = ' value="Bath"') => ({
		body: ["# Order", '<form "Order" post>', ` <input 1 "Town"${town}>`, ...lines, " <button 5 submit>Send", "<a 9 /more>More"].join("\n"),
	});
	const was = form([]);
	const report: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };

	test.each([
		["under a field", form([" Hier stimmt noch etwas nicht"]), "judge"],
		["beside a field", { body: (was.body ?? "").replace('value="Bath">', 'value="Bath"></> Nie ma takiego miasta') }, "judge"],
		["behind its button", { body: (was.body ?? "").replace("Send", "Send\n Nope, sorry") }, "judge"],
		["in a new document", { ...form([" Prøv igjen"]), epoch: "e2" }, "judge"],
		["with a link to help beside it", form([" Hmm <a 30* /forgot>Forgot it?"]), "judge"],
		["and wants a field that is empty", form([' <input 2 "Zip" required>', " Nope"]), "failure 0.9"],
		["but brought a control elsewhere", { body: `${form([" 1 order"]).body}\n<button 31*>Undo` }, "success 0.85"],
		["but the page went on", { ...form([" Nope"]), url: "https://a.example/done" }, "success 0.85"],
		["but opened a dialog", { ...form([" Nope"]), header: '@dialog "Sure?" 30' }, "success 0.85"],
	] as const)("%s", (name, after, expected) => {
		const start = name.startsWith("and wants") ? form([' <input 2 "Zip" required>']) : was;
		for (const action of ["click(5)", 'press(1, "Enter")']) expect(outcome({ action, was: start, after, report })).toBe(expected);
	});

	test.each([
		...["Saved.", "Your changes were saved", "Thank you, we will write to you.", "Einstellungen gespeichert"].map(
			(text) => [text, false] as const,
		),
		...["Modifications enregistrées", "Настройки сохранены", "保存しました"].map((text) => [text, false] as const),
		...["Not saved", "Your changes were not saved", "Nicht gespeichert", "No changes were saved"].map((text) => [text, true] as const),
		...["This email is already registered.", "Déjà enregistré", "Уже добавлен", "Bereits gesendet"].map((text) => [text, true] as const),
		...["That name is registered to another account", "Too many messages sent", "Complete the puzzle"].map((text) => [text, true] as const),
		...["Your order will be submitted after payment", "Saved only on this device"].map((text) => [text, true] as const),
		...["The town must be confirmed", "保存できません", "Saved?", "Please complete the form, error 4"].map((text) => [text, true] as const),
	])("and says “%s” leaves a doubt: %s", (text, isDoubt) => {
		const { observations } = verdictOf({ action: "click(5)", was, after: form([` ${text}`]), report });
		expect(observations.join().includes("form_same")).toBe(isDoubt);
	});

	test("but emptied its fields: the field that Enter was pressed in shows it", () => {
		expect(outcome({ action: 'press(1, "Enter")', was, after: form([" Takk!"], ""), report })).toBe("success 0.85");
	});

	test("is quoted, and no success to a decider without a model", () => {
		const { observations } = verdictOf({ action: "click(5)", was, after: form([" Hier stimmt noch etwas nicht"]), report });
		expect(observations[0]).toBe('form_same "Hier stimmt noch etwas nicht"');
		const emptied = verdictOf({ action: "click(5)", was, after: form([" Takk!"], ""), report });
		expect(emptied.observations.join()).not.toContain("form_same");
	});

	test("a value that is sent with Enter is not taken because it stands in its field", () => {
		const after = form([" Nope"]);
		expect(outcome({ action: 'setValue(1, "Bath", true)', was: form([], ""), after, report })).toBe("judge");
		expect(outcome({ action: 'setValue(1, "Bath", true)', was: form([], ""), after: form([]), report })).toBe("success 1");
	});

	test("outside any form the words count where they stand between the fields and the button", () => {
		const loose = (above: string, below: string) => ({
			body: `# Order\n<input 1 "Town" value="Bath">\n${above}<input 2 "Zip" value="8">\n<button 5>Send\n${below}`,
		});
		expect(outcome({ action: "click(5)", was: loose("", ""), after: loose("Nope\n", ""), report })).toBe("judge");
		const facts = (after: PageParts) => verdictOf({ action: "click(5)", was: loose("", ""), after, report }).observations.join();
		expect(facts(loose("Nope\n", ""))).toContain("form_same");
		const other = { body: `${loose("Nope\n", "").body.replace("# Order", '# Search\n<input 7 "Word" value="b">\n# Order')}` };
		const wasOther = { body: `${loose("", "").body.replace("# Order", '# Search\n<input 7 "Word" value="a">\n# Order')}` };
		expect(verdictOf({ action: "click(5)", was: wasOther, after: other, report }).observations.join()).toContain("form_same");
		expect(facts(loose("", "Total: 3"))).not.toContain("form_same");
	});

	test.each(["tab", "summary"])("a %s above a button is no field of it, so what a list adds between them is no doubt", (control) => {
		const list = (more: string) => ({ body: `<${control} 1>Reviews\n<${control} 2>Questions\nToo dim.\n${more}<button 5>Load more` });
		const input = { action: "click(5)", was: list(""), after: list("A fine lamp.\n"), report };
		expect(verdictOf(input).observations.join()).not.toContain("form_same");
	});
});

describe("what was sent and is not answered yet", () => {
	const beside = (label: string, said = "") => ({ body: `# Notes\n<textarea 1 "Note" value="Hi"></>\n<button 5>${label}\n${said}` });
	const was = beside("Save draft");
	const report: Report = { lastActionStatus: "success" };
	const network: Report = { clientObservations: { didNetworkOccur: true } };

	test("is read twice more before it is a failure", () => {
		for (const waits of [0, 1]) expect(outcome({ action: "click(5)", was, after: was, report, waits })).toBe("open");
		expect(outcome({ action: "click(5)", was, after: was, report, waits: 2 })).toBe("failure 0.9");
		expect(outcome({ action: "click(5)", was, after: was })).toBe("failure 0.9");
		// What a request brings is not there yet when it has only been sent.
		const sent: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };
		for (const told of [network, sent])
			expect([0, 1, 2].map((waits) => outcome({ action: "click(5)", was, after: was, report: told, waits }))).toEqual([
				"open",
				"open",
				"judge",
			]);
		expect(outcome({ action: "click(5)", was, after: beside("Save draft", "Draft saved"), waits: 1, report: network })).toBe("judge");
	});

	test("is looked at again while its button or the page says that it is at work", () => {
		expect(outcome({ action: "click(5)", was, after: beside("Saving…"), report })).toBe("open");
		expect(outcome({ action: "click(5)", was, after: beside("Save draft", "Please wait"), report })).toBe("open");
		expect(outcome({ action: "click(5)", was, after: beside("Saving…"), report, waits: 2 })).toBe("success 0.85");
	});

	test("is refused by plain words near its button, which are quoted", () => {
		const after = beside("Save draft", "Could not save: network error");
		expect(outcome({ action: "click(5)", was, after, report: network })).toBe("failure 0.9");
		expect(verdictOf({ action: "click(5)", was, after, report: network }).observations[0]).toBe(
			'validation_error "Could not save: network error"',
		);
		expect(outcome({ action: "click(5)", was: after, after: { body: `${after.body}\n<a 30>Undo` }, report: network })).toBe("success 0.85");
	});

	test("a search of which nothing came but the word in its field is none, once that was waited for", () => {
		const field = (value: string, more = "") => ({ body: `# City\n<input 1 "City"${value}></>\n<button 5>Search\n${more}` });
		const search = { action: 'setValue(1, "Paris", true)', was: field(""), expect: { kind: "any_change" }, report } as const;
		const typed = field(' value="Paris"');
		const unsure = (input: Parameters<typeof verdictOf>[0]) => outcome({ ...input, isExplicit: false });
		expect(unsure({ ...search, after: typed })).toBe("open");
		expect(unsure({ ...search, after: typed, waits: 2 })).toBe("failure 0.9");
		expect(unsure({ ...search, after: field(' value="Paris"', "2 hotels") })).toBe("success 1");
	});
});

describe("a page that shows more than words near the button has gone on", () => {
	const report: Report = { clientObservations: { didNetworkOccur: true, didDomMutate: true } };
	const step = (lines: string, heading = "# Order") => ({ body: `${heading}\n${lines}\n<button 5>Next` });
	const shownAfter = (was: PageParts, after: PageParts) => outcome({ action: "click(5)", was, after, report, waits: 2 });
	const refusalsAfter = (was: PageParts, after: PageParts) =>
		verdictOf({ action: "click(5)", was, after, report, waits: 2 }).observations.filter((text) => text.startsWith("validation_error"));

	test("the next part of a form asks for more", () => {
		const first = step('<input 1 "Name" value="Ada">');
		expect(shownAfter(first, step('Choose a delivery method\n<radio 11 "Post">\n<radio 12 "Pickup">', "# Delivery"))).toBe("success 0.85");
		expect(shownAfter(first, step('<input 1 "Name" value="Ada"></>\nSelect a date\n<date 13 "Day">'))).toBe("success 0.85");
		expect(refusalsAfter(step("Welcome"), step("Enter your PIN on the device"))).toEqual([]);
	});

	test("a list may speak of what expired", () => {
		const list = "- Invoice 7: expired\n- Invoice 8: paid";
		expect(refusalsAfter(step(""), step(list))).toEqual([]);
		expect(refusalsAfter(step(""), step("- Invoice 7: expired"))).toEqual([]);
	});

	test("a refusal that offers to try again is one all the same", () => {
		expect(shownAfter(step(""), step("Could not save: no connection <button 6>Retry"))).toBe("failure 0.9");
		expect(shownAfter(step(""), step("Not saved"))).toBe("failure 0.9");
		expect(shownAfter(step(""), step("Please enter your name"))).toBe("failure 0.9");
	});
});

describe("what Enter sent off is not sent again", () => {
	const report: Report = { lastActionStatus: "success" };
	const send = (lines: string, more: Partial<Case> = {}) =>
		outcome({
			action: 'setValue(1, "Buy milk", true)',
			was: { body: '# List\n<input 1 "New entry">' },
			after: { body: `# List\n${lines}` },
			report,
			waits: 2,
			...more,
		});

	test("where the field is empty again and the page shows what stood in it", () => {
		expect(send('<input 1 "New entry"></>\nBuy milk')).toBe("success 0.85");
		expect(send('<input 1 "New entry"></>\nBuy bread')).toBe("failure 0.9");
		expect(send('<input 1 "New entry">')).toBe("failure 0.9");
	});

	test("and a list that got shorter while its filter was typed has answered", () => {
		const people = (value: string, names: string) => ({ body: `# People\n<search 1 "Find"${value}></>\n${names}` });
		const filter = { action: 'setValue(1, "Ada", true)', was: people("", "Ada\nBob\nCy"), expect: { kind: "any_change" } } as const;
		const unsure = { ...filter, isExplicit: false, report, waits: 2 };
		expect(outcome({ ...unsure, after: people(' value="Ada"', "Ada") })).toBe("success 1");
		expect(outcome({ ...unsure, after: people(' value="Ada"', "Ada\nBob\nCy") })).toBe("failure 0.9");
	});
});
