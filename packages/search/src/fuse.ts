// RRF's usual constant; ranks are fused since scores of two lists do not compare.
const rankConstant = 60;

/** A ranked list, best first, and how much each of its ranks counts. */
export type RankedList = { readonly weight: number; readonly ids: readonly string[] };

/**
 * One list from several by reciprocal rank fusion (Cormack et al., SIGIR 2009): each list adds `weight / (60 + rank)` to its ids. Ties by
 * id, so equal input gives equal output.
 */
export function fuseRanks(lists: readonly RankedList[]): readonly { readonly id: string; readonly score: number }[] {
	const scores = new Map<string, number>();
	for (const { weight, ids } of lists)
		for (const [index, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (rankConstant + index + 1));
	return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
