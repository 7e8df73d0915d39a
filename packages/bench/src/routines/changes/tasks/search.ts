import { escaped } from "../../serve.ts";
import type { Look } from "../kinds.ts";
import { pageOf } from "../shell.ts";
import type { ChangeTask, State } from "../task.ts";

const companies: Readonly<Record<string, string>> = {
	"101": "Initech Berlin",
	"102": "Initech Paris",
	"103": "Umbrella Rome",
	"104": "Globex Oslo",
	"105": "Globex Turin",
};

const phoneOf = (state: State, id: string) => (state[id] ?? "").split(" / ")[0] ?? "";
const noteOf = (state: State, id: string) => (state[id] ?? "").split(" / ")[1] ?? "";

function searchOf({ is, wrap, beside }: Look, query: string): string {
	const field = `<label>${is("renamed") ? "Search companies" : "Search company"} <input type="search" name="q" value="${escaped(query)}"></label>`;
	return wrap(
		`<form action="/companies" role="search">${field}${beside(`<button type="button">Filters</button>`)}<button>Search</button></form>`,
	);
}

function resultsOf(query: string, { inOrder, style, beside, wrap }: Look): string {
	const found = Object.entries(companies).filter(([, name]) => query !== "" && name.toLowerCase().includes(query.toLowerCase()));
	const rows = found.map(
		([id, name]) =>
			`<li class="${style("hit")}">${wrap(`<a href="/companies/${id}">${name}</a>`)} ${beside(`<a href="/map/${id}">Map</a>`)} No. ${id}</li>`,
	);
	return `<h2>Results</h2><ul>${inOrder(rows)}</ul>`;
}

function detailOf(id: string, state: State, { is, beside, wrap }: Look): string {
	const edit = wrap(`<a href="/companies/${id}/edit">Edit</a>`);
	const facts = `<dl><dt>Phone</dt><dd>${escaped(phoneOf(state, id))}</dd><dt>Note</dt><dd>${escaped(noteOf(state, id))}</dd></dl>`;
	const around = `${beside(`<a href="/companies/${id}/print">Print</a>`)} ${edit} <form method="post" action="/companies/${id}/delete" style="display:inline"><button>Delete</button></form>`;
	return is("moved") ? around + facts : facts + around;
}

function formOf(id: string, state: State, { is, inOrder, wrap, beside, style }: Look): string {
	const phone = wrap(`<label>Phone <input name="phone" value="${escaped(phoneOf(state, id))}"></label>`);
	const note = `<label>Note <input name="note" value="${escaped(noteOf(state, id))}"></label>`;
	const more = is("required") ? `<label>VAT number <input name="vat" required></label>` : "";
	return `<form method="post" action="/companies/${id}" class="${style("edit")}">${inOrder([phone, note])}${more}
${beside(`<label>Fax <input name="fax"></label><button type="button">Check number</button>`)}<button>Save changes</button> <a href="/companies/${id}">Cancel</a></form>`;
}

const first: State = Object.fromEntries(Object.keys(companies).map((id) => [id, `030-${id} / old customer`]));

/** A search, its result, the record and its form. */
export const searchTask: ChangeTask = {
	name: "search, open, edit",
	isHeldOut: true,
	start: "/companies",
	first,
	answer: ({ method, path, query, form }, state, look) => {
		const [, id = "", deed = ""] = /^\/companies\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
		const name = companies[id] ?? "";
		if (method === "POST") {
			const value = deed === "delete" ? "deleted" : `${form.get("phone")} / ${form.get("note")}`;
			return { answer: { to: deed === "delete" ? "/companies" : `/companies/${id}` }, state: { ...state, [id]: value } };
		}
		const said = query.get("q") ?? "";
		if (path === "/companies")
			return { answer: { html: pageOf({ title: "Companies", body: searchOf(look, said) + resultsOf(said, look) }, look) } };
		if (name === "") return undefined;
		const body = deed === "edit" ? formOf(id, state, look) : detailOf(id, state, look);
		return { answer: { html: pageOf({ title: deed === "edit" ? `Edit ${name}` : name, body }, look) } };
	},
	hands: async (tab, { look }) => {
		await tab.getByLabel("Search company").fill("Initech Paris");
		await tab.getByRole("button", { name: "Search" }).click();
		await look();
		await tab.getByRole("link", { name: "Initech Paris" }).click();
		await look();
		await tab.getByRole("link", { name: "Edit" }).click();
		await look();
		await tab.getByLabel("Phone").fill("01 44 55");
		await tab.getByRole("button", { name: "Save changes" }).click();
		await tab.waitForURL("**/companies/102");
	},
	given: { "Search company": "Globex Turin", Phone: "011 77 88" },
	meant: { ...first, "105": "011 77 88 / old customer" },
	zoom: 0.8,
};
