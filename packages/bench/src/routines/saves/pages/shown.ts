import type { SavePage } from "../page.ts";
import { factsOf, fieldOf, pageOf, sent, shown, tableOf } from "../page.ts";

/** A form that makes a record, shown in a table behind it. */
const form: SavePage = {
	name: "form",
	isHeldOut: false,
	start: "/contracts/new",
	first: new Map([
		["1", { party: "Initech", price: "12.00", city: "Bern", status: "Active" }],
		["2", { party: "Umbrella", price: "80.00", city: "Rome", status: "Active" }],
	]),
	fields: { amount: "price", text: "party", other: "city", neighbour: "2" },
	answer: (asked, { records, save, nextId }) => {
		if (asked.method === "POST") {
			save(nextId(), sent(asked));
			return { to: "/contracts?saved" };
		}
		if (asked.path === "/contracts/new")
			return pageOf(
				"New contract",
				`<form method="post" action="/contracts">${fieldOf("Party", "party")}${fieldOf("Price", "price", "", "number")}${fieldOf("City", "city")}<button>Save contract</button></form>`,
			);
		if (asked.path !== "/contracts") return undefined;
		const rows = [...records().values()].map((one) => [
			shown(one, "party"),
			`${shown(one, "price")} €`,
			shown(one, "city"),
			shown(one, "status"),
		]);
		return pageOf("Contracts", tableOf(["Party", "Price", "City", "Status"], rows));
	},
	hands: async (tab, { check }) => {
		await tab.getByLabel("Party").fill("Stark of Winterfell");
		await tab.getByLabel("Price").fill("64.25");
		await tab.getByLabel("City").fill("Oslo");
		await tab.getByRole("button", { name: "Save contract" }).click();
		const row = tab.locator("tr", { hasText: "Stark of Winterfell" });
		await row.waitFor();
		for (const at of [1, 2, 3]) await check(row.locator("td").nth(at));
	},
	given: ({ amount, text }) => ({ Party: text, Price: amount, City: "Turin" }),
};

/** A record with a form of its own; it is looked at again in the list of all. */
const detail: SavePage = {
	name: "detail page",
	isHeldOut: false,
	start: "/orders/7/edit",
	first: new Map(
		["6", "7", "8"].map((id) => [id, { number: `ORD-${id}`, total: `${id}0.00`, note: "as agreed", contact: "Ada", status: "Active" }]),
	),
	fields: { amount: "total", text: "note", other: "contact", neighbour: "8" },
	answer: (asked, { records, save }) => {
		const order = records().get("7") ?? {};
		if (asked.method === "POST") {
			save("7", sent(asked));
			return { to: "/orders/7?saved" };
		}
		if (asked.path === "/orders/7/edit")
			return pageOf(
				"Edit order ORD-7",
				`<form method="post" action="/orders/7">${fieldOf("Total", "total", order["total"])}${fieldOf("Note", "note", order["note"])}${fieldOf("Contact", "contact", order["contact"])}<button>Save order</button></form>`,
			);
		if (asked.path === "/orders/7")
			return pageOf(
				"Order ORD-7",
				`${factsOf([
					["Total", shown(order, "total")],
					["Note", shown(order, "note")],
				])}<a href="/orders">All orders</a>`,
			);
		if (asked.path !== "/orders") return undefined;
		const rows = [...records().values()].map((one) => ["number", "total", "note", "contact", "status"].map((name) => shown(one, name)));
		return pageOf("Orders", tableOf(["Order", "Total", "Note", "Contact", "Status"], rows));
	},
	hands: async (tab, { check, look }) => {
		await tab.getByLabel("Total").fill("71.35");
		await tab.getByLabel("Note").fill("by the end of May");
		await tab.getByRole("button", { name: "Save order" }).click();
		await look();
		await tab.getByRole("link", { name: "All orders" }).click();
		await tab.waitForURL("**/orders");
		const row = tab.locator("tr", { hasText: "ORD-7" });
		for (const at of [1, 2, 4]) await check(row.locator("td").nth(at));
	},
	given: ({ amount, text }) => ({ Total: amount, Note: text }),
};

/** A table whose rows are edited where they stand, without a new document. */
const inline: SavePage = {
	name: "inline edit",
	isHeldOut: false,
	start: "/stock",
	first: new Map(
		["Chair", "Desk", "Lamp", "Shelf"].map((name, at) => [
			name,
			{ name, count: `${at + 2}.5`, place: `Hall ${at + 1}`, buyer: "Ben", status: "Active" },
		]),
	),
	fields: { amount: "count", text: "place", other: "buyer", neighbour: "Lamp" },
	answer: (asked, { records, save }) => {
		if (asked.method === "POST") {
			const { name = "", ...fields } = sent(asked);
			save(name, fields);
			return { to: "/stock" };
		}
		if (asked.path !== "/stock") return undefined;
		const rows = [...records().values()].map((one) => [
			shown(one, "name"),
			`<input aria-label="Weight" value="${shown(one, "count")}">`,
			`<input aria-label="Place" value="${shown(one, "place")}">`,
			shown(one, "buyer"),
			shown(one, "status"),
			`<button data-name="${shown(one, "name")}">Save</button>`,
		]);
		const script = `document.addEventListener("click",({target})=>{const {name}=target.dataset;if(!name)return;const [count,place]=target.closest("tr").querySelectorAll("input");
post("/stock",{name,count:count.value,place:place.value}).then(()=>say(name+" saved"))});`;
		return pageOf("Stock", tableOf(["Article", "Weight", "Place", "Buyer", "Status", ""], rows), script);
	},
	hands: async (tab, { check }) => {
		const row = tab.locator("tr", { hasText: "Desk" });
		await row.getByLabel("Weight").fill("7.25");
		await row.getByLabel("Place").fill("Hall 9 behind the door");
		await row.getByRole("button", { name: "Save" }).click();
		await tab.getByText("Desk saved").waitFor();
		await check(row.getByLabel("Weight"));
		await check(row.getByLabel("Place"));
		await check(row.locator("td").nth(4));
	},
	given: ({ amount, text }) => ({ Weight: amount, Place: text }),
};

/** A list whose items are edited in a dialog; the page shows what was typed at once. */
const dialog: SavePage = {
	name: "dialog",
	isHeldOut: false,
	start: "/rooms",
	first: new Map(
		["Aare", "Rhine", "Rhone"].map((name) => [name, { name, rate: "90.00", view: "of the yard", floor: "2", status: "Active" }]),
	),
	fields: { amount: "rate", text: "view", other: "floor", neighbour: "Rhone" },
	answer: (asked, { records, save }) => {
		if (asked.method === "POST") {
			const { name = "", ...fields } = sent(asked);
			save(name, fields);
			return { to: "/rooms" };
		}
		if (asked.path !== "/rooms") return undefined;
		const items = [...records().values()].map((one) => {
			const facts = [
				`<p>Rate: <span>${shown(one, "rate")} €</span></p>`,
				`<p>View: <span>${shown(one, "view")}</span></p>`,
				`<p>Floor: ${shown(one, "floor")}</p>`,
				`<p>Status: <span>${shown(one, "status")}</span></p>`,
			];
			return `<li data-room="${shown(one, "name")}"><h3>${shown(one, "name")}</h3>${facts.join("")}<button data-edit="${shown(one, "name")}">Edit</button></li>`;
		});
		const box = `<dialog aria-label="Edit room"><form onsubmit="return false">${fieldOf("Rate", "rate")}${fieldOf("View", "view")}<button id="store">Save room</button></form></dialog>`;
		const script = `let room;const box=document.querySelector("dialog");const {rate,view}=document.forms[0];
document.addEventListener("click",({target})=>{if(!target.dataset.edit)return;room=target.dataset.edit;box.showModal()});
document.getElementById("store").onclick=()=>post("/rooms",{name:room,rate:rate.value,view:view.value}).then(()=>{
const [r,v]=document.querySelector("[data-room='"+room+"']").querySelectorAll("span");r.textContent=rate.value+" €";v.textContent=view.value;box.close();say("Room saved")});`;
		return pageOf("Rooms", `<ul>${items.join("")}</ul>${box}`, script);
	},
	hands: async (tab, { check }) => {
		const item = tab.locator("[data-room=Rhine]");
		await item.getByRole("button", { name: "Edit" }).click();
		await tab.getByLabel("Rate").fill("95.15");
		await tab.getByLabel("View").fill("of the old town");
		await tab.getByRole("button", { name: "Save room" }).click();
		await tab.getByText("Room saved").waitFor();
		for (const at of [0, 1, 2]) await check(item.locator("span").nth(at));
	},
	given: ({ amount, text }) => ({ Rate: amount, View: text }),
};

/** Cards with a form each. */
const cards: SavePage = {
	name: "cards",
	isHeldOut: false,
	start: "/plants",
	first: new Map(
		["Fern", "Ivy", "Moss"].map((name) => [name, { name, water: "1.0", spot: "by the door", light: "low", status: "Active" }]),
	),
	fields: { amount: "water", text: "spot", other: "light", neighbour: "Moss" },
	answer: (asked, { records, save }) => {
		if (asked.method === "POST") {
			const { name = "", ...fields } = sent(asked);
			save(name, fields);
			return { to: "/plants?saved" };
		}
		if (asked.path !== "/plants") return undefined;
		const all = [...records().values()].map((one) => {
			const facts = factsOf([
				["Water", `${shown(one, "water")} l`],
				["Spot", shown(one, "spot")],
				["Light", shown(one, "light")],
				["Status", shown(one, "status")],
			]);
			const own = `<form method="post"><input type="hidden" name="name" value="${shown(one, "name")}">${fieldOf("New water", "water")}${fieldOf("New spot", "spot")}<button>Update</button></form>`;
			return `<article class="card" data-plant="${shown(one, "name")}"><h2>${shown(one, "name")}</h2>${facts}${own}</article>`;
		});
		return pageOf("Plants", all.join(""));
	},
	hands: async (tab, { check }) => {
		const card = tab.locator("[data-plant=Ivy]");
		await card.getByLabel("New water").fill("1.45");
		await card.getByLabel("New spot").fill("on the window sill");
		await card.getByRole("button", { name: "Update" }).click();
		await card.getByText("on the window sill").waitFor();
		for (const at of [0, 1, 3]) await check(card.locator("dd").nth(at));
	},
	given: ({ amount, text }) => ({ "New water": amount, "New spot": text }),
};

/** A record that is made in two steps, and its own page behind them. */
const wizard: SavePage = {
	name: "two steps",
	isHeldOut: false,
	start: "/bookings/new",
	first: new Map([
		["11", { guest: "Ada Byron", deposit: "20.00", room: "Aare", status: "Active" }],
		["12", { guest: "Ben Okri", deposit: "30.00", room: "Rhine", status: "Active" }],
	]),
	fields: { amount: "deposit", text: "guest", other: "room", neighbour: "12" },
	answer: (asked, { records, save, nextId }) => {
		const guest = asked.query.get("guest");
		if (asked.method === "POST") {
			save(nextId(), sent(asked));
			return { to: "/bookings?saved" };
		}
		if (asked.path === "/bookings/new" && guest === null)
			return pageOf("New booking", `<form>${fieldOf("Guest", "guest")}<button>Next</button></form>`);
		if (asked.path === "/bookings/new")
			return pageOf(
				"Booking, step 2",
				`<form method="post" action="/bookings"><input type="hidden" name="guest" value="${shown({ guest: guest ?? "" }, "guest")}">${fieldOf("Deposit", "deposit")}${fieldOf("Room", "room")}<button>Book</button></form>`,
			);
		if (asked.path !== "/bookings") return undefined;
		const items = [...records().values()].map(
			(one) =>
				`<li><b>${shown(one, "guest")}</b> <span>Deposit: ${shown(one, "deposit")} €</span> <span>Room: ${shown(one, "room")}</span> <span>Status: ${shown(one, "status")}</span></li>`,
		);
		return pageOf("Bookings", `<ul>${items.join("")}</ul>`);
	},
	hands: async (tab, { check, look }) => {
		await tab.getByLabel("Guest").fill("Carla Diaz of Lima");
		await tab.getByRole("button", { name: "Next" }).click();
		await look();
		await tab.getByLabel("Deposit").fill("44.65");
		await tab.getByLabel("Room").fill("Rhone");
		await tab.getByRole("button", { name: "Book" }).click();
		const item = tab.locator("li", { hasText: "Carla Diaz of Lima" });
		await item.waitFor();
		for (const at of [0, 1, 2]) await check(item.locator("span").nth(at));
	},
	given: ({ amount, text }) => ({ Guest: text, Deposit: amount, Room: "Aare" }),
};

/** Pages that may be looked at. */
export const shownPages: readonly SavePage[] = [form, detail, inline, dialog, cards, wizard];
