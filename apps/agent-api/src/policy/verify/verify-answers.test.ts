import { describe, expect, test } from "vitest";
import type { Case, PageParts } from "../../../test/verify-cases.ts";
import { outcome, verdictOf } from "../../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";

const heard = (alertText: string): Report => ({
	lastActionStatus: "success",
	lastActionResult: { success: true, actualState: { alertText } },
	clientObservations: { didNetworkOccur: true, didDomMutate: true },
});
const observed = (input: Case) =>
	verdictOf({ waits: 2, ...input }).observations.filter((text) => /^(?:validation_error|form_same|dialog_opened)/.test(text));

describe("a form that says by an alert why it did not take what was sent", () => {
	const leave = (said: string, isAnnounced = true): PageParts => ({
		header: said === "" || !isAnnounced ? "" : `@alert "${said}"`,
		body: [
			"# Leave request",
			"You have 12 days left.",
			"<form>",
			' <select 1 "Type" value="Vacation" options="Please select|Vacation*|Sick leave">',
			' <date 2 "First day" value="2026-12-28">\n <date 3 "Last day" value="2026-12-20">\n <input 4 "Substitute">',
			...(said === "" ? [] : [` ${said}`]),
			" <button 5 submit>Submit request</> <button 8>Clear",
			"## My requests\n- 24 December, Vacation, pending <button 10>Withdraw",
		].join("\n"),
	});
	const texts = [
		"Last day must not be before the first day.",
		"You have only 12 days left. Request was not saved.",
		"Internal server error. Please try again later.",
		"Type is required. First day is required.",
		"Das Datum ist ungültig.",
	];

	test.each(texts)("“%s”", (said) => {
		const input = { action: "click(5)", was: leave(""), after: leave(said) };
		expect(outcome({ ...input, report: heard(said) })).toBe("failure 0.9");
		expect(outcome({ ...input, report: { lastActionStatus: "success" } })).toBe("failure 0.9");
		expect(observed({ ...input, report: heard(said) })).toContain(`validation_error "${said}"`);
	});

	test("leaves a doubt in words that are not known, and is no dialog that opened", () => {
		const said = "Jokin meni pieleen";
		for (const isAnnounced of [true, false]) {
			const input = { action: "click(5)", was: leave(""), after: leave(said, isAnnounced), report: heard(said), waits: 2 };
			expect(outcome(input)).toBe("judge");
			expect(observed(input)).toEqual([`form_same "${said}"`]);
		}
	});

	test("an alert that stood there before, or that thanks, is nothing against it", () => {
		const old = leave("Office closed on Friday");
		expect(observed({ action: "click(10)", was: old, after: { ...old, header: "" }, report: heard("Office closed on Friday") })).toEqual(
			[],
		);
		const done = "Request sent to your manager";
		const input = { action: "click(5)", was: leave(""), after: { ...leave(""), header: `@alert "${done}"` }, report: heard(done) };
		expect(observed(input)).toEqual([]);
		expect(outcome(input)).toBe("judge");
	});
});

describe("a dialog that stays open when it is sent", () => {
	const mail = (header = "", value = ""): PageParts => ({
		header: `@dialog "New message" 30${header === "" ? "" : `\n${header}`}`,
		body: [
			'<dialog 30 "New message">',
			" ## New message",
			" <form>",
			'  <input 31 "To">',
			`  <input 32 "Subject"${value}>`,
			'  <textarea 33 "Message">',
			" <button 34>Send</> <button 35>Save draft</> <button 36>Discard",
			"… behind the dialog: 35 controls, expand(44)",
		].join("\n"),
	});
	const filled = ' value="Hi"';
	const send = (said: string, after = mail(`@alert "${said}"`, filled)) => ({ action: "click(34)", was: mail("", filled), after });

	test.each(["Please add a recipient", "Please check the address", "Bitte Empfänger angeben", "Veuillez ajouter un destinataire"])(
		"with “%s” leaves a doubt",
		(said) => {
			expect(outcome({ ...send(said), waits: 2 })).toBe("judge");
			expect(observed(send(said))).toEqual([`form_same "${said}"`]);
		},
	);

	test.each(["Recipient is required", "Wrong code", "Message was not sent", "Enter a recipient"])("with “%s” has refused", (said) =>
		expect(outcome({ ...send(said), waits: 2 })).toBe("failure 0.9"),
	);

	test("with words of its own below the fields leaves a doubt", () => {
		const after = mail("", filled);
		expect(observed(send("", { ...after, body: after.body?.replace(" <button 34>", " Hmm, to whom?\n <button 34>") ?? "" }))).toEqual([
			'form_same "Hmm, to whom?"',
		]);
	});

	test("has taken it where it thanks, is emptied or gone", () => {
		expect(observed(send("Draft saved"))).toEqual([]);
		expect(observed(send("Please wait"))).toEqual([]);
		expect(observed(send("Please add a recipient", mail('@alert "Please add more"')))).toEqual([]);
		expect(outcome(send("", { body: "# Inbox\n<button 1>Compose" }))).toBe("success 0.85");
	});
});

describe("a button outside any form that says it failed", () => {
	const was: PageParts = { body: "# Reports\n<button 5>Refresh\n<button 6>Archive all" };
	const after = (said: string): PageParts => ({ ...was, header: `@alert "${said}"` });

	test.each(["Server is busy, try again later", "Nothing selected", "No customer selected", "Could not archive"])("“%s”", (said) =>
		expect(outcome({ action: "click(5)", was, after: after(said) })).toBe("failure 0.9"),
	);

	test("a plea is one where nothing else came of the press", () => {
		const pleading = after("Please say what you are working on");
		expect(outcome({ action: "click(5)", was, after: pleading })).toBe("failure 0.9");
		expect(observed({ action: "click(5)", was, after: { ...pleading, body: `${was.body}\n<button 7>Pause` } })).toEqual([]);
	});

	test.each(["Export started", "Archived. Older reports are missing from this list", "Report ready", "3 selected"])(
		"“%s”: it has not",
		(said) => expect(observed({ action: "click(5)", was, after: after(said) })).toEqual([]),
	);
});

describe("what changes on a page is no word against a form", () => {
	const report: Report = { lastActionStatus: "success", clientObservations: { didNetworkOccur: true, didDomMutate: true } };
	const book = (adults: string, month = ""): PageParts => ({
		...(month === "" ? {} : { header: '@dialog "Choose date" 14' }),
		body: [
			"# Book a flight",
			"<form>",
			' <input 5 "Departure" readonly placeholder="Choose date">',
			...(month === "" ? [] : [` <dialog 14 "Choose date">\n  <button 15 "Previous month">‹</> ${month} <button 16 "Next month">›`]),
			...(month === "" ? [] : ["  | <button 17>1 | <button 18>2 | <button 19>3 |"]),
			` Adults: <button 8 "Fewer adults">−</> ${adults} <button 9 "More adults">+`,
			" <button 13 submit>Search flights",
		].join("\n"),
	});

	test("a number between its buttons, with a form's own button below it or without", () => {
		expect(observed({ action: "click(9)", was: book("1 adult"), after: book("2 adults"), report })).toEqual([]);
		const loose = (adults: string) => ({ body: (book(adults).body ?? "").replace("<button 13 submit>Search flights", "Prices from 90 €") });
		expect(observed({ action: "click(9)", was: loose("1 adult"), after: loose("2 adults"), report })).toEqual([]);
		expect(outcome({ action: "click(9)", was: book("1 adult"), after: book("2 adults"), report, waits: 2 })).toBe("judge");
	});

	test("a calendar that is turned", () => {
		const input = { action: "click(15)", was: book("1", "December 2026"), after: book("1", "November 2026"), report };
		expect(observed(input)).toEqual([]);
	});

	test("a result that was asked for, unless it is a refusal", () => {
		const rate = (said: string, name = "Calculate", header = "") => ({
			header,
			body: `# Loan\n<form>\n <number 1 "Amount" value="5000">\n <button 5 submit>${name}</> ${said}`,
		});
		const asked = (said: string, name = "Calculate") =>
			observed({ action: "click(5)", was: rate("", name), after: rate(said, name, `@alert "${said}"`), report });
		expect(asked("Monthly rate: 412 €")).toEqual([]);
		expect(asked("3 rooms left", "Check availability")).toEqual([]);
		expect(asked("Amount is required")).toEqual(['validation_error "Amount is required"']);
		expect(asked("Monthly rate: 412 €", "Order now")).toEqual(['form_same "Monthly rate: 412 €"']);
	});

	test("what another button of the form writes into it", () => {
		const form = (hint = "") => ({
			body: `# Order\n<form>\n <input 1 "Town" value="Bath">\n <button 8>Help</>\n${hint} <button 5 submit>Send`,
		});
		expect(observed({ action: "click(8)", was: form(), after: form(" Any town will do\n"), report })).toEqual([]);
	});

	test("a line that is added to the form, or its sum", () => {
		const lines = (count: number) => ({
			body: [
				'# Expenses\n<form>\n <input 1 "Title" value="Trip">',
				" | Date | Amount |",
				...Array.from({ length: count }, (_, row) => ` | <date ${row * 2 + 20} "Date"></> | <number ${row * 2 + 21} "Amount"></> |`),
				` <button 8>Add line\n Total for ${count} entries: none yet\n <button 9>Save draft</> <button 10 submit>Submit`,
			].join("\n"),
		});
		expect(observed({ action: "click(8)", was: lines(1), after: lines(2), report })).toEqual([]);
	});

	test("rows of a table, each with a box that selects it", () => {
		const people = (...names: readonly string[]) => ({
			body: [
				'# Customers\n<search 1 "Search customers">\n| <checkbox 2 "Select all"></> | <button 3>Name</> | Status |',
				...names.map((name, row) => `| <checkbox ${row * 2 + 10} "Select ${name}"></> | <a ${row * 2 + 11} "#${row}">${name}</> | Lead |`),
				"<button 4>Previous</> Page 1 of 3 <button 5>Next",
			].join("\n"),
		});
		const was = people("Bob Miller", "Eva Novak");
		for (const action of ["click(5)", "click(3)", 'setValue(1, "Weber", true)'])
			expect(observed({ action, was, after: people("Frank Weber"), report, waits: 2 })).toEqual([]);
	});
});

describe("a page that reloads and says at its top why it refused", () => {
	const report = { lastActionStatus: "success" as const, clientObservations: { didNetworkOccur: true, didDomMutate: true } };
	const loans = (said = "", epoch = "e1", url = "https://a.example/loans", first = 3): PageParts => ({
		epoch,
		url,
		body: [
			"# Loans",
			...(said === "" ? [] : [said]),
			`| Night Ferry | Tom | ${first} | <form post> <button 4 submit>Renew`,
			"| Jam Making | Ines | 0 | <form post> <button 5 submit>Renew",
		].join("\n"),
	});
	const member = (said = "", epoch = "e1", email = "ines(at)mail"): PageParts => ({
		epoch,
		url: "https://a.example/members/3",
		body: [
			"# Ines",
			...(said === "" ? [] : [said]),
			`<form post>\n <input 1 "E-mail" value="${email}">\n <input 2 "Phone" value="030">\n <button 9 submit>Save changes`,
		].join("\n"),
	});
	test.each([
		["that it was so before", "click(4)", loans(), loans("This loan has been renewed three times already.", "e2")],
		["what it wants", "click(9)", member(), member("Please enter a valid e-mail address.", "e2", "ines@mail.test")],
		[
			"it in its address, too",
			"click(4)",
			loans(),
			loans("Not a whole number: PL-01", "e2", "https://a.example/loans?m=Not+a+whole+number&e=1"),
		],
	])("says %s", (_, action, was, after) => {
		const { observations } = verdictOf({ action, was, after, report, waits: 2 });
		expect(observations.filter((text) => text.startsWith("validation_error"))).toHaveLength(1);
		expect(outcome({ action, was, after, report, waits: 2 })).toMatch(/^failure/);
	});

	test.each([
		["what was done", loans("Loan renewed until 3 December.", "e2", undefined, 4)],
		["thanks", loans("Saved", "e2")],
		["another page's words", { ...loans("Please enter your address", "e2"), url: "https://a.example/address" }],
		["what a next part asks for", { ...member("Please enter your address", "e2"), url: "https://a.example/loans" }],
	])("but not one that says %s", (_, after) => {
		const { observations } = verdictOf({ action: "click(4)", was: loans(), after, report, waits: 2 });
		expect(observations.filter((text) => text.startsWith("validation_error"))).toEqual([]);
	});
});
