import type { Finder } from "../find/finder.ts";

/** All that the page says, cut to what an answer may hold; undefined for an empty page. */
export function mainText(finder: Finder): string | undefined {
	const lines = finder.view.lines.filter((line) => line.kind !== "collapsed" && line.text !== "");
	return (
		lines
			.map((line) => line.text)
			.join("\n")
			.slice(0, 2_000) || undefined
	);
}

/** The nth paragraph, else the longest text. */
export function paragraph(finder: Finder, position: number | undefined): string | undefined {
	if (position === undefined) return longestText(finder);
	const texts = finder.view.lines.filter((line) => line.kind === "text" && line.text.length > 20);
	return texts.at(position > 0 ? position - 1 : position)?.text;
}

/** The longest run of plain text or the longest value of a text area. */
export function longestText(finder: Finder): string | undefined {
	const texts = finder.view.lines
		.filter((line) => line.kind === "text" || line.kind === "item" || line.kind === "region")
		.map((line) => ownText(finder, line.index));
	const areas = [...finder.view.elements.values()]
		.filter((element) => element.type === "textarea")
		.map((element) => finder.valueOf(element));
	return [...texts, ...areas].reduce((best, text) => (text.length > best.length ? text : best), "") || undefined;
}

function ownText(finder: Finder, line: number): string {
	const spots = finder.layout.spotsOfLine[line] ?? [];
	return spots
		.filter((spot) => spot.element === undefined)
		.map((spot) => spot.text)
		.join(" ");
}
