import type { Product } from "./catalogue.ts";

/**
 * The products that a search finds, best first: the exact name, then those with every word, then those with one; a word counts for
 * two when it names the kind. Equals stay in the catalogue's order.
 *
 * @param words what was typed; case, accents and a plural s do not matter. Blank finds nothing
 */
export function searchProducts(products: readonly Product[], words: string): readonly Product[] {
	const wanted = wordsOf(words);
	if (wanted.length === 0) return [];
	return products
		.map((product) => ({ product, score: scoreOf(product, wanted) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.map(({ product }) => product);
}

function scoreOf(product: Product, wanted: readonly string[]): number {
	const name = wordsOf(product.name);
	const found = wanted.filter((word) => name.some((own) => own === word || (word.length >= 3 && own.startsWith(word))));
	if (found.length === 0) return 0;
	const whole = found.length === wanted.length ? 10 : 0;
	const exact = name.join(" ") === wanted.join(" ") ? 100 : 0;
	return exact + whole + found.length + (found.some((word) => product.kind.startsWith(word)) ? 1 : 0);
}

function wordsOf(text: string): readonly string[] {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "")
		.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}
