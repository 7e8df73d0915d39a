import type { RankedList } from "@webhand/search/fuse";
import { fuseRanks } from "@webhand/search/fuse";

// Alone at rank 1 it lifts a chunk by some seven ranks: enough among equals, not enough to hide a better answer.
const pathWeight = 0.1;

/**
 * One ranking of the chunks that were found.
 *
 * @param found a ranking per shard, and those by meaning that rank with them; each best first
 * @param options `fits` says whether the chunk's document lies where the page does; `fill` comes behind all that was found
 * @returns ids, best first, at most `k`
 */
export function rank(
	found: readonly RankedList[],
	{ fits, k, fill = [] }: { readonly fits: (id: string) => boolean; readonly k: number; readonly fill?: readonly string[] },
): readonly string[] {
	const fitting = fuseRanks(found).flatMap(({ id }) => (fits(id) ? [id] : []));
	const ranked = fuseRanks([...found, { weight: pathWeight, ids: fitting }]).map(({ id }) => id);
	return [...new Set([...ranked, ...fill])].slice(0, k);
}
