import type { ElementView } from "@webhand/page/parse/view";
import type { Thing } from "../../sentence/clause.ts";
import { shapeWords, sizeWords } from "../../words/lexicon.ts";
import { boxOf } from "../roles.ts";

/** The controls of a colour, shape and size; of sizes the largest or smallest there is. */
export function withTraits(elements: readonly ElementView[], { traits }: Pick<Thing, "traits">): readonly ElementView[] {
	let kept = elements;
	for (const trait of traits) {
		if (sizeWords.has(trait)) continue;
		const words = shapeWords.get(trait) ?? [trait];
		const narrowed = kept.filter((element) => words.some((word) => saidBy(element).includes(word)));
		// A shape may go by another word on the page; a colour may not.
		if (narrowed.length > 0 || !shapeWords.has(trait)) kept = narrowed;
	}
	const size = traits.map((trait) => sizeWords.get(trait)).find((one) => one !== undefined);
	if (size === undefined) return kept;
	const sized = kept.flatMap((element) => {
		const box = boxOf(element);
		return box === undefined ? [] : [{ element, area: box.width * box.height }];
	});
	if (sized.length === 0) return kept;
	const edge = size === "large" ? Math.max(...sized.map(({ area }) => area)) : Math.min(...sized.map(({ area }) => area));
	return sized.filter(({ area }) => area === edge).map(({ element }) => element);
}

const saidBy = (element: ElementView): string =>
	[element.name, element.content, element.attributes.get("hint"), element.attributes.get("value")].join(" ").toLowerCase();
