import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

/** The actions of a task on a page that takes what is done, without the words of a refusal. */
function acts(query: string, body: string): readonly string[] {
	const page = pageOf(body);
	return play(query, page, () => ({ page })).actions.map((action) => (action.startsWith("fail") ? "fail" : action));
}

describe("a choice that is called so comes before any other reading of its words", () => {
	const terms =
		'# Register a supplier\nStep 3 of 4\n<form>\n <fieldset "Payment terms">\n  <radio 1 "14 days" of="Payment terms">\n  <radio 2 "30 days" of="Payment terms">\n  <radio 3 "60 days" of="Payment terms">\n <input 4 "IBAN">\n <textarea 5 "Notes">\n <button 6>Back</> <button 7 submit>Next</> <button 8>Cancel';
	test.each([
		["Choose 30 days", ["click(2)", "finish()"]],
		["Choose 30 days, click Next", ["click(2)", "click(7)", "finish()"]],
		["Select 14 days as payment terms", ["click(1)", "finish()"]],
		["Pick 60 days", ["click(3)", "finish()"]],
	])("%s", (query, expected) => {
		expect(acts(query, terms)).toEqual(expected);
	});

	test.each([
		["Select tomorrow", '<select 1 "Delivery" value="Today" options="Today*|Tomorrow|Next week">', 'select(1, "Tomorrow")'],
		["Choose next week", '<select 1 "Delivery" value="Today" options="Today*|Tomorrow|Next week">', 'select(1, "Next week")'],
		["Choose tomorrow", '<date 1 "Delivery" format="YYYY-MM-DD">', 'setValue(1, "2026-03-03")'],
	])("%s on %s", (query, body, expected) => {
		expect(acts(query, body)[0]).toBe(expected);
	});
});

describe("a refusal says what was not understood", () => {
	const said = (query: string) => {
		const page = pageOf("<button 1>Refresh");
		const { last } = play(query, page, () => ({ page }));
		return last.failure?.message ?? "";
	};
	test.each([
		["asdf qwer zxcv", "I did not understand “asdf qwer zxcv”."],
		["Cliquez sur Suivant", "I did not understand “Cliquez sur Suivant”."],
		["Click Refresh, click Refresh, flambé it", "I understood “Click Refresh” but not “flambé it”."],
	])("%s", (query, message) => {
		expect(said(query)).toContain(message);
	});

	test("and says each part once, however often it was asked for", () => {
		const message = said("Click Refresh, click Refresh, click Refresh, click Save");
		expect(message).toContain("I understood “Click Refresh” but cannot find what “click Save” means on this page.");
		expect(message).toContain("Done so far: “Click Refresh” (3 times).");
	});

	test.each(["Click Refresh, then flambé it", "Click Refresh. Pourquoi pas?"])(
		"and nothing is begun of what is not understood to its end: %s",
		(query) => {
			expect(acts(query, "<button 1>Refresh")).toEqual(["fail"]);
		},
	);
});

const addresses =
	'# Checkout\n<form>\n <fieldset "Shipping address">\n  <input 3 "Full name" required>\n  <input 4 "Street">\n  <input 5 "City">\n  <select 6 "Country" value="Choose…" options="Choose…*|Germany|France|Austria">\n <fieldset "Billing address">\n  <checkbox 8 "Same as shipping" checked>\n  <input 9 "Street">\n  <input 10 "City">';

describe("a field is told by the group that it stands in", () => {
	test.each([
		['Set the billing street to "Side St 2" and the billing city to Bonn', ['setValue(9, "Side St 2")', 'setValue(10, "Bonn")']],
		['Enter "Main St 1" into the shipping street field', ['setValue(4, "Main St 1")']],
		['Enter "Side St 2" as billing street', ['setValue(9, "Side St 2")']],
		['Set the street in the billing address to "Side St 2"', ['setValue(9, "Side St 2")']],
		[
			'Fill in the shipping address with street "Main St 1" and the billing address with street "Side St 2"',
			['setValue(4, "Main St 1")', 'setValue(9, "Side St 2")'],
		],
	])("%s", (query, expected) => {
		const actions = acts(query, addresses).map((action) => (action.startsWith("ask") ? "ask" : action));
		expect(actions.slice(0, expected.length)).toEqual(expected);
	});
});

describe("a list of labels and values is filled whole, or not begun", () => {
	const line = (id: number) =>
		` | <date ${id} "Date" format="YYYY-MM-DD"></> | <select ${id + 1} "Category" value="Travel" options="Travel*|Meals|Hotel|Other"></> | <input ${id + 2} "Description"></> | <number ${id + 3} "Amount" step="0.01"></> | <button ${id + 4} "Remove line">✕`;
	const expenses = `# Expense report\n<form>\n <input 1 "Title">\n | Date | Category | Description | Amount\n${line(3)}\n${line(8)}\n <textarea 15 "Comment">`;
	const supplier =
		'<form>\n <input 1 "Company name" required>\n <input 2 "VAT ID">\n <select 3 "Country" value="Germany" options="Germany*|France|Spain">\n <radio 4 "By post" of="Delivery">\n <radio 5 "By mail" of="Delivery">\n <button 6 submit>Next';
	test.each([
		[
			'In the first line enter the date 2026-11-03, category Meals, description "Lunch" and amount 23.50',
			expenses,
			['setValue(3, "2026-11-03")', 'select(4, "Meals")', 'setValue(5, "Lunch")', 'setValue(6, "23.50")', "finish()"],
		],
		['Enter the amount 12.50, category Pizza and title "Food"', expenses, ["fail"]],
		['Enter "Lunch" as title, colour blue', expenses, ["fail"]],
		[
			'Enter "Acme AG" as company name, VAT ID DE123456789, country France',
			supplier,
			['setValue(1, "Acme AG")', 'setValue(2, "DE123456789")', 'select(3, "France")', "finish()"],
		],
		[
			"Enter company name Acme AG, VAT ID DE123456789 and country Spain",
			supplier,
			['setValue(1, "Acme AG")', 'setValue(2, "DE123456789")', 'select(3, "Spain")', "finish()"],
		],
		["Enter VAT ID DE123456789, company name Acme", supplier, ['setValue(2, "DE123456789")', 'setValue(1, "Acme")', "finish()"]],
		["Enter company name Acme AG", supplier, ['setValue(1, "Acme AG")', "finish()"]],
		['Fill in company name "Acme AG", delivery by mail', supplier, ['setValue(1, "Acme AG")', "click(5)", "finish()"]],
		['Enter "Acme AG" as company name, fax "12"', supplier, ["fail"]],
		['Enter "Acme AG" as company name and "Peru" as country', supplier, ["fail"]],
	])("%s", (query, body, expected) => {
		expect(acts(query, body)).toEqual(expected);
	});
});

describe("a field takes only what it can hold", () => {
	const fields =
		'<form>\n <combobox 3 "From" collapsed>\n <number 7 "Passengers" value="1" min="1" max="9">\n <time 11 "Check-in time" format="HH:MM">\n <date 12 "Day" format="YYYY-MM-DD">\n <input 13 "Price">\n <button 14 submit>Search flights';
	test.each([
		["Enter 12,50 as passengers", 'setValue(7, "12.50")'],
		["Set the number of passengers to 3", 'setValue(7, "3")'],
		["Set the passengers to 1,200", 'setValue(7, "1200")'],
		["Set the number of passengers to many", "fail"],
		["Enter flights as check-in time", "fail"],
		["Enter soon as day", "fail"],
		['Enter "12,50" as price', 'setValue(13, "12,50")'],
	])("%s", (query, expected) => {
		expect(acts(query, fields)[0]).toBe(expected);
	});
});

test("what a field cannot hold needs no model, and what it did not take goes nowhere else", () => {
	const page = pageOf('<select 1 "Size" value="S" options="S*|M"></>\n<input 2 "Amount">\n<input 3 "Amount paid">');
	const message = (query: string) => play(query, page, () => ({ page, verdict: "failure" })).last.failure;
	expect(message("Set the size to XXL")).toEqual({ category: "impossible", message: "“Size” has no choice called “XXL”." });
	const { actions } = play("Enter 5 as amount", page, () => ({ page, verdict: "failure" }));
	expect(actions.map((action) => action.split("(")[0])).toEqual(["setValue", "fail"]);
});

describe("no field is filled that is for something else", () => {
	const inbox = '<nav> <button 1>Compose</> <a 2 #sent>Sent</> <search 5 "Search mail">\n# Inbox\n- <a 6 #m0>Invoice';
	test.each(["Write an email to bob@x.example", "Enter bob@x.example as email", "Set the mail to a@b.example"])("%s", (query) => {
		expect(acts(query, inbox).some((action) => action.startsWith("setValue"))).toBe(false);
	});
	test.each(["Enter invoice into the search field", 'Type "invoice" into Search mail'])("%s", (query) => {
		expect(acts(query, inbox)[0]).toBe('setValue(5, "invoice")');
	});
});

describe("a field that offers choices for what is typed", () => {
	const towns = ["Berlin (BER)", "London Heathrow (LHR)", "London Gatwick (LGW)"];
	/** Two fields; the list of the one that is typed into shows the towns that hold the words. */
	const play2 = (query: string, answer = "") => {
		const values = ["", ""];
		let open = -1;
		const shown = (at: number) =>
			open === at ? towns.filter((town) => town.toLowerCase().includes((values[at] ?? "").toLowerCase())) : [];
		const field = (at: number, name: string) => {
			const list = shown(at).map((town) => `  <option ${20 + 10 * at + towns.indexOf(town)}>${town}`);
			const state = list.length > 0 ? "expanded" : "collapsed";
			const value = values[at] === "" ? "" : ` value="${values[at]}"`;
			return ` <combobox ${at + 3} "${name}" ${state}${value}>${list.length > 0 ? `\n <listbox>\n${list.join("\n")}` : ""}`;
		};
		const page = () => pageOf(`<form>\n${field(0, "From")}\n${field(1, "To")}\n <button 13 submit>Search flights`);
		const { actions } = play(query, page(), (action) => {
			if (action.name === "setValue") {
				open = action.id - 3;
				values[open] = action.text;
			}
			if (action.name === "click" && action.id >= 20) {
				values[open] = towns[(action.id - 20) % 10] ?? "";
				open = -1;
			}
			return { page: page(), ...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${answer}` } : {}) };
		});
		return actions.map((action) => (action.split(/[(]/)[0] === "fail" ? "fail" : action));
	};
	test.each([
		[
			'Set From to "Berlin (BER)" and To to London Gatwick',
			['setValue(3, "Berlin (BER)")', "click(20)", 'setValue(4, "London Gatwick")', "click(32)", "finish()"],
		],
		["Enter Berlin into the From field", ['setValue(3, "Berlin")', "click(20)", "finish()"]],
		["Type Lon into the To field and pick London Gatwick", ['setValue(4, "Lon")', "click(32)", "finish()"]],
		['Enter "Ber" in the "To" field and click "Berlin (BER)"', ['setValue(4, "Ber")', "click(30)", "finish()"]],
		[
			"Enter Berlin as From and Atlantis as To",
			['setValue(3, "Berlin")', "click(20)", 'setValue(4, "Atlantis")', "wait(1)", "wait(1)", "fail"],
		],
	])("%s", (query, expected) => {
		expect(play2(query)).toEqual(expected);
	});

	test.each(["Choose Berlin as From", "Select Berlin in the From field"])("is chosen from: %s", (query) => {
		expect(play2(query)).toEqual(['setValue(3, "Berlin")', "click(20)", "finish()"]);
	});

	test("asks where several choices fit", () => {
		const actions = play2("Enter London as To", "London Gatwick (LGW)");
		expect(actions.map((action) => action.split("(")[0])).toEqual(["setValue", "ask", "click", "finish"]);
		expect(actions[2]).toBe("click(32)");
	});
});

/** What is asked, and what is done once the person answers; at a second question they stop. */
function answers(query: string, body: string, ...said: readonly string[]) {
	const page = pageOf(body);
	const left = [...said];
	const { actions, decisions } = play(query, page, (action) => {
		if (action.name !== "ask") return { page };
		return { page, note: `You asked: ${action.question} The person answered: ${left.shift() ?? "forget it"}` };
	});
	const asked = decisions.flatMap(({ action }) => (action.name === "ask" ? [action] : []));
	return { asked, done: actions.filter((action) => !action.startsWith("ask")), last: decisions.at(-1) };
}

const people = [
	["Anna Schmidt", "Alpha GmbH"],
	["Bob Miller", "Beta Inc"],
	["David Miller", "Delta Ltd"],
].map(
	([name, company], row) =>
		`| <checkbox ${14 + 5 * row} "Select ${name}"></> | <a ${15 + 5 * row} #c${row}>${name}</> | ${company} | €${row + 1},000 | <button ${16 + 5 * row}>Edit</> <button ${17 + 5 * row}>Email</> <button ${18 + 5 * row}>Delete`,
);
const crm = `# Customers\n| <checkbox 10 "Select all"></> | <button 11>Name</> | <button 12>Company</> | <button 13>Revenue</> | Actions\n${people.join("\n")}`;

describe("a question offers what tells one from the other, in the words of the page", () => {
	const shop = `# All products\n${["Watering can", "Garden hose 20 m", "Bird house"]
		.map(
			(name, at) =>
				`### ${name}\n€${at + 1}4.90\n<number ${10 * at + 3} "Qty" value="1" min="1">\n<button ${10 * at + 4}>Add to cart</> <button ${10 * at + 5} "Add to wishlist">♡`,
		)
		.join("\n")}`;
	const mails = [
		["Maria Lopez", "Invoice 2231 overdue"],
		["Maria Lopez", "Meeting notes"],
		["HR Team", "Holiday calendar"],
	]
		.map(
			([from, subject], at) =>
				`- <checkbox ${10 * at + 1} "Select"></> <button ${10 * at + 2} "Star">☆</> ${from} — <a ${10 * at + 3} #m${at}>${subject}</> <button ${10 * at + 4} "Archive">🗄</> <button ${10 * at + 5} "Delete">🗑`,
		)
		.join("\n");
	test.each([
		["Click Delete", crm, ["Anna Schmidt", "Bob Miller", "David Miller"]],
		['Click "Add to cart"', shop, ["Watering can", "Garden hose 20 m", "Bird house"]],
		["Click Archive", mails, ["Maria Lopez, Invoice 2231 overdue", "Maria Lopez, Meeting notes", "HR Team"]],
		["Enter Bath as city", addresses, ["City (Shipping address)", "City (Billing address)"]],
	])("%s", (query, body, choices) => {
		expect(answers(query, body).asked[0]?.choices).toEqual(choices);
	});
});

describe("an answer to a question", () => {
	test.each([
		["Bob Miller", "click(23)"],
		["the second one", "click(23)"],
		["2", "click(23)"],
		["Number 3", "click(28)"],
		["the last", "click(28)"],
		["Anna", "click(18)"],
	])("may be said so: %s", (answer, action) => {
		expect(answers("Click Delete", crm, answer).done).toEqual([action, "finish()"]);
	});

	test.each(["forget it", "None of them.", "never mind", "no, thanks"])("that wants none ends the task and says so: %s", (answer) => {
		const { asked, last } = answers("Click Delete", crm, answer);
		expect([asked.length, last?.failure?.category, last?.failure?.message]).toEqual([
			1,
			"refused",
			`You said “${answer}”, so I did none of these.`,
		]);
	});

	test.each(["Miller", "the ninth", "Zoe"])("that tells none of them is asked for once more, and says why: %s", (answer) => {
		const { asked, done } = answers("Click Delete", crm, answer, "Bob Miller");
		expect(asked[1]?.question).toBe(`“${answer}” is none of these, or more than one of them. Which one do you mean by “Delete”?`);
		expect(done).toEqual(["click(23)", "finish()"]);
	});
});

describe("nothing is done while the rest of a clause is not understood", () => {
	const tickets = [
		["101", "Printer on 3rd floor jams", "Unassigned"],
		["103", "New laptop for Kim", "Omar"],
	]
		.map(
			([number, title, who], row) =>
				`| #${number} | <a ${10 * row + 2} #t>${title}</> | <select ${10 * row + 3} "Priority" value="Low" options="Low*|Medium|High"></> | <select ${10 * row + 4} "Status" value="Open" options="Open*|Resolved|Closed"></> | <button ${10 * row + 5} "Assignee: ${who}">${who} ▾</> | <button ${10 * row + 6}>Close ticket`,
		)
		.join("\n");
	const desk = `# Open tickets\n| ID | Title | Priority | Status | Assignee | \n${tickets}\n## Add a comment\n<form>\n <textarea 40 "Comment">\n <button 42 submit>Post comment`;
	const trip =
		'<form>\n <radio 1 "Round trip" checked of="Trip">\n <radio 2 "One way" of="Trip">\n <combobox 3 "From" collapsed>\n <combobox 4 "To" collapsed>\n <number 7 "Passengers" value="1" min="1" max="9">\n <select 10 "Class" value="Economy" options="Economy*|Premium Economy|Business">\n <time 11 "Check-in time" format="HH:MM">\n <checkbox 12 "Direct flights only">\n <button 13 submit>Search flights';
	const report =
		'# Reports\n<select 4 "Period" value="October" options="October*|November"></>\n## Log\n- Entry 1\n- Entry 2\n<button 8>Load more';
	const paged = `${crm}\n12 customers\n<button 39 disabled>Previous</> Page 1 of 3 <button 40>Next`;
	test.each([
		["Report ticket 101 to Sara", desk],
		['Transfer "New laptop for Kim" to Lee', desk],
		["Add ticket 103 to Sprint 7", desk],
		['Select Kim as assignee of the ticket "Printer on 3rd floor jams"', desk],
		["Select one way, business class, 3 dogs", trip],
		["Tick direct flights only and breakfast", trip],
		["Search for lamps", trip],
		["tell me the revenue", report],
		["How many customers from Bath are there?", paged],
		["What is the phone number of Carla Rossi?", paged],
		["Sort by name descending", paged],
		["Set the colour to red", paged],
		["Open him", crm],
	])("%s", (query, body) => {
		expect(
			acts(query, body)
				.filter((action) => !/^(?:find|scroll|hover)/.test(action))
				.slice(0, 1),
		).toEqual(["fail"]);
	});

	test.each([
		["Set the status of ticket #103 to Resolved", desk, ['select(14, "Resolved")', "finish()"]],
		["Change the priority of ticket 101 to High", desk, ['select(3, "High")', "finish()"]],
		["Select one way, business class, 3 passengers", trip, ["click(2)", 'select(10, "Business")', 'setValue(7, "3")', "finish()"]],
		["Choose business class", trip, ['select(10, "Business")', "finish()"]],
		["Search flights", trip, ["click(13)", "finish()"]],
		["Don't delete Bob Miller, just open him", crm, ["click(20)", "finish()"]],
		["Do not open Bob Miller but edit him", crm, ["click(21)", "finish()"]],
		["Delete Bob Miller but not David Miller", crm, ["click(23)", "finish()"]],
	])("but: %s", (query, body, expected) => {
		expect(acts(query, body)).toEqual(expected);
	});

	test("a page is turned for an item that is not on this one", () => {
		expect(acts("Delete Hugo Blanc", paged)[0]).toBe("click(40)");
	});
});

describe("orders in plain words", () => {
	const shop = "# All products\n### Watering can\n€14.90\n<button 4>Add to cart\n### Bird house\n€24.00\n<button 7>Add to cart";
	const checkout = `${addresses}\n <input 11 "ZIP">\n <radio 12 "Invoice" of="Payment">\n <checkbox 14 "I accept the terms">\n <button 16 submit>Place order (€24.00)`;
	const kunden =
		'| Nr. | Kunde | Aktion\n| R-1 | Müller GmbH | <button 1>Versenden</> <button 2>Ansehen\n| R-2 | Bäckerei Groß | <button 3>Versenden</> <button 4>Ansehen\n<form>\n <input 5 "Vorname">\n <input 6 "Nachname">\n <button 7 submit>Speichern';
	test.each([
		["Put the bird house in the cart", shop, ["click(7)"]],
		["Put the watering can into my cart", shop, ["click(4)"]],
		['Add to cart in the row of "Bird house"', shop, ["click(7)"]],
		["Add to cart below Watering can", shop, ["click(4)"]],
		["accept the terms and place the order", checkout, ["click(14)", "click(16)"]],
		["Choose invoice, accept the terms, then place the order", checkout, ["click(12)", "click(14)", "click(16)"]],
		[
			'Enter full name "Ada", street "Main St 1" and city Bath',
			checkout,
			['setValue(3, "Ada")', 'setValue(4, "Main St 1")', 'setValue(5, "Bath")'],
		],
		['Klicke auf Ansehen in der Zeile von "Bäckerei Groß"', kunden, ["click(4)"]],
		["Klicke auf Versenden in der Reihe R-2", kunden, ["click(3)"]],
		['Trage "Anna" in Vorname ein und "Groß" in Nachname', kunden, ['setValue(5, "Anna")', 'setValue(6, "Groß")']],
		[
			"Gib Anna als Vorname ein und Groß als Nachname, dann klicke auf Speichern",
			kunden,
			['setValue(5, "Anna")', 'setValue(6, "Groß")', "click(7)"],
		],
	])("%s", (query, body, expected) => {
		expect(acts(query, body)).toEqual([...expected, "finish()"]);
	});
});

test("a key that shows no effect is pressed once", () => {
	const page = pageOf('<search 1 "Search" value="x" focused>');
	const { actions, last } = play("Press Enter", page, () => ({ page, verdict: "failure" }));
	expect([actions.slice(0, -1), last.failure?.category]).toEqual([['press("Enter")'], "stuck"]);
});

describe("a file of the task", () => {
	const form = '<form>\n <input 1 "Title">\n <file 14 "Receipt">\n <button 17 submit>Submit';
	const put = (query: string, files: string, body = form) => {
		const page = pageOf(body, { head: files === "" ? "" : `@files ${files}` });
		return play(query, page, () => ({ page })).actions.map((action) => /^(?:fail|ask)/.exec(action)?.[0] ?? action);
	};
	test.each([
		["Upload the receipt", '"taxi.pdf"', 'upload(14, "taxi.pdf")'],
		["Attach the file", '"taxi.pdf"', 'upload(14, "taxi.pdf")'],
		['Upload "taxi.pdf"', '"taxi.pdf" "hotel.pdf"', 'upload(14, "taxi.pdf")'],
		["Upload hotel.pdf as receipt", '"taxi.pdf" "hotel.pdf"', 'upload(14, "hotel.pdf")'],
	])("%s with %s", (query, files, expected) => {
		expect(put(query, files)).toEqual([expected, "finish()"]);
	});
	test.each([
		["Upload the receipt", ""],
		["Upload the receipt", '"taxi.pdf" "hotel.pdf"'],
		['Upload "train.pdf"', '"taxi.pdf"'],
	])("is not guessed: %s with %s", (query, files) => {
		expect(put(query, files)).toEqual(["fail"]);
	});
});

describe("a number between two buttons is counted to", () => {
	const book = (adults: number, names: readonly [string, string]) =>
		pageOf(`<form>\n Adults: <button 8 ${names[0]}>−</> ${adults} <button 9 ${names[1]}>+</>\n <button 13 submit>Search`);
	const count = (query: string, from: number, names: readonly [string, string] = ['"Fewer adults"', '"More adults"']) => {
		let shown = from;
		return play(query, book(shown, names), (action) => {
			if (action.name === "click") shown += action.id === 9 ? 1 : -1;
			return { page: book(shown, names) };
		}).actions.map((action) => (action.startsWith("fail") ? "fail" : action));
	};
	test.each([
		["Set adults to 3", 1, ["click(9)", "click(9)", "finish()"]],
		["Set the number of adults to 2", 4, ["click(8)", "click(8)", "finish()"]],
		["Set adults to 1", 1, ["finish()"]],
		["Set children to 3", 1, ["fail"]],
	])("%s from %d", (query, from, expected) => {
		expect(count(query, from).filter((action) => !action.startsWith("find"))).toEqual(expected);
	});
	test("whatever its buttons are called", () => {
		expect(count("Set adults to 2", 1, ["", ""])).toEqual(["click(9)", "finish()"]);
	});
});

describe("values find their field", () => {
	const team =
		'### Team access\n| lee@x.example | <select 20 "Role" value="Viewer" options="Viewer*|Editor|Admin"></> | <button 21>Revoke access\n| kim@x.example | <select 22 "Role" value="Editor" options="Viewer|Editor*|Admin"></> | <button 23>Revoke access';
	const letter =
		'<form>\n <input 37 "To">\n <input 38 "Cc">\n <input 39 "Subject">\n <select 22 "Ticket" value="#101 Printer" options="#101 Printer*|#104 Cannot open PDF">';
	test.each([
		["Set the role of kim@x.example to Admin", team, ['select(22, "Admin")']],
		['Choose Admin as role in the row of "lee@x.example"', team, ['select(20, "Admin")']],
		["Fill in To with bob@x.example, Subject with Hi", letter, ['setValue(37, "bob@x.example")', 'setValue(39, "Hi")']],
		['Select ticket "#104 Cannot open PDF"', letter, ['select(22, "#104 Cannot open PDF")']],
		['Choose "#104 Cannot open PDF" as ticket', letter, ['select(22, "#104 Cannot open PDF")']],
	])("%s", (query, body, expected) => {
		expect(acts(query, body)).toEqual([...expected, "finish()"]);
	});
});
