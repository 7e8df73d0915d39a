import type { RankedList } from "@webhand/search/fuse";
import { fuseRanks } from "@webhand/search/fuse";

// Alone at rank 1 it lifts a chunk by some seven ranks: enough among equals, not enough to hide a better answer.
const pathWeight = 0.1;

/**
 * One ranking of the chunks that were found.
 *
 * @param found a ranking per shard, and per shard one by meaning where there is one; each best first
 * @param fits whether the chunk's document lies where the page does
 * @returns ids, best first, at most `k`
 */
export function rank(found: readonly (readonly string[])[], fits: (id: string) => boolean, k: number): readonly string[] {
	const lists: RankedList[] = found.map((ids) => ({ weight: 1, ids }));
	const fitting = fuseRanks(lists).flatMap(({ id }) => (fits(id) ? [id] : []));
	return fuseRanks([...lists, { weight: pathWeight, ids: fitting }])
		.slice(0, k)
		.map(({ id }) => id);
}
