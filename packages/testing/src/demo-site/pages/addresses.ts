import type { FastifyInstance } from "fastify";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Address } from "../visitors.ts";
import { addressErrors, addressFields } from "./checkout.ts";
import { Form } from "./forms.ts";

const noAddress: Address = { name: "", street: "", postcode: "", city: "", country: "" };

/**
 * The address book. Its notice says "saved" for every address, and the book keeps none of a post office box: a page that promises before it
 * knows.
 */
export function addAddressPages(app: FastifyInstance): void {
	app.get("/addresses", (request, reply) => reply.page({ title: "Address book", body: bookPage(request.visitor.addresses) }));
	app.get("/addresses/new", (_request, reply) => reply.page({ title: "New address", body: formPage(noAddress, {}) }));
	app.post("/addresses/new", (request, reply) => {
		const address: Address = { ...noAddress, ...Form.parse(request.body ?? {}) };
		const errors = addressErrors(address);
		if (Object.keys(errors).length > 0) return reply.code(422).page({ title: "New address", body: formPage(address, errors) });
		const { visitor } = request;
		visitor.notice = "Address saved.";
		if (!isPostBox(address.street)) visitor.addresses.push(address);
		return reply.redirect("/addresses", 303);
	});
}

const isPostBox = (street: string) => /\b(p\.?\s?o\.? box|postfach|boîte postale)\b/iu.test(street);

function bookPage(addresses: readonly Address[]): Html {
	const rows = addresses.map(
		({ name, street, postcode, city, country }) =>
			html`<tr><th scope="row">${name}</th><td>${street}</td><td>${postcode}</td><td>${city}</td><td>${country}</td></tr>`,
	);
	const table = html`<table aria-label="Addresses"><thead><tr><th scope="col">Name</th><th scope="col">Street</th><th scope="col">Postcode</th><th scope="col">City</th><th scope="col">Country</th></tr></thead><tbody>${rows}</tbody></table>`;
	return html`<h1>Address book</h1><p class="soft">Parcels reach houses, not post office boxes. <a href="/addresses/new">New address</a></p><div class="panel">${
		addresses.length === 0 ? html`<p>No address yet.</p>` : table
	}</div>`;
}

function formPage(address: Address, errors: Readonly<Record<string, string>>): Html {
	return html`<div class="narrow"><h1>New address</h1><form class="panel" method="post" action="/addresses/new" aria-label="New address" novalidate>
${addressFields(address, errors)}
<button class="primary" type="submit">Save address</button></form></div>`;
}
