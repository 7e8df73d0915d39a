import type { Order } from "./order.ts";

const cart = [
	["blue-kettle", "1.0 l"],
	["yellow-lamp", "table"],
] as const;

/** Orders on the demo shop. */
export const shopOrders: readonly Order[] = [
	{ name: "shop-open-cart", kind: "literal", isSimple: true, start: { path: "/" }, says: "Open the cart", wanted: { path: "/cart" } },
	{
		name: "shop-search",
		kind: "literal",
		isSimple: true,
		start: { path: "/" },
		says: 'Search for "blue kettle"',
		wanted: { path: "/search?q=blue+kettle" },
	},
	{
		name: "shop-add",
		kind: "literal",
		isSimple: true,
		start: { path: "/products/blue-kettle" },
		says: 'Choose "1.5 l" as size and add it to the cart',
		wanted: { cart: "blue-kettle 1.5 l × 1" },
	},
	{ name: "shop-support", kind: "literal", start: { path: "/" }, says: 'Click "Support"', wanted: { path: "/support" } },
	{
		name: "shop-cost",
		kind: "question",
		isSimple: true,
		start: { path: "/products/blue-kettle?size=1.5%20l" },
		says: "How much does the blue kettle cost?",
		answer: /32[.,]40/,
	},
	{
		name: "shop-reviews",
		kind: "question",
		isSimple: true,
		start: { path: "/products/yellow-lamp" },
		says: "How many people have reviewed this lamp?",
		answer: /\b60\b/,
	},
	{
		name: "shop-quantity",
		kind: "plain",
		start: { path: "/cart", cart },
		says: "I need three of the kettles in my cart",
		wanted: { cart: "blue-kettle 1.0 l × 3, yellow-lamp table × 1" },
	},
	{ name: "shop-total", kind: "question", start: { path: "/", cart }, says: "What is the total of my cart?", answer: /76[.,]30/ },
	{
		name: "shop-demo",
		kind: "goal",
		start: { path: "/" },
		says: 'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total',
		wanted: { cart: "blue-kettle 1.5 l × 1", path: "/cart" },
		answer: /32[.,]40/,
	},
	{
		name: "shop-mugs",
		kind: "goal",
		start: { path: "/" },
		says: "Put two green enamel mugs of 350 ml into my cart",
		wanted: { cart: "green-enamel-mug 350 ml × 2" },
	},
	{
		name: "shop-request",
		kind: "goal",
		start: { path: "/support" },
		says: 'Send a support request about a return: name "Ada Lovelace", email "ada@example.com", bought on 2026-02-01, reply by email, message "The handle came off."',
		wanted: { requests: "Ada Lovelace, ada@example.com, Return, 2026-02-01, Email, The handle came off." },
	},
	{
		name: "shop-sign-in",
		kind: "goal",
		start: { path: "/" },
		says: 'Sign in to the shop with the email "ada@example.com" and the password "hearth-1843"',
		wanted: { signedIn: "Ada" },
	},
	{
		name: "shop-address",
		kind: "goal",
		start: { path: "/cart", cart: [["blue-kettle", "1.0 l"]] },
		says: "Go to checkout and continue to payment with this address: Ada Lovelace, Main Street 1, 10115 Berlin, Germany. Do not pay.",
		wanted: { address: "Ada Lovelace, Main Street 1, 10115, Berlin, Germany", path: "/checkout/payment" },
	},
	{ name: "shop-purple", kind: "impossible", start: { path: "/" }, says: "Put a purple kettle into my cart" },
];
