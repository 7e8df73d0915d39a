/** A row of a stream and a column in it. */
export type Place = { readonly at: number; readonly column: number };

/**
 * Where a move puts the cursor, before any edge counts.
 *
 * @param letter of a sequence of the cursor, or `\b`; `count` as written
 * @returns null for what does not move it by places
 * @throws never
 */
export function placeAfter({ at, column }: Place, letter: string, count: number | undefined): Place | null {
	const places = Math.max(1, count ?? 1);
	switch (letter) {
		case "\b":
			return { at, column: column - 1 };
		case "A":
			return { at: at - places, column };
		case "B":
			return { at: at + places, column };
		case "C":
			return { at, column: column + places };
		case "D":
			return { at, column: column - places };
		case "E":
			return { at: at + places, column: 0 };
		case "F":
			return { at: at - places, column: 0 };
		case "G":
			return { at, column: places - 1 };
		default:
			return null;
	}
}
