import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";
import { acts, addresses } from "./screens.ts";

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
		[
			'In the first line enter the amount 23.50; in the second line category Hotel, description "Inn"',
			expenses,
			['setValue(6, "23.50")', 'select(9, "Hotel")', 'setValue(10, "Inn")', "finish()"],
		],
		[
			'Choose Hotel as category, "Inn" as description and 12 as amount in the second line',
			expenses,
			['select(9, "Hotel")', 'setValue(10, "Inn")', 'setValue(11, "12")', "finish()"],
		],
		["Remove the last line", expenses, ["click(12)", "finish()"]],
		["Choose Hotel as category in the second line", expenses, ['select(9, "Hotel")', "finish()"]],
		["Set the category in line 2 to Meals", expenses, ['select(9, "Meals")', "finish()"]],
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
		[
			'Fill in the form with company name "Acme", country 9 IT and VAT ID "DE1"',
			supplier.replace("Spain", "9 IT"),
			['setValue(1, "Acme")', 'select(3, "9 IT")', 'setValue(2, "DE1")', "finish()"],
		],
		['Enter country Peru, VAT ID "DE1"', supplier, ["fail"]],
		['Enter country Spain and VAT ID "DE1"', supplier, ['select(3, "Spain")', 'setValue(2, "DE1")', "finish()"]],
		['Enter "Acme AG" as company name and "Peru" as country', supplier, ["fail"]],
		[
			"Fill in company name Acme AG, VAT ID DE12 3456 and country Spain",
			supplier,
			['setValue(1, "Acme AG")', 'setValue(2, "DE12 3456")', 'select(3, "Spain")', "finish()"],
		],
		["Enter VAT ID DE12 3456", supplier, ['setValue(2, "DE12 3456")', "finish()"]],
		["Enter Invoice 4711", "<form>\n <input 1>", ["fail"]],
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
	test.each([
		"Write her a nice apology",
		"Write a short poem",
		"Compose a reply",
		"Type an apology",
		"Write an email to bob@x.example",
		"Enter bob@x.example as email",
		"Set the mail to a@b.example",
	])("%s", (query) => {
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

describe("a list that takes no text is opened, and its choice is pressed", () => {
	const stages = ["All stages", "Lead", "Customer"];
	const rows = '| Name | Stage | |\n| Ada | Lead | <button 40 "more"></>\n| Bob | Lead | <button 41 "more">';
	const picked = (query: string, first: string, option = (id: number, called: string) => `<option ${id}>${called}`) => {
		const screen = (shown: string, isOpen: boolean) =>
			`<combobox 7 "Stage" ${isOpen ? "expanded" : "collapsed"} readonly>${shown}${isOpen ? `\n${stages.map((one, at) => option(20 + at, one)).join("\n")}` : `\n${rows}`}`;
		let shown = first;
		return play(query, pageOf(screen(first, false)), (action) => {
			const chosen = action.name === "click" ? stages[action.id - 20] : undefined;
			shown = chosen ?? shown;
			return { page: pageOf(screen(shown, action.name === "click" && action.id === 7)) };
		}).actions;
	};
	test.each([
		["Choose Lead as stage", "All stages"],
		["Choose Lead as stage", ""],
		["Filter by stage Lead", "All stages"],
		["Set the stage to Lead", "Select\u2026"],
	])("%s, where it shows \u201c%s\u201d", (query, first) => {
		expect(picked(query, first)).toEqual(["click(7)", "click(21)", "finish()"]);
	});
	test("also where its choices have no role of their own, and came up with it", () => {
		expect(picked("Choose Lead as stage", "All stages", (id, called) => `<div ${id}*>${called}`)).toEqual([
			"click(7)",
			"click(21)",
			"finish()",
		]);
		expect(picked("Choose Lead as stage", "All stages", (id, called) => `<div ${id}>${called}`).slice(0, 2)).toEqual([
			"click(7)",
			"wait(1)",
		]);
	});
	test("and left alone where it stands so already", () => expect(picked("Choose Lead as stage", "Lead")).toEqual(["finish()"]));
});

test.each([
	['<combobox 4 "Destination">\n<button 5 "Dates Check-in – Check-out">Check-in – Check-out', 0],
	['<search 4 "Search products">', 0],
	['<input 4 "Due">', 2],
])("a day is picked in no field that is for something else, and its calendar is opened twice at most: %s", (body, opened) => {
	const { actions, last } = play("Choose 4 December as check-in date", pageOf(body), () => ({ page: pageOf(body) }));
	expect([actions.filter((action) => action === "click(4)").length, last.action.name]).toEqual([opened, "fail"]);
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
