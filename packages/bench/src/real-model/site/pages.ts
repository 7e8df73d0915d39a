import type { State } from "./state.ts";

/** The five pages. */
export const sitePages = ["form", "list", "login", "table", "settings"] as const;
/** One of the five pages. */
export type SitePage = (typeof sitePages)[number];

type Source = { readonly title: string; readonly state: State; readonly body: (state: State) => string; readonly script?: string };

/** A control with `data-key` keeps its value as the state of that name; `save` keeps others. */
const keep = `let saved = Promise.resolve();
const post = (body) => fetch("/state" + location.pathname, { method: "POST", body: JSON.stringify(body), keepalive: true });
const save = (key, value) => (saved = saved.then(() => post({ [key]: value })));
const say = (text) => { document.getElementById("said").textContent = text; };
for (const event of ["input", "change"]) document.addEventListener(event, ({ target }) => {
	if (target.dataset.key !== undefined) save(target.dataset.key, target.type === "checkbox" ? target.checked : target.value);
});`;

const invoices = [
	["1001", "Initech", "120.00 €", "open"],
	["1002", "Umbrella", "75.50 €", "overdue"],
	["1003", "Globex", "310.00 €", "open"],
	["1004", "Hooli", "42.00 €", "open"],
	["1005", "Stark", "990.00 €", "overdue"],
	["1006", "Wayne", "18.90 €", "open"],
	["1007", "Acme", "88.20 €", "overdue"],
	["1008", "Wonka", "64.75 €", "open"],
] as const;

const stock = [
	["Chair", "59.00 €", "12"],
	["Desk", "240.00 €", "4"],
	["Lamp", "34.40 €", "2"],
	["Shelf", "89.00 €", "7"],
	["Rug", "129.90 €", "1"],
] as const;

const sources: Readonly<Record<SitePage, Source>> = {
	form: {
		title: "Contact",
		state: { name: "", email: "", topic: "Question", newsletter: false, message: "", sent: false },
		body: (state) => `<form>
<p><label>Name <input data-key="name" value="${text(state, "name")}"></label></p>
<p><label>Email <input data-key="email" type="email" value="${text(state, "email")}"></label></p>
<p><label>Topic <select data-key="topic">${options(["Question", "Complaint", "Praise"], text(state, "topic"))}</select></label></p>
<p><label>Message <textarea data-key="message">${text(state, "message")}</textarea></label></p>
<p><label><input data-key="newsletter" type="checkbox"${checked(state, "newsletter")}> Subscribe to the newsletter</label></p>
<button>Send</button></form>`,
		script: `document.querySelector("form").addEventListener("submit", (event) => {
	event.preventDefault();
	const value = (key) => document.querySelector("[data-key=" + key + "]").value;
	if (value("name") === "" || value("email") === "") return say("Enter your name and email.");
	save("sent", true);
	say("Thank you, " + value("name") + ". Your message is sent.");
});`,
	},
	list: {
		title: "Invoices",
		state: Object.fromEntries(invoices.map(([number]) => [`approved ${number}`, false])),
		body: (state) =>
			`<p><label>Filter invoices <input id="filter" type="search"></label></p><ul>${invoices
				.map(([number, customer, amount, status]) => {
					const end = state[`approved ${number}`] === true ? "Approved" : `<button data-number="${number}">Approve ${number}</button>`;
					return `<li>Invoice ${number} · ${customer} · ${amount} · ${status} <span>${end}</span></li>`;
				})
				.join("")}</ul>`,
		script: `document.getElementById("filter").addEventListener("input", ({ target }) => {
	for (const row of document.querySelectorAll("li")) row.hidden = !row.textContent.toLowerCase().includes(target.value.toLowerCase());
});
document.addEventListener("click", ({ target }) => {
	const { number } = target.dataset;
	if (number === undefined) return;
	save("approved " + number, true);
	target.parentElement.textContent = "Approved";
	say("Invoice " + number + " is approved.");
});`,
	},
	login: {
		title: "Sign in",
		state: { signedIn: false, keep: false, forgotten: false },
		body: (state) =>
			state["signedIn"] === true
				? `<p>Welcome back, Ada.</p><button id="out">Sign out</button>`
				: `<form><p><label>Email <input id="email" type="email" autocomplete="username"></label></p>
<p><label>Password <input id="password" type="password" autocomplete="current-password"></label></p>
<p><label><input data-key="keep" type="checkbox"${checked(state, "keep")}> Keep me signed in</label></p>
<button>Sign in</button> <button type="button" id="forgotten">Forgot your password?</button></form>`,
		script: `const value = (id) => document.getElementById(id).value;
document.querySelector("form")?.addEventListener("submit", async (event) => {
	event.preventDefault();
	if (value("email") !== "ada@example.com" || value("password") !== "lamp-2211") return say("Email and password do not belong together.");
	await save("signedIn", true);
	location.reload();
});
document.getElementById("out")?.addEventListener("click", async () => { await save("signedIn", false); location.reload(); });
document.getElementById("forgotten")?.addEventListener("click", () => { save("forgotten", true); say("A new password is on its way."); });`,
	},
	table: {
		title: "Stock",
		state: Object.fromEntries(
			stock.flatMap(([item, , quantity]) => [
				[`quantity ${item}`, quantity],
				[`removed ${item}`, false],
			]),
		),
		body: (state) =>
			`<table><thead><tr><th>Item</th><th>Price</th><th>Quantity</th><th></th></tr></thead><tbody>${stock
				.filter(([item]) => state[`removed ${item}`] !== true)
				.map(
					([item, price]) => `<tr><th scope="row">${item}</th><td>${price}</td>
<td><input data-key="quantity ${item}" type="number" aria-label="Quantity of ${item}" value="${text(state, `quantity ${item}`)}"></td>
<td><button data-item="${item}">Remove ${item}</button></td></tr>`,
				)
				.join("")}</tbody></table>`,
		script: `document.addEventListener("click", ({ target }) => {
	const { item } = target.dataset;
	if (item === undefined) return;
	save("removed " + item, true);
	target.closest("tr").remove();
	say(item + " is removed.");
});`,
	},
	settings: {
		title: "Settings",
		state: { language: "English", zone: "Berlin", density: "Comfortable", dark: false, report: false, news: true, deleted: false },
		body: (state) => `<p>Every change is kept at once.</p>
<p><label>Language <select data-key="language">${options(["English", "German", "French"], text(state, "language"))}</select></label></p>
<p><label>Time zone <select data-key="zone">${options(["Berlin", "London", "New York"], text(state, "zone"))}</select></label></p>
<fieldset><legend>Density</legend>${["Comfortable", "Compact"]
			.map(
				(each) =>
					`<label><input data-key="density" type="radio" name="density" value="${each}"${state["density"] === each ? " checked" : ""}> ${each}</label>`,
			)
			.join(" ")}</fieldset>
<p><label><input data-key="dark" type="checkbox" role="switch"${checked(state, "dark")}> Dark mode</label></p>
<p><label><input data-key="report" type="checkbox"${checked(state, "report")}> Weekly report</label></p>
<p><label><input data-key="news" type="checkbox"${checked(state, "news")}> Product news</label></p>
<button id="delete">Delete account</button>`,
		script: `document.getElementById("delete").addEventListener("click", () => { save("deleted", true); say("Your account is deleted."); });`,
	},
};

/** The state that a page starts with. */
export function firstState(page: SitePage): State {
	return sources[page].state;
}

/** A page as HTML, with a state. */
export function renderSitePage(page: SitePage, state: State): string {
	const { title, body, script = "" } = sources[page];
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<main><h1>${title}</h1>${body(state)}<p id="said" role="status"></p></main><script>${keep}
${script}</script></body></html>`;
}

function text(state: State, key: string): string {
	return String(state[key] ?? "")
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;");
}

const checked = (state: State, key: string): string => (state[key] === true ? " checked" : "");

function options(names: readonly string[], chosen: string): string {
	return names.map((name) => `<option${name === chosen ? " selected" : ""}>${name}</option>`).join("");
}
