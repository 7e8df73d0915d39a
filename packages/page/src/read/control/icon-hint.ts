import { cleanText, cut, normalize } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";
import { maskNumbers } from "../sensitive.ts";

const hintLimit = 40;
const noise: ReadonlySet<string> = new Set(
	"icon icons ico svg img image btn button link fa fas far fab fal glyphicon material mdi bi ui el item wrapper container inner outer div span root css sc js is has the and sm md lg xl xs small large left right top bottom center primary secondary default active style styles component class col row flex grid box app module size color text white black dark light".split(
		" ",
	),
);

/** Readable words of class names, ids and file names, without hashes and filler. */
export function wordsOfTokens(tokens: string): readonly string[] {
	const words: string[] = [];
	for (const token of tokens.split(/\s+/)) {
		const parts = token.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^A-Za-z]+/);
		for (const part of parts) {
			const word = part.toLowerCase();
			const isWord = word.length >= 3 && word.length <= 14 && /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word);
			if (isWord && !noise.has(word) && !words.includes(word)) words.push(word);
		}
	}
	return words.slice(0, 3);
}

/** The file name of an address without its extension; "" for a `data:` address. */
export function fileNameOf(address: string): string {
	if (address.startsWith("data:")) return "";
	return (
		(address.split("?", 1)[0] ?? "")
			.split(/[/#]/)
			.at(-1)
			?.replace(/\.[a-z\d]+$/i, "") ?? ""
	);
}

/**
 * Describes a control without a name by its icon: title, alt, SVG title, then words of class, id and file name (`icon-trash` gives
 * `trash`).
 *
 * @returns ≤ 40 characters, "" if nothing describes it
 */
export function hintOf(dom: Dom, element: Element): string {
	const inside = dom.query(element, "[title],[alt],title,img,svg,use,i,span").slice(0, 20);
	const said = (found: Element) => {
		const own = dom.attribute(found, "title") ?? dom.attribute(found, "alt");
		return cleanText(own ?? (dom.localName(found) === "title" ? dom.textContent(found) : ""));
	};
	for (const found of [element, ...inside]) {
		const text = said(found);
		if (text !== "") return cut(maskNumbers(normalize(text)), hintLimit);
	}
	for (const found of [...inside, element]) {
		const file = (dom.attribute(found, "src") ?? dom.attribute(found, "href") ?? dom.attribute(found, "xlink:href") ?? "").slice(0, 500);
		const name = found === element ? "" : fileNameOf(file);
		const words = wordsOfTokens(`${dom.attribute(found, "class") ?? ""} ${dom.attribute(found, "id") ?? ""} ${name}`);
		if (words.length > 0) return cut(words.join(" "), hintLimit);
	}
	return "";
}
