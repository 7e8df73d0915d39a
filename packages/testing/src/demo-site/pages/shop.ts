import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Product } from "../catalogue.ts";
import { capitalize, catalogue, findProduct, kindNames } from "../catalogue.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { illustration } from "../illustrations.ts";
import { searchBox } from "../layout.ts";
import { formatMoney } from "../money.ts";
import { searchProducts } from "../search.ts";
import { addToCart } from "../visitors.ts";

const perPage = 12;

const SearchQuery = z.object({ q: z.string().default(""), page: z.coerce.number().int().min(1).catch(1) });
const ProductParams = z.object({ slug: z.string() });
const Wish = z.object({ size: z.string().default("") });

/** Home, search results and products. */
export function addShopPages(app: FastifyInstance): void {
	app.get("/", (_request, reply) => reply.page({ title: "Home", body: homePage(), hasOwnSearch: true }));
	app.get("/search", (request, reply) => {
		const { q, page } = SearchQuery.parse(request.query);
		return reply.page({ title: `Results for ${q}`, body: resultsPage(q, page), query: q });
	});
	app.get("/products/:slug", (request, reply) => {
		const product = findProduct(ProductParams.parse(request.params).slug);
		if (product === undefined) return reply.code(404).page({ title: "Not found", body: notFound });
		return reply.page({ title: product.name, body: productPage(product, { size: Wish.parse(request.query).size }) });
	});
	app.post("/products/:slug", (request, reply) => {
		const product = findProduct(ProductParams.parse(request.params).slug);
		if (product === undefined) return reply.code(404).page({ title: "Not found", body: notFound });
		const wanted = Wish.parse(request.body ?? {}).size;
		const size = product.sizes.find(({ name }) => name === wanted);
		if (size === undefined)
			return reply.code(422).page({ title: product.name, body: productPage(product, { error: "Choose a size first" }) });
		const { visitor } = request;
		visitor.cart = addToCart(visitor.cart, product, size);
		visitor.notice = `${product.name}, ${size.name}, is in your cart.`;
		return reply.redirect(`/products/${product.slug}?size=${encodeURIComponent(size.name)}`, 303);
	});
	app.setNotFoundHandler((_request, reply) => reply.code(404).page({ title: "Not found", body: notFound }));
}

const notFound = html`<h1>There is nothing here</h1><p>Search for something, or <a href="/">go home</a>.</p>`;

function homePage(): Html {
	const popular = [
		"blue-kettle",
		"green-enamel-mug",
		"yellow-lamp",
		"orange-cast-iron-pan",
		"grey-wool-blanket",
		"pink-vase",
		"brown-basket",
		"white-teapot",
	];
	return html`<section class="hero">
<div><h1>Warm things for home</h1><p>240 everyday objects, drawn with care and made to last.</p>${searchBox("")}</div>
<div class="group">${illustration("lamp", "yellow")}${illustration("teapot", "green")}${illustration("vase", "blue")}${illustration("mug", "red")}${illustration("kettle", "orange")}${illustration("candle", "pink")}</div>
</section>
<h2>Shop by kind</h2>
<ul class="kinds">${kindNames.map((kind, index) => html`<li><a href="/search?q=${kind}">${illustration(kind, drawnIn[index % drawnIn.length] ?? "blue")} ${capitalize(kind)}s</a></li>`)}</ul>
<h2>Popular now</h2>
<ul class="cards">${popular.flatMap((slug) => findProduct(slug) ?? []).map(card)}</ul>`;
}

const drawnIn = ["blue", "red", "green", "orange", "yellow", "pink"] as const;

function resultsPage(query: string, page: number): Html {
	const found = searchProducts(catalogue, query);
	const pages = Math.max(1, Math.ceil(found.length / perPage));
	const at = Math.min(page, pages);
	const shown = found.slice((at - 1) * perPage, at * perPage);
	if (shown.length === 0)
		return html`<h1>Nothing found for “${query}”</h1><p>Try a single word, such as <a href="/search?q=kettle">kettle</a> or <a href="/search?q=lamp">lamp</a>.</p>`;
	const link = (to: number, text: string) => html`<a class="button" href="/search?q=${encodeURIComponent(query)}&page=${to}">${text}</a>`;
	return html`<h1>Results for “${query}”</h1><p class="soft">${found.length} ${found.length === 1 ? "product" : "products"}, best match first</p>
<ol class="cards">${shown.map(card)}</ol>
<nav class="pages" aria-label="Pages">${at > 1 && link(at - 1, "Previous page")}<span>Page ${at} of ${pages}</span>${at < pages && link(at + 1, "Next page")}</nav>`;
}

function card(product: Product): Html {
	return html`<li class="card"><div class="stage">${illustration(product.kind, product.colour)}</div><div class="text">
<h2><a href="/products/${product.slug}">${product.name}</a></h2>
<p class="soft">${stars(product)}</p><p class="price">from ${formatMoney(product.priceCents)}</p></div></li>`;
}

function stars(product: Product): string {
	return `★ ${product.rating.toFixed(1)} · ${product.reviews} reviews`;
}

function productPage(product: Product, { size, error }: { readonly size?: string; readonly error?: string } = {}): Html {
	const chosen = product.sizes.find(({ name }) => name === size);
	const options = product.sizes.map(
		(each) =>
			html`<option value="${each.name}" data-price="${formatMoney(each.priceCents)}" ${each === chosen && html`selected`}>${each.name}</option>`,
	);
	const price = chosen === undefined ? `from ${formatMoney(product.priceCents)}` : formatMoney(chosen.priceCents);
	return html`<div class="product"><div class="stage">${illustration(product.kind, product.colour)}</div>
<div><h1>${product.name}</h1><p class="soft">${stars(product)}</p><p class="price" data-shown-price aria-live="polite">${price}</p>
<p>${product.description}</p>
<form method="post" action="/products/${product.slug}" novalidate>
<div class="field"><label for="size">Size</label><select id="size" name="size" required data-prices ${error !== undefined && html`aria-invalid="true" aria-describedby="size-error"`}>
<option value="">Choose a size</option>${options}</select>
<p class="error" id="size-error" ${error === undefined && html`hidden`}>${error}</p></div>
<button class="primary" type="submit">Add to cart</button></form>
<h2>Good to know</h2><ul><li>At your door in two to four days</li><li>Thirty days to send it back</li></ul></div></div>`;
}
