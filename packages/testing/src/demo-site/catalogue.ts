import type { Cents } from "./money.ts";

/** A size of a product with its price. */
export type Size = { readonly name: string; readonly priceCents: Cents };

/** Something the shop sells. `slug` stands in its address; `priceCents` is the smallest size's price; `rating` has one decimal, 3.6 to 5. */
export type Product = {
	readonly slug: string;
	readonly name: string;
	readonly kind: Kind;
	readonly colour: Colour;
	readonly description: string;
	readonly sizes: readonly Size[];
	readonly priceCents: Cents;
	readonly rating: number;
	readonly reviews: number;
};

/** The twelve kinds of things; each has two lines of ten colours. */
export type Kind = keyof typeof kinds;
/** The ten colours, each with what it is drawn in. */
export type Colour = keyof typeof colours;

/** What the colours look like in the drawings: main tone and its shade. */
export const colours = {
	blue: { tone: "#3f7cc4", shade: "#2d5f9c" },
	green: { tone: "#5b9a6b", shade: "#437a52" },
	red: { tone: "#c9524a", shade: "#a23b35" },
	yellow: { tone: "#e0b13e", shade: "#bd8f22" },
	white: { tone: "#fffdf8", shade: "#b8ab96" },
	black: { tone: "#43474d", shade: "#2d3035" },
	grey: { tone: "#98a0a8", shade: "#767e86" },
	orange: { tone: "#d98344", shade: "#b5662b" },
	pink: { tone: "#d98ba3", shade: "#b86a83" },
	brown: { tone: "#95694a", shade: "#744e34" },
} as const;

const kinds = {
	kettle: {
		line: "travel",
		from: 2_490,
		step: 500,
		sizes: ["1.0 l", "1.5 l", "1.7 l"],
		text: "boils quickly, pours without a drip and stays cool at the handle",
	},
	mug: {
		line: "enamel",
		from: 790,
		step: 200,
		sizes: ["250 ml", "350 ml", "450 ml"],
		text: "keeps its warmth and goes into the dishwasher",
	},
	teapot: {
		line: "stoneware",
		from: 2_890,
		step: 700,
		sizes: ["0.6 l", "0.9 l", "1.2 l"],
		text: "comes with a fine strainer that lifts out",
	},
	pan: { line: "cast-iron", from: 3_490, step: 900, sizes: ["20 cm", "24 cm", "28 cm"], text: "heats evenly on every hob, induction too" },
	bowl: { line: "serving", from: 1_290, step: 400, sizes: ["14 cm", "18 cm", "24 cm"], text: "stacks neatly and feels good in the hand" },
	vase: { line: "slim", from: 1_990, step: 600, sizes: ["18 cm", "24 cm", "32 cm"], text: "stands firmly even with long branches" },
	lamp: { line: "reading", from: 4_490, step: 1_500, sizes: ["table", "floor"], text: "gives warm light that can be dimmed" },
	clock: { line: "wall", from: 2_790, step: 800, sizes: ["20 cm", "30 cm"], text: "runs without a tick" },
	cushion: { line: "linen", from: 1_690, step: 500, sizes: ["40 × 40 cm", "50 × 50 cm"], text: "has a cover that comes off for washing" },
	blanket: { line: "wool", from: 4_990, step: 2_000, sizes: ["130 × 180 cm", "150 × 200 cm"], text: "is soft, light and warm" },
	basket: { line: "laundry", from: 1_890, step: 600, sizes: ["small", "medium", "large"], text: "is woven by hand with two firm handles" },
	candle: { line: "scented", from: 990, step: 400, sizes: ["20 hours", "40 hours"], text: "burns evenly down to the end" },
} as const;

/** The kinds in the order in which the shop shows them. */
export const kindNames = Object.keys(kinds) as readonly Kind[];

const seed = 240;

/** The 240 products, the same on every run: twelve kinds in ten colours, plain and in one special line. Names are unique. */
export const catalogue: readonly Product[] = makeCatalogue(seed);

const bySlug = new Map(catalogue.map((product) => [product.slug, product]));

/** The product behind an address, if there is one. */
export function findProduct(slug: string): Product | undefined {
	return bySlug.get(slug);
}

function makeCatalogue(from: number): readonly Product[] {
	const random = createRandom(from);
	return kindNames.flatMap((kind) =>
		([undefined, kinds[kind].line] as const).flatMap((line) =>
			(Object.keys(colours) as Colour[]).map((colour) => makeProduct({ kind, line, colour }, random)),
		),
	);
}

type Variant = { readonly kind: Kind; readonly line: string | undefined; readonly colour: Colour };

function makeProduct({ kind, line, colour }: Variant, random: () => number): Product {
	const { from, step, sizes, text } = kinds[kind];
	const words = line === undefined ? [colour, kind] : [colour, line, kind];
	const name = capitalize(words.join(" "));
	const base = from + Math.floor(random() * 12) * 50 + (line === undefined ? 0 : 400);
	return {
		slug: words.join("-"),
		name,
		kind,
		colour,
		description: `The ${words.join(" ")} ${text}.`,
		sizes: sizes.map((size, index) => ({ name: size, priceCents: base + index * step })),
		priceCents: base,
		rating: Math.round((3.6 + random() * 1.4) * 10) / 10,
		reviews: 3 + Math.floor(random() * 240),
	};
}

/** The first letter in upper case. */
export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Numbers from 0 to below 1, the same for the same seed (mulberry32).
 *
 * @param from any whole number
 */
export function createRandom(from: number): () => number {
	let state = from;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
