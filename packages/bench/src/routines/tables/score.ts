import type { WantedList } from "./list-page.ts";

/** A list as it was read. */
export type ReadLists = readonly { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }[];

/** Cells that are right, of those that are wanted and those of rows that nobody wants; `invented` stand nowhere in the page. */
export type Score = { readonly right: number; readonly wanted: number; readonly invented: readonly string[] };

/**
 * Compares the lists of a page with those that a person reads in it.
 *
 * @param shown all that the page shows
 */
export function scoreOf(lists: readonly WantedList[], read: ReadLists, shown: string): Score {
	const page = plain(shown);
	const found = read.flatMap(({ rows }) => rows.flat()).filter((cell) => !page.includes(plain(cell)));
	const scores = lists.map((list) =>
		read
			.map((one) => scoreOfList(list, one))
			.reduce((best, one) => (one.right > best.right ? one : best), { right: 0, wanted: list.heads.length * list.rows.length }),
	);
	const sum = (key: "right" | "wanted") => scores.reduce((total, score) => total + score[key], 0);
	return { right: sum("right"), wanted: sum("wanted"), invented: found };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A column with a head is the one of that head; another one is the column that fits best, and no column counts twice. */
function scoreOfList({ heads, rows }: WantedList, read: ReadLists[number]): Omit<Score, "invented"> {
	const taken = new Set<number>();
	const places = heads.map((head, cell) => {
		const fits = read.heads.map((label, place) => {
			const isFree = !taken.has(place) && (head === "" || head === label);
			return isFree ? rows.filter((row) => read.rows.some((one) => one[place] === row[cell])).length : -1;
		});
		const most = Math.max(-1, ...fits);
		const place = most < 0 ? -1 : fits.indexOf(most);
		taken.add(place);
		return place;
	});
	const left = read.rows.map((row) => places.map((place) => (place < 0 ? undefined : row[place])));
	const columns = heads.length;
	let right = 0;
	for (const row of rows) {
		const fits = left.map((one) => one.filter((cell, at) => cell === row[at]).length);
		const best = Math.max(0, ...fits);
		if (best === 0) continue;
		right += best;
		left.splice(fits.indexOf(best), 1);
	}
	return { right, wanted: columns * (rows.length + left.length) };
}
