import type { ElementView } from "@webhand/page/parse/view";
import { partOf } from "../page/find/choice.ts";
import type { Finder } from "../page/find/finder.ts";
import type { Match } from "../page/find/match.ts";
import { blocksAround, isIn } from "../page/layout.ts";
import { isToggle, takesValue } from "../page/roles.ts";
import { fold, wordsOf } from "../words/fold.ts";
import { countOf, ordinalOf } from "../words/lexicon.ts";

const longest = 60;
const mostWords = 3;

/**
 * How equally good controls are told apart in a question, in the page's own words: by their names, else by what only their row or part
 * of the page says.
 *
 * @returns one text for each, no two alike
 */
export function choiceTexts(finder: Finder, matches: readonly Match[]): readonly string[] {
	const names = matches.map(({ element }) => nameIn(finder, element));
	if (areDistinct(names)) return names.map(cut);
	const said = saidBeside(finder, matches);
	const texts = names.map((name, index) => {
		const own = said[index] ?? [];
		const says = (some: number) => own.slice(0, some).some((text) => /\p{L}{2}/u.test(text));
		const count = [1, 2, mostWords].find((some) => isAlone(said, index, some) && says(some)) ?? mostWords;
		const beside = own.slice(0, count).join(", ");
		const isShared = said.some((other, at) => at !== index && other.slice(0, count).join(", ") === beside);
		if (beside === "") return name;
		return isShared && names.some((other) => other !== name) ? `${beside}: ${name}` : beside;
	});
	const placed = areDistinct(texts) ? texts : texts.map((text, index) => withPart(finder, text, matches[index]?.element));
	return placed.map((text, index) => (placed.indexOf(text) === placed.lastIndexOf(text) ? cut(text) : `${cut(text)} (${index + 1})`));
}

const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`);
const areDistinct = (texts: readonly string[]): boolean =>
	texts.every((text) => text !== "") && new Set(texts.map((text) => cut(text).toLowerCase())).size === texts.length;

const nameIn = (finder: Finder, element: ElementView): string =>
	(element.name || element.content || (finder.names.label(element)?.text ?? "")).trim();

function withPart({ layout }: Finder, text: string, element: ElementView | undefined): string {
	const part = element === undefined ? "" : partOf(layout, element);
	return part === "" ? text : `${text} (${part})`;
}

function isAlone(said: readonly (readonly string[])[], index: number, count: number): boolean {
	const own = said[index]?.slice(0, count).join(", ");
	return said.every((other, at) => at === index || other.slice(0, count).join(", ") !== own);
}

/** What stands in the row of each, and not in that of every other; texts and links first, and no text that says another once more. */
function saidBeside({ layout }: Finder, matches: readonly Match[]): readonly (readonly string[])[] {
	const blocks = matches.map(({ element }) => {
		const spot = layout.spotOf.get(element.id);
		return spot === undefined ? undefined : blocksAround(layout, spot)[0];
	});
	const texts = blocks.map((block) =>
		block === undefined
			? []
			: layout.spots
					.slice(block.from, block.to + 1)
					// A box says all that stands in it once more.
					.filter(({ element }, at, spots) => element === undefined || spots[at + 1]?.inside.includes(element.id) !== true)
					.filter((spot) => isIn(block, spot) && spot.text !== "" && spot.text.length <= longest && /[\p{L}\p{N}]/u.test(spot.text))
					.filter(({ element }) => element === undefined || !(takesValue(element) || isToggle(element)))
					.map(({ text }) => text.trim().replace(/^[\s\-–—•·|]+|[\s\-–—•·|]+$/gu, "")),
	);
	return texts.map((own) =>
		own.filter((text, at) => own.indexOf(text) === at && text !== "" && !texts.every((other) => other.includes(text))),
	);
}

/** The control of a person's answer: said as it was offered, by its number in the list, or in words that only one of them holds. */
export function chosenOf(finder: Finder, matches: readonly Match[], chosen: string): Match | undefined {
	const said = fold(chosen.replace(/[.!]+$/, ""));
	const spoken = (text: string): string => ` ${text.replace(/[,:](?= )/g, "")} `;
	const offered = choiceTexts(finder, matches);
	const texts = matches.map((match, index) => ({ match, texts: [offered[index] ?? "", match.element.name].map(fold) }));
	const exact = texts.filter((one) => one.texts.includes(said));
	if (exact.length === 1) return exact[0]?.match;
	const position = positionSaid(chosen);
	if (position !== undefined) return position > 0 ? matches[position - 1] : matches[matches.length + position];
	const holding = texts.filter((one) => said.length > 1 && one.texts.some((text) => spoken(text).includes(spoken(said))));
	// "Take Bob Miller, please": more words than were offered.
	const held = matches.filter((_, index) => spoken(said).includes(spoken(fold(offered[index] ?? ""))));
	return holding.length === 1 ? holding[0]?.match : held.length === 1 ? held[0] : undefined;
}

/** "The second one", "number 2", "2", "the last": a place in the list that was offered, from its end when negative. */
function positionSaid(answer: string): number | undefined {
	const words = wordsOf(answer).filter((word) => !/^(?:the|one|please|choice|option|number|no|nr|take)$/.test(word));
	const [only, ...more] = words;
	if (only === undefined || more.length > 0) return undefined;
	const count = countOf(only);
	return ordinalOf(only) ?? (count !== undefined && count > 0 ? count : undefined);
}

/** True for an answer that wants none of what was offered. */
export const wantsNone = (answer: string): boolean =>
	/^(?:please )?(?:none(?: of (?:them|these|those))?|neither(?: of them)?|nothing|no(?:,? thanks?| thank you)?|stop(?: it)?|cancel|abort|skip(?: it)?|never ?mind|forget (?:it|that|about it)|leave it|do nothing|not any)[.! ]*$/i.test(
		answer.trim(),
	);
