import { create, insertMultiple, search } from "@orama/orama";
import { stemmer } from "@orama/stemmers/english";
import { chunksOf, placesOf } from "./generated.ts";
import type { OpenSide, SideOrder } from "./order.ts";

/** One Orama index of all tenants, limited to places by its filter. */
export async function openOramaSide(order: SideOrder): Promise<OpenSide> {
	const index = create({
		schema: { place: "enum", title: "string", section: "string", content: "string" } as const,
		components: { tokenizer: { language: "english", stemming: true, stemmer } },
	});
	for (const place of placesOf(order)) await insertMultiple(index, [...chunksOf(place, order.chunks)]);
	return {
		bytes: 0,
		search: async ({ places, words }) => {
			const found = await search(index, { term: words, where: { place: { in: [...places] } }, limit: 20 });
			return found.hits.map(({ id }) => id);
		},
		coldMs: async () => 0,
	};
}
