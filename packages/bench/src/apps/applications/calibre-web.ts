import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { State } from "../../real-model/site/state.ts";
import { fill, press } from "../scripted/moves.ts";
import type { Application } from "./application.ts";

/** Calibre-Web, a library of books: covers that are links, forms of many fields, fields that complete what is typed. */
export const calibreWeb: Application = {
	name: "Calibre-Web",
	program: "calibre-web-site.py",
	lock: "calibreweb",
	ready: "/login",
	signIn: async (tab, url) => {
		await tab.goto(`${url}/login`);
		await tab.locator("[name=username]").fill("admin");
		await tab.locator("[name=password]").fill("admin123");
		await tab.locator("[name=submit]").click();
		await tab.locator("#logout").waitFor();
	},
	read,
	orders: [
		{
			name: "change author",
			kind: "literal",
			says: 'Enter "Jane Austen & Fay Weldon" into "Author" and press "Save"',
			start: "/admin/book/2",
			beside: "a field that completes what is typed; twelve other fields",
			wanted: { "book Persuasion": "Jane Austen, Fay Weldon; tags ; series " },
			moves: [fill("Author", "Jane Austen & Fay Weldon"), press("Save")],
		},
		{
			name: "add tag",
			kind: "plain",
			says: 'Give the book "Emma" the tag "Classic"',
			start: "/",
			beside: "the book “Emma and I”",
			wanted: { "book Emma": "Jane Austen; tags Classic; series " },
			moves: [press("Emma"), press("Edit Metadata"), fill("Tags", "Classic"), press("Save")],
		},
		{
			name: "create shelf",
			kind: "literal",
			says: 'Enter "Summer" into "Title" and press "Save"',
			start: "/shelf/create",
			beside: "a search field at the top",
			wanted: { "shelf Summer": "1 ×" },
			moves: [fill("Title", "Summer"), press("Save")],
		},
		{
			name: "shelf that exists",
			kind: "impossible",
			says: 'Enter "To read" into "Title" and press "Save"',
			start: "/shelf/create",
			beside: "a shelf of this name exists",
			moves: [fill("Title", "To read"), press("Save")],
		},
		{
			name: "user that exists",
			kind: "impossible",
			says: 'Enter "admin" into "Username", enter "second@example.org" into "Email", enter "Long-secret-77" into "Password" and press "Save"',
			start: "/admin/user/new",
			beside: "a user of this name exists",
			moves: [fill("Username", "admin"), fill("Email", "second@example.org"), fill("Password", "Long-secret-77"), press("Save")],
		},
	],
	list: {
		start: "/shelf/create",
		fields: ["title"],
		rows: ["Spring", "Autumn", "Winter", "Holiday", "Weekend"].map((title) => ({ title })),
		order: ({ title }) => `Enter "${title}" into "Title" and press "Save"`,
		says: 'Create the shelves "Spring", "Autumn", "Winter", "Holiday" and "Weekend"',
		moves: ({ title = "" }) => [fill("Title", title), press("Save")],
		again: [press("Create a Shelf")],
		wanted: ({ title }) => [`shelf ${title}`, "1 ×"],
	},
};

const namesOf = (table: string, link: string, key: string) =>
	`(select coalesce(group_concat(replace(name, '|', ','), ', '), '') from ${table} join ${link} on ${table}.id = ${link}.${key} where ${link}.book = books.id)`;

function read(data: string): State {
	const state: Record<string, string> = {};
	const ask = (file: string, query: string, add: (row: Readonly<Record<string, unknown>>) => void) => {
		const database = new DatabaseSync(file, { readOnly: true });
		try {
			for (const row of database.prepare(query).all()) add(row);
		} finally {
			database.close();
		}
	};
	const authors = namesOf("authors", "books_authors_link", "author");
	const tags = namesOf("tags", "books_tags_link", "tag");
	const series = namesOf("series", "books_series_link", "series");
	ask(
		join(data, "library", "metadata.db"),
		`select title, ${authors} as authors, ${tags} as tags, ${series} as series from books order by id`,
		(row) => {
			state[`book ${row["title"]}`] = `${row["authors"]}; tags ${row["tags"]}; series ${row["series"]}`;
		},
	);
	ask(join(data, "app.db"), "select name, count(*) as count from shelf group by name", ({ name, count }) => {
		state[`shelf ${name}`] = `${count} ×`;
	});
	ask(join(data, "app.db"), "select name, email from user", ({ name, email }) => {
		state[`user ${name}`] = String(email ?? "");
	});
	return state;
}
