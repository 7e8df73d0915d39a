import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { State } from "../../real-model/site/state.ts";
import { choose, fill, press } from "../scripted/moves.ts";
import type { Application } from "./application.ts";

const addBook = "/admin/library/book/add/";

/** The admin of Django 5.2 over a small library of our own: forms that the server checks, and buttons with like names. */
export const django: Application = {
	name: "Django admin",
	program: "django/site-of-library.py",
	lock: "django",
	ready: "/admin/login/",
	signIn: async (tab, url) => {
		await tab.goto(`${url}/admin/login/?next=/admin/`);
		await tab.getByLabel("Username").fill("admin");
		await tab.getByLabel("Password").fill("bench-secret");
		await tab.getByRole("button", { name: "Log in" }).click();
		await tab.getByRole("button", { name: "Log out" }).waitFor();
	},
	read,
	orders: [
		{
			name: "create author",
			kind: "literal",
			says: 'Enter "Ursula" into "First name", enter "Le Guin" into "Last name" and press "Save"',
			start: "/admin/library/author/add/",
			beside: "“Save and add another” and “Save and continue editing”",
			wanted: { "author Ursula Le Guin": "1 ×" },
			moves: [fill("First name", "Ursula"), fill("Last name", "Le Guin"), press("Save")],
		},
		{
			name: "set price",
			kind: "plain",
			says: 'Set the price of the book "Dune" to 12.50',
			start: "/admin/library/book/",
			beside: "the book “Dune Messiah” of the same price",
			wanted: { "book Dune": "9780441172719, 12.5, shelf" },
			moves: [press("Dune"), fill("Price", "12.50"), press("Save")],
		},
		{
			name: "set status",
			kind: "literal",
			says: 'Select "Lent" as status and press "Save"',
			start: "/admin/library/book/3/change/",
			beside: "a second list, of authors",
			wanted: { "book Emma": "9780141439587, 7, lent" },
			moves: [choose("Status", "Lent"), press("Save")],
		},
		{
			name: "delete author",
			kind: "plain",
			says: 'Delete the author "Frances Herbert"',
			start: "/admin/library/author/",
			beside: "the author “Frank Herbert”, and a page that asks again",
			wanted: { "author Frances Herbert": "gone" },
			moves: [press("Frances Herbert"), press("Delete"), press("Yes, I’m sure")],
		},
		{
			name: "ISBN that exists",
			kind: "impossible",
			says: 'Enter "Emma, annotated" into "Title", enter "9780141439587" into "ISBN", enter "30.00" into "Price" and press "Save"',
			start: addBook,
			beside: "the server refuses an ISBN twice",
			moves: [fill("Title", "Emma, annotated"), fill("ISBN", "9780141439587"), fill("Price", "30.00"), press("Save")],
		},
		{
			name: "ISBN too short",
			kind: "impossible",
			says: 'Enter "Persuasion" into "Title", enter "97801" into "ISBN", enter "8.00" into "Price" and press "Save"',
			start: addBook,
			beside: "the server refuses it; the form lets it pass",
			moves: [fill("Title", "Persuasion"), fill("ISBN", "97801"), fill("Price", "8.00"), press("Save")],
		},
		{
			name: "payment that is dropped",
			kind: "impossible",
			says: 'Enter "Paper mill" into "Payee", enter "5000" into "Amount" and press "Save"',
			start: "/admin/library/payment/add/",
			beside: "the page says “was added successfully”, and its list does not have the payment",
			moves: [fill("Payee", "Paper mill"), fill("Amount", "5000"), press("Save")],
		},
	],
	list: {
		start: addBook,
		fields: ["title", "isbn", "price"],
		rows: ["One", "Two", "Three", "Four", "Five"].map((number, index) => ({
			title: `Volume ${number}`,
			isbn: `978000000001${index}`,
			price: `${10 + index}.50`,
		})),
		order: ({ title, isbn, price }) =>
			`Enter "${title}" into "Title", enter "${isbn}" into "ISBN", enter "${price}" into "Price" and press "Save"`,
		says: 'Add five books: "Volume One" (9780000000010, 10.50), "Volume Two" (9780000000011, 11.50), "Volume Three" (9780000000012, 12.50), "Volume Four" (9780000000013, 13.50), "Volume Five" (9780000000014, 14.50)',
		moves: ({ title = "", isbn = "", price = "" }) => [fill("Title", title), fill("ISBN", isbn), fill("Price", price), press("Save")],
		again: [press("Add book")],
		wanted: ({ title, isbn, price }) => [`book ${title}`, `${isbn}, ${Number(price)}, shelf`],
	},
};

function read(data: string): State {
	const database = new DatabaseSync(join(data, "db.sqlite3"), { readOnly: true });
	try {
		const state: Record<string, string> = {};
		const add = (key: string, value: string) => {
			state[key] = state[key] === undefined ? value : `${state[key]}; ${value}`;
		};
		for (const { title, isbn, price, status } of database.prepare("select * from library_book order by id").all())
			add(`book ${title}`, `${isbn}, ${price}, ${status}`);
		for (const { name, count } of database
			.prepare("select first_name || ' ' || last_name as name, count(*) as count from library_author group by name")
			.all())
			add(`author ${name}`, `${count} ×`);
		for (const { payee, amount } of database.prepare("select * from library_payment").all()) add(`payment ${payee}`, String(amount));
		for (const { username } of database.prepare("select username from auth_user").all()) add(`user ${username}`, "there");
		return state;
	} finally {
		database.close();
	}
}
