import type { Located } from "../chunk.ts";

/** The chunks whose vectors have the largest cosine with `wanted`, best first, ties by id. Vectors of another length are left out. */
export function nearest(
	wanted: Float32Array,
	{ located, vectors }: { readonly located: readonly Located[]; readonly vectors: readonly Float32Array[] },
	k: number,
): readonly Located[] {
	const scored = located.flatMap((each, index) => {
		const vector = vectors[index];
		return vector?.length === wanted.length ? [{ each, score: product(wanted, vector) }] : [];
	});
	return scored
		.sort((a, b) => b.score - a.score || (a.each.id < b.each.id ? -1 : 1))
		.slice(0, k)
		.map(({ each }) => each);
}

function product(a: Float32Array, b: Float32Array): number {
	let sum = 0;
	for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
	return sum;
}
