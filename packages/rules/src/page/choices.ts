import type { Layout } from "@webhand/page/layout/layout";
import { isIn, rangeOfLine, rangeUnderHeading, textIn } from "@webhand/page/layout/layout";
import type { ElementView } from "@webhand/page/parse/view";
import { calledOf } from "./names.ts";
import { blocksAround } from "./rows.ts";
import { titleOf } from "./sections.ts";

/** True for links of one name to one address: whichever is pressed, the same page opens. */
export function areSameLink(elements: readonly ElementView[]): boolean {
	const [first] = elements;
	return (
		first?.href !== undefined && elements.every(({ name, type, href }) => name === first.name && type === first.type && href === first.href)
	);
}

/** What each of several controls is called in a question: by its row or section where the names are equal. */
export function choicesOf(layout: Layout, elements: readonly ElementView[]): readonly string[] {
	const names = elements.map((element) => calledOf(layout, element).replace(/^“|”$/g, ""));
	const texts = names.map((name, at) =>
		names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${aroundOf(layout, elements[at])})`,
	);
	return texts.map((text, at) =>
		(texts.indexOf(text) === at ? text : `${text} ${texts.slice(0, at).filter((other) => other === text).length + 1}`).slice(0, 120),
	);
}

function aroundOf(layout: Layout, element: ElementView | undefined): string {
	const node = element === undefined ? undefined : layout.nodeOf.get(element.id);
	if (node === undefined) return "";
	const [block] = blocksAround(layout, node);
	if (block !== undefined) return titleOf(layout, block).slice(0, 60);
	for (let line = node.line; line >= 0; line -= 1) {
		const at = layout.view.lines[line];
		const title = at?.kind === "heading" ? at.text : at?.kind === "region" ? (at.name ?? "") : "";
		const range = title === "" ? undefined : at?.kind === "heading" ? rangeUnderHeading(layout, line) : rangeOfLine(layout, line);
		if (range !== undefined && isIn(range, node.order)) return title.slice(0, 60);
	}
	return textIn(layout, { from: Math.max(0, node.order - 2), to: node.order - 1 }, 40);
}

/** The control that an answer to a question means: a choice word for word, its number, or the only one that holds its words. */
export function chosenOf(layout: Layout, elements: readonly ElementView[], answer: string): ElementView | undefined {
	const choices = choicesOf(layout, elements);
	const said = layout.phrase(answer);
	const exact = choices.findIndex((choice) => layout.phrase(choice).folded === said.folded);
	if (exact !== -1) return elements[exact];
	const words = said.words.filter((word) => word !== "one" && word !== "the");
	const ordinal = ["first", "second", "third", "fourth", "fifth"].indexOf(words[0] ?? "");
	if (words.length === 1 && ordinal !== -1) return elements[ordinal];
	if (words.length === 1 && words[0] === "last") return elements.at(-1);
	const holding = elements.filter(
		(_, at) => words.length > 0 && words.every((word) => layout.phrase(choices[at] ?? "").words.includes(word)),
	);
	return holding.length === 1 ? holding[0] : undefined;
}
