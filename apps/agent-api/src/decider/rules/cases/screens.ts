import { pageOf, play } from "./play.ts";

/** The actions of a task on a page that takes what is done, without the words of a refusal. */
export function acts(query: string, body: string): readonly string[] {
	const page = pageOf(body);
	return play(query, page, () => ({ page })).actions.map((action) => (action.startsWith("fail") ? "fail" : action));
}

/** A form with the same fields twice. */
export const addresses =
	'# Checkout\n<form>\n <fieldset "Shipping address">\n  <input 3 "Full name" required>\n  <input 4 "Street">\n  <input 5 "City">\n  <select 6 "Country" value="Choose…" options="Choose…*|Germany|France|Austria">\n <fieldset "Billing address">\n  <checkbox 8 "Same as shipping" checked>\n  <input 9 "Street">\n  <input 10 "City">';

const people = [
	["Anna Schmidt", "Alpha GmbH"],
	["Bob Miller", "Beta Inc"],
	["David Miller", "Delta Ltd"],
].map(
	([name, company], row) =>
		`| <checkbox ${14 + 5 * row} "Select ${name}"></> | <a ${15 + 5 * row} #c${row}>${name}</> | ${company} | €${row + 1},000 | <button ${16 + 5 * row}>Edit</> <button ${17 + 5 * row}>Email</> <button ${18 + 5 * row}>Delete`,
);
/** A table of customers. */
export const crm = `# Customers\n| <checkbox 10 "Select all"></> | <button 11>Name</> | <button 12>Company</> | <button 13>Revenue</> | Actions\n${people.join("\n")}`;
