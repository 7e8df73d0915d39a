import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";
import { acts, addresses, crm } from "./screens.ts";

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
	])("but: %s", (query, body, expected) => {
		expect(acts(query, body)).toEqual(expected);
	});

	test("a page is turned for an item that is not on this one", () => {
		expect(acts("Delete Hugo Blanc", paged)[0]).toBe("click(40)");
	});
});

describe("orders in plain words", () => {
	const shop = "# All products\n### Watering can\n€14.90\n<button 4>Add to cart\n### Bird house\n€24.00\n<button 7>Add to cart";
	const qty = `# All products\n${["Can", "Hose"].map((name, at) => `### ${name}\n€${14 + at}.90\n<number ${3 + 3 * at} "Qty" value="1">\n<button ${4 + 3 * at}>Add to cart</> <button ${5 + 3 * at} "Add to wishlist">♡`).join("\n")}`;
	const catalogue =
		"# Catalogue\n2 parts\n### <a 1 /1>Bolt</>\nSteel\n<button 2>Add to quote\n### <a 3 /3>Nut</>\nBrass\n<button 4>Add to quote";
	const themes =
		'<form>\n <fieldset "Theme">\n  <radio 1 "Light" checked of="Theme">\n  <radio 2 "Dark" of="Theme">\n  <radio 3 "System" of="Theme">';
	const team = "### Team access\n| lee@corp.example | <button 1>Revoke access\n| kim@corp.example | <button 2>Revoke access";
	const stock = '<search 9 "Filter items">\n| Gloves | <button 1>Write off\n| Glasses | <button 2>Write off';
	const checkout = `${addresses}\n <input 11 "ZIP">\n <radio 12 "Invoice" of="Payment">\n <checkbox 14 "I accept the terms">\n <button 16 submit>Place order (€24.00)`;
	const kunden =
		'| Nr. | Kunde | Aktion\n| R-1 | Müller GmbH | <button 1>Versenden</> <button 2>Ansehen\n| R-2 | Bäckerei Groß | <button 3>Versenden</> <button 4>Ansehen\n<form>\n <input 5 "Vorname">\n <input 6 "Nachname">\n <button 7 submit>Speichern';
	test.each([
		["Put the bird house in the cart", shop, ["click(7)"]],
		["Add the cheapest product to the cart", qty, ["click(4)"]],
		["Add the second product to the wishlist", qty, ["click(8)"]],
		["Switch to dark theme", themes, ["click(2)"]],
		["Revoke the access of kim@corp.example", team, ["click(2)"]],
		["Write off the glasses", stock, ["click(2)"]],
		["Open the second part", catalogue, ["click(3)"]],
		["Add the second part to the quote", catalogue, ["click(4)"]],
		["Reject all cookies", "We use cookies.\n<button 1>Accept all</> <button 2>Reject all", ["click(2)"]],
		["Archive all the reports", "# Reports\n<button 1>Refresh</> <button 2>Archive all", ["click(2)"]],
		["Clear all filters", '## Filters\n<checkbox 1 "Acme" checked>\n<button 2>Clear all', ["click(2)"]],
		["first name: Jo, city: Ulm", '<input 1 "First name">\n<input 2 "City">', ['setValue(1, "Jo")', 'setValue(2, "Ulm")']],
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

describe("a list is sorted and filtered", () => {
	const rows = [
		["Ada", "€900"],
		["Cy", "€1,200"],
		["Bob", "€80"],
	] as const;
	/** A table sorted by its second column, upwards and downwards in turn. */
	const sorted = (presses: number) => {
		const amount = (row: readonly [string, string]) => Number(row[1].replace(/\D/g, ""));
		const way = presses === 0 ? 0 : presses % 2 === 1 ? 1 : -1;
		const shown = [...rows].sort((left, right) => way * (amount(left) - amount(right)));
		return pageOf(
			`# Customers\n| <button 1>Name</> | <button 2>Revenue</> |\n${shown.map(([name, revenue]) => `| ${name} | ${revenue} | <button ${name.length + 2}>Edit`).join("\n")}`,
		);
	};
	test.each([
		["Sort by revenue descending", 2],
		["Sort by revenue, low to high", 1],
		["Sort by revenue, highest first", 2],
		["Sort by revenue", 1],
	])("%s", (query, count) => {
		let presses = 0;
		const { actions } = play(query, sorted(0), (action) => {
			presses += action.name === "click" && action.id === 2 ? 1 : 0;
			return { page: sorted(presses) };
		});
		expect(actions).toEqual([...Array.from({ length: count }, () => "click(2)"), "finish()"]);
	});

	const parts =
		'<fieldset "Brand">\n <checkbox 2 "Acme (12)">\n <checkbox 3 "Bolt (9)">\n46 parts Sort by <combobox 18 "Sort by Relevance" collapsed>Relevance ▾</> Per page <combobox 19 "Per page 10" collapsed>10 ▾';
	const open = (body: string, id: number, ...options: readonly string[]) =>
		pageOf(
			`${body.replace(`<combobox ${id}`, `<combobox ${id} expanded`)}\n${options.map((name, at) => `<option ${80 + at}>${name}`).join("\n")}`,
		);
	test.each([
		["Filter by Acme", ['setValue(2, "true")']],
		["Filter by brand Bolt", ['setValue(3, "true")']],
		["Tick the second brand", ['setValue(3, "true")']],
		["Select the last brand", ['setValue(3, "true")']],
		["Tick all brands", ['setValue(2, "true")', 'setValue(3, "true")']],
		["Sort by price, low to high", ["click(18)", "click(81)"]],
		["Show 50 per page", ["click(19)", "click(82)"]],
		["Choose 50 as per page", ["click(19)", "click(82)"]],
		["How many parts are there?", ['finish("46")']],
	])("%s", (query, expected) => {
		const { actions } = play(query, pageOf(parts), (action) => ({
			page: action.name === "click" && action.id < 80 ? open(parts, action.id, "Relevance", "Price: low to high", "50") : pageOf(parts),
		}));
		expect(actions).toEqual(expected.some((one) => one.startsWith("finish")) ? expected : [...expected, "finish()"]);
	});

	test.each([
		["How many Acme parts are there?", pageOf(parts)],
		["Filter by Zeta", pageOf(parts)],
		["Increase the quantity by 2", pageOf('<button 1 "Increase quantity">+')],
		["Mute the channel twice", pageOf("<button 1>Mute the channel")],
		["Delete all leads", pageOf("# Customers\n<button 1>Delete all")],
		["Tick all colours", pageOf(parts)],
		["Tick the third brand", pageOf(parts)],
		["Tick the second and the third brand", pageOf(parts)],
		["Choose Ben as assignee", pageOf("<option 1>Aiko Invoice Ben</>\n<option 2>John Refund Nora")],
		["Choose High as priority", pageOf("* Printer <text 5>High</>\n* VPN <text 6>Low")],
		["Mark the Baker invoice as paid", pageOf("# Bills\n<a 1>Paid</> <a 2>Draft</>\n| INV-3 | Baker Ltd | Draft")],
		['Start the timer for "Design review"', pageOf('<tab 1 selected>Timer</>\n<input 2 "What are you working on?"></> <button 3>Start')],
		["Mark the entry Invoices as billable", pageOf('<form>\n <input 1 "Task">\n <switch 2 "Billable">\n</>\n| Mon | Invoices | No')],
		["Submit the return", pageOf('<form>\n <input 1 "Name">\n <button 2 submit>Continue')],
		["Submit the return", pageOf('<form>\n <input 1 "Name">\n <button 2 submit>Next')],
		["Open the quote list and flambé the quote", pageOf("<a 1>Quote list (0)")],
	])("nothing is guessed: %s", (query, page) => {
		expect(play(query, page, () => ({ page })).actions.map((action) => action.split("(")[0])).toEqual(["fail"]);
	});
});

test("a row's own button that is switched off is no reason to press another one", () => {
	const page = pageOf("### Hose\n<button 1 disabled>Add to cart\n### Can\n<button 2>Add to cart\n### Pot\n<button 3>Add to cart");
	const { actions, last } = play("Add the hose to the cart", page, () => ({ page, verdict: "failure" }));
	expect(actions.filter((action) => action.startsWith("click(2)") || action.startsWith("ask"))).toEqual([]);
	expect(last.failure?.message).toContain("“Add to cart” is switched off");
});

test("a key that shows no effect is pressed once", () => {
	const page = pageOf('<search 1 "Search" value="x" focused>');
	const { actions, last } = play("Press Enter", page, () => ({ page, verdict: "failure" }));
	expect([actions.slice(0, -1), last.failure?.category]).toEqual([['press("Enter")'], "stuck"]);
});
