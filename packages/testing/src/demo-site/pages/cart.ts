import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findProduct } from "../catalogue.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { illustration } from "../illustrations.ts";
import { formatMoney, totalOf } from "../money.ts";
import type { CartLine } from "../visitors.ts";
import { changeQuantity } from "../visitors.ts";

const LineParams = z.object({ line: z.coerce.number().int().nonnegative() });
const Quantity = z.object({ quantity: z.coerce.number().int().min(0).max(99) });

/** The cart: quantities, removal, total as text. */
export function addCartPages(app: FastifyInstance): void {
	app.get("/cart", (request, reply) => reply.page({ title: "Cart", body: cartPage(request.visitor.cart) }));
	app.post("/cart/:line", (request, reply) => {
		const { line } = LineParams.parse(request.params);
		const wanted = Quantity.safeParse(request.body);
		const { visitor } = request;
		if (wanted.success) visitor.cart = changeQuantity(visitor.cart, { line, quantity: wanted.data.quantity });
		visitor.notice = wanted.success ? "Your cart is up to date." : "A quantity is a whole number from 0 to 99.";
		return reply.redirect("/cart", 303);
	});
}

function cartPage(cart: readonly CartLine[]): Html {
	if (cart.length === 0) return html`<h1>Your cart</h1><p>Your cart is empty. <a href="/">Find something warm</a>.</p>`;
	return html`<h1>Your cart</h1><div class="panel"><table>
<thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Quantity</th><th scope="col" class="number">Sum</th></tr></thead>
<tbody>${cart.map(cartRow)}</tbody></table>
<div class="cart-end"><p class="total">Total: <strong>${formatMoney(totalOf(cart))}</strong></p><a class="button primary" href="/checkout">Go to checkout</a></div></div>`;
}

function cartRow(line: CartLine, index: number): Html {
	const product = findProduct(line.slug);
	const name = `${line.name}, ${line.size}`;
	return html`<tr><td><div class="cart-line">${product && illustration(product.kind, product.colour)}<span><a href="/products/${line.slug}">${line.name}</a><br><span class="soft">${line.size}</span></span></div></td>
<td>${formatMoney(line.priceCents)}</td>
<td><form class="quantity" method="post" action="/cart/${index}"><label class="hidden" for="quantity-${index}">Quantity of ${name}</label>
<input id="quantity-${index}" name="quantity" type="number" min="0" max="99" value="${line.quantity}"><button type="submit">Update</button></form>
<form method="post" action="/cart/${index}"><input type="hidden" name="quantity" value="0"><button class="plain" type="submit" aria-label="Remove ${name}">Remove</button></form></td>
<td class="number">${formatMoney(line.priceCents * line.quantity)}</td></tr>`;
}
