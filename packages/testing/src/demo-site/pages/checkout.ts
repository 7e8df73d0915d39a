import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { FieldErrors } from "../fields.ts";
import { inputField, selectField } from "../fields.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { formatMoney, totalOf } from "../money.ts";
import type { CartLine, PlacedOrder } from "../visitors.ts";
import { Form, isLuhnValid } from "./forms.ts";

const countries = ["Austria", "Belgium", "France", "Germany", "Italy", "Netherlands", "Spain", "Switzerland"];

/** Checkout in two steps: the address, then "Pay now". */
export function addCheckoutPages(app: FastifyInstance): void {
	app.get("/checkout", (request, reply) => {
		const { visitor } = request;
		return visitor.cart.length === 0
			? reply.redirect("/cart", 303)
			: reply.page({ title: "Checkout", body: addressPage({ ...visitor.address }, {}) });
	});
	app.post("/checkout", (request, reply) => {
		const { name = "", street = "", postcode = "", city = "", country = "" } = Form.parse(request.body ?? {});
		const address = { name, street, postcode, city, country };
		const errors = addressErrors(address);
		if (Object.keys(errors).length > 0) return reply.code(422).page({ title: "Checkout", body: addressPage(address, errors) });
		request.visitor.address = address;
		return reply.redirect("/checkout/payment", 303);
	});
	app.get("/checkout/payment", (request, reply) => {
		const { cart, address } = request.visitor;
		if (cart.length === 0 || address === null) return reply.redirect("/checkout", 303);
		return reply.page({ title: "Payment", body: paymentPage(cart, {}) });
	});
	app.post("/checkout/payment", (request, reply) => {
		const { visitor } = request;
		if (visitor.cart.length === 0 || visitor.address === null) return reply.redirect("/checkout", 303);
		const { card = "", expiry = "", code = "" } = Form.parse(request.body ?? {});
		const errors = cardErrors({ card, expiry, code });
		if (Object.keys(errors).length > 0) return reply.code(422).page({ title: "Payment", body: paymentPage(visitor.cart, errors) });
		const number = `H-${String(100_001 + visitor.orders.length)}`;
		const placed = {
			number,
			lines: visitor.cart,
			totalCents: totalOf(visitor.cart),
			address: visitor.address,
			cardEnding: card.replaceAll(/\D/g, "").slice(-4),
		};
		visitor.orders.push(placed);
		visitor.cart = [];
		return reply.redirect(`/checkout/done?order=${number}`, 303);
	});
	app.get("/checkout/done", (request, reply) => {
		const { order } = z.object({ order: z.string().default("") }).parse(request.query);
		const placed = request.visitor.orders.find(({ number }) => number === order);
		return placed === undefined ? reply.redirect("/cart", 303) : reply.page({ title: "Thank you", body: donePage(placed) });
	});
}

/** What is missing of an address or wrong with it. */
export function addressErrors(address: Readonly<Record<string, string>>): FieldErrors {
	const missing = { name: "Enter your name", street: "Enter street and number", city: "Enter the city", country: "Choose a country" };
	const empty = Object.entries(missing).filter(([field]) => address[field]?.trim() === "");
	const postcode = /^[0-9A-Za-z -]{4,10}$/.test(address["postcode"] ?? "")
		? {}
		: { postcode: "Enter a postcode of 4 to 10 letters or digits" };
	return { ...Object.fromEntries(empty), ...postcode };
}

function cardErrors({ card, expiry, code }: { readonly card: string; readonly expiry: string; readonly code: string }): FieldErrors {
	return {
		...(isLuhnValid(card.replaceAll(" ", "")) ? {} : { card: "This is no card number" }),
		...(/^(0[1-9]|1[0-2])\s*\/\s*\d\d$/.test(expiry) ? {} : { expiry: "Enter month and year, such as 04/29" }),
		...(/^\d{3,4}$/.test(code) ? {} : { code: "Enter the 3 or 4 digits on the back" }),
	};
}

function addressPage(values: Readonly<Record<string, string | undefined>>, errors: FieldErrors): Html {
	return html`<div class="narrow"><h1>Checkout</h1><p class="soft">Step 1 of 2: where should it go?</p><form class="panel" method="post" action="/checkout" aria-label="Delivery address" novalidate>
${addressFields(values, errors)}
<button class="primary" type="submit">Continue to payment</button></form></div>`;
}

/** The fields of an address, as every form of the shop has them. */
export function addressFields(values: Readonly<Record<string, string | undefined>>, errors: FieldErrors): Html {
	const field = (name: string) => ({ name, value: values[name], error: errors[name] });
	return html`${inputField({ ...field("name"), label: "Full name", autocomplete: "name" })}
${inputField({ ...field("street"), label: "Street and number", autocomplete: "street-address" })}
<div class="two">${inputField({ ...field("postcode"), label: "Postcode", autocomplete: "postal-code" })}${inputField({ ...field("city"), label: "City", autocomplete: "address-level2" })}</div>
${selectField(
	{ ...field("country"), label: "Country", autocomplete: "country-name" },
	countries.map((country) => ({ value: country, text: country })),
)}`;
}

function paymentPage(cart: readonly CartLine[], errors: FieldErrors): Html {
	const total = formatMoney(totalOf(cart));
	return html`<div class="narrow"><h1>Payment</h1><p class="soft">Step 2 of 2: ${total} by card. Any invented number that adds up will do, such as 4242 4242 4242 4242.</p>
<form class="panel" method="post" action="/checkout/payment" aria-label="Card" novalidate>
${inputField({ name: "card", label: "Card number", autocomplete: "cc-number", inputmode: "numeric", error: errors["card"] })}
<div class="two">${inputField({ name: "expiry", label: "Expiry date", autocomplete: "cc-exp", hint: "MM/YY", error: errors["expiry"] })}
${inputField({ name: "code", label: "Security code", autocomplete: "cc-csc", hint: "On the back", inputmode: "numeric", error: errors["code"] })}</div>
<p class="total">Total: <strong>${total}</strong></p><button class="primary" type="submit">Pay now</button></form></div>`;
}

function donePage(order: PlacedOrder): Html {
	return html`<h1>Thank you, ${order.address.name}</h1><p>Order ${order.number} over ${formatMoney(order.totalCents)} is on its way to ${order.address.city}. Paid with the card ending in ${order.cardEnding}.</p><p><a class="button" href="/">Back to the shop</a></p>`;
}
