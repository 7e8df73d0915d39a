import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "../../real-model/site/state.ts";
import { fill, press } from "../scripted/moves.ts";
import type { Application } from "./application.ts";

const journal = "/household/journal/";
const dialog = `${journal}#add-transaction`;

/** Fava, the pages of a Beancount ledger: one page that a script draws, with a dialog and fields that complete what is typed. */
export const fava: Application = {
	name: "Fava",
	program: "fava-site.py",
	lock: "fava",
	ready: journal,
	read,
	orders: [
		{
			name: "add note",
			kind: "literal",
			says: 'Click "Note", enter "Assets:Checking" into "Account", enter "Ask the bank" into "Comment" and press "Save"',
			start: dialog,
			beside: "a field that offers other accounts while one types",
			wanted: { 'note Assets:Checking "Ask the bank"': "" },
			moves: [press("Note"), fill("Account", "Assets:Checking"), fill("Comment", "Ask the bank"), press("Save")],
		},
		{
			name: "add balance",
			kind: "literal",
			says: 'Click "Balance", enter "Assets:Cash" into "Account", enter "100.00" into "Number", enter "USD" into "Currency" and press "Save"',
			start: dialog,
			beside: "“Net Profit” and other buttons behind the dialog",
			wanted: { "balance Assets:Cash 100.00 USD": "" },
			moves: [press("Balance"), fill("Account", "Assets:Cash"), fill("Number", "100.00"), fill("Currency", "USD"), press("Save")],
		},
		{
			name: "add transaction",
			kind: "plain",
			says: 'Add a transaction of 12.50 USD from Assets:Cash to Expenses:Food with the payee "Bakery" and the narration "Rolls"',
			start: journal,
			beside: "a payee whose last transaction fills the form with other accounts; Expenses:Food:Out",
			wanted: { '* "Bakery" "Rolls"': "Assets:Cash, Expenses:Food 12.50 USD" },
			moves: [
				press("+"),
				fill("Payee", "Bakery"),
				fill("Narration", "Rolls"),
				fill("Account", "Expenses:Food"),
				fill("Amount", "12.50 USD"),
				{ ...fill("Account", "Assets:Cash"), nth: 2 },
				press("Save"),
			],
		},
		{
			name: "note without an account",
			kind: "impossible",
			says: 'Click "Note", enter "Call the bank" into "Comment" and press "Save"',
			start: dialog,
			beside: "the form refuses a note without an account, in a bubble of the browser",
			moves: [press("Note"), fill("Comment", "Call the bank"), press("Save")],
		},
		{
			name: "ledger that is read only",
			kind: "impossible",
			says: 'Click "Note", enter "Assets:Checking" into "Account", enter "Ask again" into "Comment" and press "Save"',
			start: dialog,
			mode: ["--read-only"],
			beside: "the server refuses to write, and says so in a notification that goes away",
			moves: [press("Note"), fill("Account", "Assets:Checking"), fill("Comment", "Ask again"), press("Save")],
		},
	],
	list: {
		start: dialog,
		fields: ["account", "comment"],
		rows: ["Assets:Cash", "Assets:Checking", "Expenses:Food", "Expenses:Food:Out", "Equity:Opening"].map((account, index) => ({
			account,
			comment: `Checked by row ${index + 1}`,
		})),
		order: ({ account, comment }) => `Click "Note", enter "${account}" into "Account", enter "${comment}" into "Comment" and press "Save"`,
		says: 'Add a note to each account: "Checked by row 1" to Assets:Cash, "Checked by row 2" to Assets:Checking, "Checked by row 3" to Expenses:Food, "Checked by row 4" to Expenses:Food:Out, "Checked by row 5" to Equity:Opening',
		moves: ({ account = "", comment = "" }) => [press("Note"), fill("Account", account), fill("Comment", comment), press("Save")],
		again: [press("+")],
		wanted: ({ account, comment }) => [`note ${account} "${comment}"`, ""],
	},
};

/** The directives of the ledger without their dates; postings in their order by name. */
function read(data: string): State {
	const directives: { readonly head: string; readonly postings: string[] }[] = [];
	for (const line of readFileSync(join(data, "ledger.beancount"), "utf8").split("\n")) {
		const head = /^\d{4}-\d\d-\d\d (.+)$/.exec(line)?.[1];
		if (head !== undefined) directives.push({ head: head.replace(/\s+/g, " "), postings: [] });
		else if (/^\s+\S/.test(line)) directives.at(-1)?.postings.push(line.trim().replace(/\s+/g, " "));
	}
	const state: Record<string, string> = {};
	for (const { head, postings } of directives) {
		const value = postings.toSorted().join(", ");
		state[head] = state[head] === undefined ? value : `${state[head]}; again ${value}`;
	}
	return state;
}
