import type { ElementView } from "@webhand/page/parse/view";
import { pagerOf } from "../../page/find/pager.ts";
import { clickable } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf } from "../move.ts";

/** "Page 3", "the last page" of a list, from the end when negative; undefined for other things. */
export function pageNumber({ name, position, roles, isQuoted, places }: Thing): number | undefined {
	if (!roles.includes("page") || isQuoted || places.length > 0) return undefined;
	if (name === "") return position;
	return /^[1-9]\d{0,4}$/.test(name) ? Number(name) : undefined;
}

/**
 * Goes to a page of a list by its number: by the control that is called so, else page by page. Where nothing says which page is shown, the
 * pages are counted from the first, and nothing is pressed where this is another one.
 */
export function turnMove(wanted: number, scene: Scene): Move {
	const { finder, memory } = scene;
	const { next, previous, at, of } = pagerOf(finder.view);
	const number = wanted < 0 && of !== undefined ? of + 1 + wanted : wanted;
	const numbered = number > 0 ? controlOf(number, scene) : undefined;
	if (numbered !== undefined) return memory.part > 0 || numbered.states.has("current") ? { kind: "end" } : pressed(numbered, scene);
	if (at !== undefined && of !== undefined) {
		if (number === at) return { kind: "end" };
		if (number < 1 || number > of) return refused(of === 1 ? "There is only one page" : `There are only ${of} pages`);
		return pressedOnce(number > at ? next : previous, scene);
	}
	if (wanted === 1)
		return previous === undefined && (next !== undefined || memory.part > 0) ? { kind: "end" } : pressedOnce(previous, scene);
	if (wanted === -1) return next === undefined && (previous !== undefined || memory.part > 0) ? { kind: "end" } : pressedOnce(next, scene);
	if (wanted < 0 || (memory.part === 0 && previous !== undefined))
		return refused("I see no page numbers, so I cannot tell which page this is");
	return memory.part === wanted - 1 ? { kind: "end" } : pressedOnce(next, scene);
}

/** "The next page" of a list in whatever language its pager is; undefined where there is none, and for other things. */
export function turnedPage({ whole, isQuoted }: Thing, scene: Scene): Move | undefined {
	const way = isQuoted ? undefined : /^(?:the )?(next|following|previous) page$/i.exec(whole)?.[1];
	const { next, previous } = pagerOf(scene.finder.view);
	const element = way === undefined ? undefined : /^previous$/i.test(way) ? previous : next;
	return element === undefined || scene.isTried(element) ? undefined : pressed(element, scene);
}

/** "The customer with the highest revenue", where the list has further pages: the best of one page may not be meant. */
export function beyondPage({ superlative }: Thing, { finder }: Scene): Move | undefined {
	const { next, previous } = pagerOf(finder.view);
	if (superlative === undefined || (next === undefined && previous === undefined)) return undefined;
	return refused("The list has further pages, and I compare only what one page shows");
}

const refused = (reason: string): Move => ({ kind: "stuck", reason, isFinal: true });

/** A page that does not come is not asked for again. */
function pressedOnce(element: ElementView | undefined, scene: Scene): Move {
	if (element === undefined || scene.isTried(element)) return refused("I see no control that turns to that page");
	return pressed(element, scene);
}

function pressed(element: ElementView, { finder, memory }: Scene): Move {
	return {
		kind: "act",
		action: { name: "click", id: element.id },
		thought: `I turn the page with ${calledOf(finder, element)}.`,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		place: placeKey(`turn ${memory.part} ${memory.clause}`),
	};
}

/** The control "3" or "Page 3". */
function controlOf(number: number, { finder }: Scene): ElementView | undefined {
	const found = [`${number}`, `Page ${number}`].map((name) =>
		finder.find(thingNamed(name), (element) => (/^(?:a|button|tab|menuitem|link)$/.test(element.type) ? clickable(element) : 0)),
	);
	return found.flatMap((one) => (one.kind === "one" && one.match.name >= 0.95 ? [one.match.element] : []))[0];
}
