import type { Layout } from "@webhand/page/layout/layout";
import { stem } from "@webhand/page/layout/phrase";
import { once } from "@webhand/page/once";

/** The nodes, by their order, in which each word stands. */
export const nodesByWord = once(({ nodes, phrase }: Layout): ReadonlyMap<string, readonly number[]> => {
	const index = new Map<string, number[]>();
	for (const { text, order } of nodes) {
		for (const word of new Set(phrase(text).words)) {
			const orders = index.get(word);
			if (orders === undefined) index.set(word, [order]);
			else orders.push(order);
		}
	}
	return index;
});

/** Stems of the words by which headings, columns, regions and the title name the sorts of things on the page. */
export const kindsOf = once(({ view, nodes, groups, phrase }: Layout): ReadonlySet<string> => {
	const titles = view.lines.flatMap(({ kind, name, text }) => (kind === "heading" ? [text] : kind === "region" ? [name ?? ""] : []));
	const columns = groups.flatMap(({ header }) =>
		header === undefined ? [] : nodes.slice(header.from, header.to + 1).map(({ text }) => text),
	);
	const counts = nodes.flatMap(({ text }) => /^\d+ ([\p{L} ]{2,30})$/u.exec(text)?.[1] ?? []);
	const short = [...titles, ...columns, ...counts].filter((text) => text.length <= 40);
	return new Set(
		short.flatMap((text) =>
			phrase(text)
				.words.filter((word) => !/\d/.test(word))
				.map(stem),
		),
	);
});
