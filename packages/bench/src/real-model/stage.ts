import { findProduct } from "@webhand/testing/demo-site/catalogue";
import type { DemoSite } from "@webhand/testing/demo-site/site";
import { startDemoSite } from "@webhand/testing/demo-site/site";
import type { Visitor } from "@webhand/testing/demo-site/visitors";
import { addToCart } from "@webhand/testing/demo-site/visitors";
import type { Page } from "playwright-core";
import type { Start } from "./orders/order.ts";
import type { Site } from "./site/serve.ts";
import { serveSite } from "./site/serve.ts";
import type { State } from "./site/state.ts";

/** The demo shop and the five pages. `begin` opens the start of an order in a tab, with nothing done yet, and gives a reader of its state. */
export type Stage = {
	readonly begin: (tab: Page, start: Start) => Promise<() => State>;
	readonly close: () => Promise<void>;
};

/** Starts both sites. */
export async function openStage(): Promise<Stage> {
	const [shop, site] = await Promise.all([startDemoSite(), serveSite()]);
	return {
		begin: async (tab, start) => ("page" in start ? await beginPage(tab, site, start.page) : await beginShop(tab, shop, start)),
		close: async () => {
			await shop.close();
			await site.close();
		},
	};
}

async function beginPage(tab: Page, site: Site, page: Extract<Start, { page: unknown }>["page"]): Promise<() => State> {
	await tab.goto(site.begin(page));
	return () => site.state(page);
}

async function beginShop(tab: Page, shop: DemoSite, start: Extract<Start, { path: unknown }>): Promise<() => State> {
	const visitor = shop.visitors.open();
	for (const [slug, name] of start.cart ?? []) {
		const product = findProduct(slug);
		const size = product?.sizes.find((each) => each.name === name);
		if (product === undefined || size === undefined) throw new Error(`the shop has no ${slug} of ${name}`);
		visitor.cart = addToCart(visitor.cart, product, size);
	}
	await tab.context().clearCookies();
	await tab.context().addCookies([{ name: "visitor", value: visitor.id, url: shop.url }]);
	await tab.goto(shop.url + start.path);
	return () => shopState(visitor, new URL(tab.url()));
}

function shopState(visitor: Visitor, { pathname, search }: URL): State {
	const { cart, orders, address, signedInAs, supportRequests, repeatedOrders, choices, sent } = visitor;
	const { name, email, topic, bought, reply, message } = supportRequests[0] ?? {};
	return {
		path: pathname + search,
		cart: cart.map(({ slug, size, quantity }) => `${slug} ${size} × ${quantity}`).join(", "),
		orders: orders.length,
		address: address === null ? "" : [address.name, address.street, address.postcode, address.city, address.country].join(", "),
		signedIn: signedInAs ?? "",
		requests: supportRequests.length === 0 ? "" : [name, email, topic, bought, reply, message].join(", "),
		"more requests": supportRequests.length > 1,
		repeated: repeatedOrders.join(", "),
		"in frames": JSON.stringify(choices) + sent.join(", "),
	};
}
