/** A list as a person reads it: the head of each column, "" where any will do, and the cells by row. */
export type WantedList = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A page with lists. `html` is its body. */
export type ListPage = { readonly name: string; readonly html: string; readonly lists: readonly WantedList[] };

/** A list written as lines, cells between bars, the heads first. */
export function wanted(text: string): WantedList {
	const [heads = [], ...rows] = text
		.trim()
		.split("\n")
		.map((line) => line.split("|").map((cell) => cell.trim()));
	return { heads, rows };
}
