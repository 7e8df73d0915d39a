import { startDemoSite } from "@webhand/testing/demo-site/site";
import { escaped, servePages } from "../serve.ts";

/** The values of a row, or what was saved of one, by field. */
export type Values = Readonly<Record<string, string>>;

/** An application on a free port whose server says what it saved. `key` is the field that tells records apart. */
export type Application = {
	readonly name: string;
	readonly key: string;
	/** Where a row begins. */
	readonly start: string;
	/** The task of one row, which the rules understand. */
	readonly order: (values: Values) => string;
	readonly rowAt: (index: number) => Values;
	/** Fields that the page behind the commit shows, in the row of `key` where it is a table. */
	readonly shows: readonly string[];
	readonly isTable?: true;
	/** Everything that was saved, in order: a record that was saved twice is there twice. */
	readonly saved: () => readonly Values[];
	readonly close: () => Promise<void>;
};

const number = (index: number) => String(index + 1).padStart(3, "0");
const people = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Mary Jackson", "Edsger Dijkstra", "Barbara Liskov", "Ken Thompson"];
const personOf = (index: number) => people[index % people.length] ?? "";
const dateOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

/** The demo shop: a support request in place, with thanks and no record to look at. */
export async function openShop(): Promise<Application> {
	const shop = await startDemoSite();
	return {
		name: "demo shop",
		key: "message",
		start: `${shop.url}/support`,
		order: ({ name, email, topic, bought, reply, message }) =>
			`Enter "${name}" into the your name field, enter "${email}" into the email field, select "${topic}" as topic, ` +
			`enter "${bought}" into "Date of purchase", choose "${reply}", enter "${message}" into the message field and press "Send message"`,
		rowAt: (index) => ({
			name: personOf(index),
			email: `customer${number(index)}@example.com`,
			topic: ["Return", "Repair", "Something else"][index % 3] ?? "",
			bought: dateOf(index),
			reply: ["Email", "Phone"][index % 2] ?? "",
			message: `The lid of kettle ${number(index)} is loose`,
		}),
		shows: [],
		saved: () => [...shop.visitors.values()].flatMap(({ supportRequests }) => supportRequests),
		close: shop.close,
	};
}

/** Expenses: a form of eight fields that makes a record with a page of its own. */
export async function openExpenses(): Promise<Application> {
	const saved: Values[] = [];
	const fields = ["Number", "Employee", "Email", "Date", "Amount", "Cost centre"] as const;
	const site = await servePages(({ method, path, form }) => {
		if (method === "POST") return { to: `/expenses/${saved.push(Object.fromEntries(form)) - 1}` };
		const record = saved[Number(/^\/expenses\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)];
		if (record !== undefined)
			return page(
				`Expense ${record["Number"]}`,
				`<dl>${Object.entries(record)
					.map(([label, value]) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`)
					.join("")}</dl><a href="/">New expense</a>`,
			);
		return page(
			"New expense",
			`<form method="post" action="/expenses" aria-label="Expense">${fields.map((label) => input(label)).join("")}
<p><label>Category <select name="Category">${["Other", "Travel", "Food", "Books"].map((each) => `<option>${each}</option>`).join("")}</select></label></p>
<p><label>Note <textarea name="Note"></textarea></label></p><button>Save expense</button></form>`,
		);
	});
	return {
		name: "expenses",
		key: "Number",
		start: `${site.url}/`,
		order: (values) =>
			`${[...fields.map((label) => `enter "${values[label]}" into "${label}"`)].join(", ")}, select "${values["Category"]}" as category, enter "${values["Note"]}" into the note field and press "Save expense"`,
		rowAt: (index) => ({
			Number: `2026-${number(index)}`,
			Employee: personOf(index),
			Email: `employee${number(index)}@example.com`,
			Date: dateOf(index),
			Amount: `${10 + index}.50`,
			"Cost centre": `C${number(index % 40)}`,
			Category: ["Travel", "Food", "Books"][index % 3] ?? "",
			Note: `Receipt ${number(index)} is in the folder`,
		}),
		shows: ["Number", "Employee", "Amount"],
		saved: () => saved,
		close: site.close,
	};
}

const items = 150;

/** Stock: a table of many items; each is changed behind the link in its row, and the table shows it then. */
export async function openStock(): Promise<Application> {
	const saved: Values[] = [];
	const stock = new Map(Array.from({ length: items }, (_, index) => [`Item ${number(index)}`, { Quantity: "0", Shelf: "none" }]));
	const site = await servePages(({ method, path, form }) => {
		const item = decodeURIComponent(path.slice(1));
		const known = stock.get(item);
		if (method === "POST" && known !== undefined) {
			const change = { Quantity: form.get("Quantity") ?? "", Shelf: form.get("Shelf") ?? "" };
			stock.set(item, change);
			saved.push({ Item: item, ...change });
			return { to: "/" };
		}
		if (known !== undefined)
			return page(
				item,
				`<form method="post" aria-label="Stock">${input("Quantity", known.Quantity)}${input("Shelf", known.Shelf)}<button>Save</button></form>`,
			);
		const rows = [...stock].map(
			([name, { Quantity, Shelf }]) =>
				`<tr><th scope="row">${name}</th><td>${Quantity}</td><td>${escaped(Shelf)}</td><td><a href="/${encodeURIComponent(name)}">Edit</a></td></tr>`,
		);
		const head = "<thead><tr><th>Item</th><th>Quantity</th><th>Shelf</th><th></th></tr></thead>";
		return page("Stock", `<table>${head}<tbody>${rows.join("")}</tbody></table>`);
	});
	return {
		name: "stock",
		key: "Item",
		start: `${site.url}/`,
		order: ({ Item, Quantity, Shelf }) =>
			`Click Edit in the row of "${Item}", enter "${Quantity}" into the quantity field, enter "${Shelf}" into the shelf field and press "Save"`,
		rowAt: (index) => ({ Item: `Item ${number(index)}`, Quantity: String(1_000 + index), Shelf: `Hall ${number(index % 9)}` }),
		shows: ["Quantity", "Shelf"],
		isTable: true,
		saved: () => saved,
		close: site.close,
	};
}

const input = (label: string, value = "") => `<p><label>${label} <input name="${label}" value="${escaped(value)}"></label></p>`;
const page = (title: string, body: string) => ({
	html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
});
