import type { SavePage } from "../page.ts";
import { factsOf, fieldOf, pageOf, sent, shown, tableOf } from "../page.ts";

/** One page of settings, which saves without a new document. */
const settings: SavePage = {
	name: "settings",
	isHeldOut: true,
	start: "/settings",
	first: new Map([
		["main", { motto: "Fine things", fee: "3.20", contact: "Ada", status: "Active" }],
		["test", { motto: "Try it", fee: "1.10", contact: "Ben", status: "Active" }],
	]),
	fields: { amount: "fee", text: "motto", other: "contact", neighbour: "test" },
	answer: (asked, { records, save }) => {
		if (asked.path === "/save") {
			save("main", sent(asked));
			return { to: "/settings" };
		}
		if (asked.path !== "/settings") return undefined;
		const main = records().get("main") ?? {};
		const fields = [
			fieldOf("Motto", "motto", main["motto"]),
			fieldOf("Delivery fee", "fee", main["fee"]),
			fieldOf("Contact", "contact", main["contact"]),
		];
		const copies = [...records().keys()].filter((id) => id !== "test").length;
		const facts = factsOf([
			["Status", shown(main, "status")],
			["Sets of settings", String(copies)],
		]);
		const script = `document.getElementById("store").onclick=()=>{const {motto,fee,contact}=document.forms[0];
post("/save",{motto:motto.value,fee:fee.value,contact:contact.value}).then(()=>say("Settings saved"))}`;
		return pageOf(
			"Shop settings",
			`${facts}<form onsubmit="return false">${fields.join("")}<button id="store">Save settings</button></form>`,
			script,
		);
	},
	hands: async (tab, { check }) => {
		await tab.getByLabel("Motto").fill("Better things");
		await tab.getByLabel("Delivery fee").fill("4.40");
		await tab.getByRole("button", { name: "Save settings" }).click();
		await tab.getByText("Settings saved").waitFor();
		await tab.reload();
		await check(tab.getByLabel("Motto"));
		await check(tab.getByLabel("Delivery fee"));
		await check(tab.locator("dd").first());
	},
	given: ({ amount, text }) => ({ Motto: text, "Delivery fee": amount }),
};

const parts = [
	["41", "Hinge, brass", "2.10", "Shelf A", "Active"],
	["42", "Hinge, steel", "1.40", "Shelf B", "Active"],
	["43", "Lock, steel", "9.80", "Shelf C", "Active"],
] as const;

/** A search, its result, the record and its form. */
const search: SavePage = {
	name: "search, open, edit",
	isHeldOut: true,
	start: "/parts",
	first: new Map(parts.map(([id, name, price, place, status]) => [id, { name, price, place, supplier: "Metalworks", status }])),
	fields: { amount: "price", text: "place", other: "supplier", neighbour: "42" },
	answer: (asked, { records, save }) => {
		const [, id = "", deed = ""] = /^\/parts\/(\d+)(\/edit)?$/.exec(asked.path) ?? [];
		const part = records().get(id);
		if (asked.method === "POST") {
			save(id, sent(asked));
			return { to: `/parts/${id}?saved` };
		}
		if (asked.path === "/parts") {
			const wanted = asked.query.get("q") ?? "";
			const found = [...records()].filter(([, { name = "" }]) => wanted !== "" && name.toLowerCase().includes(wanted.toLowerCase()));
			const hits = found.map(([key, fields]) => `<li><a href="/parts/${key}">${shown(fields, "name")}</a></li>`).join("");
			return pageOf(
				"Parts",
				`<form role="search">${fieldOf("Find a part", "q", wanted, "search")}<button>Find</button></form><ul>${hits}</ul>`,
			);
		}
		if (part === undefined) return undefined;
		if (deed === "")
			return pageOf(
				part["name"] ?? "",
				`${factsOf([
					["Price", `${shown(part, "price")} €`],
					["Place", shown(part, "place")],
					["Supplier", shown(part, "supplier")],
					["Status", shown(part, "status")],
				])}<a href="/parts/${id}/edit">Edit</a>`,
			);
		return pageOf(
			`Edit ${part["name"]}`,
			`<form method="post" action="/parts/${id}">${fieldOf("Price", "price", part["price"])}${fieldOf("Place", "place", part["place"])}${fieldOf("Supplier", "supplier", part["supplier"])}<button>Save part</button></form>`,
		);
	},
	hands: async (tab, { check, look }) => {
		await tab.getByLabel("Find a part").fill("Lock, steel");
		await tab.getByRole("button", { name: "Find" }).click();
		await look();
		await tab.getByRole("link", { name: "Lock, steel" }).click();
		await look();
		await tab.getByRole("link", { name: "Edit" }).click();
		await look();
		await tab.getByLabel("Price").fill("10.30");
		await tab.getByLabel("Place").fill("Shelf D by the door");
		await tab.getByRole("button", { name: "Save part" }).click();
		await tab.waitForURL("**/parts/43?saved");
		await check(tab.locator("dd").nth(0));
		await check(tab.locator("dd").nth(1));
		await check(tab.locator("dd").nth(3));
	},
	given: ({ amount, text }) => ({ "Find a part": "Lock, steel", Price: amount, Place: text }),
};

/** A list that each save makes longer. */
const entries: SavePage = {
	name: "entries",
	isHeldOut: true,
	start: "/expenses",
	first: new Map([
		["1", { text: "Train to Bern", cost: "64.00", project: "North", status: "Active" }],
		["2", { text: "Lunch with Globex", cost: "31.50", project: "South", status: "Active" }],
	]),
	fields: { amount: "cost", text: "text", other: "project", neighbour: "2" },
	answer: (asked, { records, save, nextId }) => {
		if (asked.path !== "/expenses") return undefined;
		if (asked.method === "POST") {
			save(nextId(), sent(asked));
			return { to: "/expenses?saved" };
		}
		const rows = [...records().values()]
			.toReversed()
			.map((one) => [shown(one, "text"), `€ ${shown(one, "cost")}`, shown(one, "project"), shown(one, "status")]);
		const form = `<form method="post" action="/expenses">${fieldOf("What for", "text")}${fieldOf("Cost", "cost")}${fieldOf("Project", "project")}<button>Add expense</button></form>`;
		return pageOf("Expenses", form + tableOf(["Expense", "Amount", "For project", "State"], rows));
	},
	hands: async (tab, { check }) => {
		await tab.getByLabel("What for").fill("Taxi to the airport");
		await tab.getByLabel("Cost").fill("42.80");
		await tab.getByLabel("Project", { exact: true }).fill("North");
		await tab.getByRole("button", { name: "Add expense" }).click();
		await tab.getByText("Taxi to the airport").waitFor();
		const row = tab.locator("tr", { hasText: "Taxi to the airport" });
		for (const at of [1, 2, 3]) await check(row.locator("td").nth(at));
	},
	given: ({ amount, text }) => ({ "What for": text, Cost: amount, Project: "South" }),
};

/** Pages that no rule of the product is made by. */
export const heldOutPages: readonly SavePage[] = [settings, search, entries];
