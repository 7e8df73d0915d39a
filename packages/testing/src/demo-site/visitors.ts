import { randomUUID } from "node:crypto";
import type { Product, Size } from "./catalogue.ts";
import type { Cents } from "./money.ts";
import { formatMoney, totalOf } from "./money.ts";

/** A line of a cart; a product in another size is another line. */
export type CartLine = {
	readonly slug: string;
	readonly name: string;
	readonly size: string;
	readonly quantity: number;
	readonly priceCents: Cents;
};

/** Where an order goes. */
export type Address = {
	readonly name: string;
	readonly street: string;
	readonly postcode: string;
	readonly city: string;
	readonly country: string;
};

/** A paid order; of the card only the last four digits are kept. */
export type PlacedOrder = {
	readonly number: string;
	readonly lines: readonly CartLine[];
	readonly totalCents: Cents;
	readonly address: Address;
	readonly cardEnding: string;
};

/** Everything one visitor did. The site keeps it in memory, and `GET /state` shows it. */
export type Visitor = {
	readonly id: string;
	cart: readonly CartLine[];
	address: Address | null;
	/** The address book. */
	readonly addresses: Address[];
	readonly orders: PlacedOrder[];
	signedInAs: string | null;
	/** The newest message for the visitor, shown once. */
	notice: string | null;
	readonly supportRequests: Readonly<Record<string, string>>[];
	readonly repeatedOrders: string[];
	/** What was entered in frames and shadow roots, by field. */
	readonly choices: Record<string, string>;
	/** Fields of the forms that frames have sent, in order. */
	readonly sent: string[];
};

/** The visitors of one site, by the id in their cookie. */
export type Visitors = ReadonlyMap<string, Visitor> & { readonly open: (id?: string) => Visitor };

/** Makes the memory of a site. `open` gives the visitor of an id, or a new one. */
export function createVisitors(): Visitors {
	const visitors = new Map<string, Visitor>();
	const open = (wanted?: string) => {
		const known = wanted === undefined ? undefined : visitors.get(wanted);
		if (known !== undefined) return known;
		const visitor: Visitor = {
			id: wanted ?? randomUUID(),
			cart: [],
			address: null,
			addresses: [],
			orders: [],
			signedInAs: null,
			notice: null,
			supportRequests: [],
			repeatedOrders: [],
			choices: {},
			sent: [],
		};
		visitors.set(visitor.id, visitor);
		return visitor;
	};
	return Object.assign(visitors, { open });
}

/** The cart with one more of a product in a size. */
export function addToCart(cart: readonly CartLine[], product: Product, size: Size): readonly CartLine[] {
	const isSame = (line: CartLine) => line.slug === product.slug && line.size === size.name;
	if (cart.some(isSame)) return cart.map((line) => (isSame(line) ? { ...line, quantity: line.quantity + 1 } : line));
	return [...cart, { slug: product.slug, name: product.name, size: size.name, quantity: 1, priceCents: size.priceCents }];
}

/**
 * The cart with another quantity of its nth line; zero removes the line.
 *
 * @param change `line` 0-based, one that does not exist changes nothing; `quantity` 0 to 99
 */
export function changeQuantity(
	cart: readonly CartLine[],
	change: { readonly line: number; readonly quantity: number },
): readonly CartLine[] {
	return cart
		.map((line, index) => (index === change.line ? { ...line, quantity: change.quantity } : line))
		.filter((line) => line.quantity > 0);
}

/** How many things are in a cart. */
export function countOf(cart: readonly CartLine[]): number {
	return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** A visitor as `GET /state` shows them: with the total in cents and as text. */
export function stateOf(visitor: Visitor) {
	const { cart, notice: _notice, ...rest } = visitor;
	const totalCents = totalOf(cart);
	return { ...rest, cart: { lines: cart, totalCents, total: formatMoney(totalCents) } };
}
