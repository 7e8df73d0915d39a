import type { ElementView } from "@webhand/page/parse/view";
import { gridPoint } from "../page/find/grid.ts";
import { asListed, findItem, matchOfItem } from "../page/find/items.ts";
import type { Found } from "../page/find/match.ts";
import { nameOf } from "../page/names.ts";
import { clickable, takesValue } from "../page/roles.ts";
import type { Thing } from "../sentence/clause.ts";
import { thingNamed } from "../sentence/nouns/plain.ts";
import { canonical, fold, meaningOf, wordsOf } from "../words/fold.ts";
import type { Scene } from "./move.ts";
import { untried } from "./move.ts";

/** The control a thing means; for items of a list ("the first result") the one that opens it. */
export function locate(named: Thing, scene: Scene): Found {
	const { finder } = scene;
	const thing = asListed(finder, named);
	const point = gridPoint(finder, thing.whole);
	if (point !== undefined && !scene.isTried(point))
		return { kind: "one", match: { element: point, score: 1, name: 1, role: 1 }, others: [] };
	const part = partCalled(thing, scene);
	if (part !== undefined) return part;
	const isItem = thing.roles.some((role) => role === "item" || role === "row" || role === "option");
	const direct = untried(bySort(thing, scene), scene);
	// "The newest customer" is no link "Customers".
	const isWhole = (element: ElementView) => finder.nameScore(element, nameOf(thing.whole), true) >= 0.95;
	// "The last customer" is no link "Customers" either.
	const isOfMany = thing.position !== undefined && direct.kind === "one" && fold(direct.match.element.name) === `${fold(thing.name)}s`;
	const isCalled = direct.kind === "one" && thing.name !== "" && direct.match.name >= 0.9 && !isOfMany;
	const isSure = isCalled && (thing.superlative === undefined || isWhole(direct.match.element));
	if (isSure || !(isItem || thing.superlative !== undefined || thing.position !== undefined)) return byNumber(thing, direct, scene);
	if (thing.roles.length > 0 && !isItem && direct.kind === "one") return direct;
	const { item, isListed } = findItem(finder, thing, scene.memory.seen);
	if (item !== undefined && !scene.isTried(item.element)) return { kind: "one", match: matchOfItem(item), others: [] };
	// An ordinal beyond the list means an item on another page, not some other control.
	return isListed === true || (isItem && thing.position !== undefined && thing.name === "")
		? { kind: "none", isPlaceMissing: false }
		: byNumber(thing, direct, scene);
}

/** "The card actions of Dark mode", where a control of that card is called "Card actions": the card itself is not meant. */
function partCalled(thing: Thing, scene: Scene): Found | undefined {
	const { noun, name, places, position, superlative } = thing;
	if (noun === "" || name === "" || places.length === 0 || (position ?? superlative) !== undefined) return undefined;
	const called = `${noun} ${name}`;
	const found = untried(scene.finder.find({ ...thingNamed(called), places }, clickable), scene);
	return found.kind === "one" && found.match.name >= 0.95 ? found : undefined;
}

/** "The refund ticket" is none of what "Tickets" leads to by that name alone, nor are "the solved tickets" where something says "Solved". */
function isSortOf({ name, isQuoted }: Thing, finder: Scene["finder"]): (element: ElementView) => boolean {
	const [words, said] = [wordsOf(name), wordsOf(name).slice(0, -1).join(" ")];
	const noun = words.at(-1) ?? "";
	const [one] = canonical([noun]);
	if (isQuoted || meaningOf(words).length < 2 || one === undefined) return () => false;
	const isOne = one === noun || finder.isShown(thingNamed(said));
	return (element) => {
		const [word = "", ...others] = wordsOf(element.name || element.content).filter((part) => !/^\d+$/.test(part));
		return isOne && others.length === 0 && word !== one && canonical([word])[0] === one;
	};
}

/** "The dates", "the menu": no sort of thing where a control is called so. */
function bySort(thing: Thing, { finder }: Scene): Found {
	const isSort = isSortOf(thing, finder);
	const found = finder.find(thing, (element) => (isSort(element) ? 0 : clickable(element)));
	const { noun, name, position, superlative, places, isAll, isAny } = thing;
	const isBare = name === "" && noun !== "" && position === undefined && superlative === undefined && places.length === 0;
	const fits = found.kind === "one" ? [found.match] : found.kind === "tied" ? found.matches : [];
	if (!isBare || isAll || isAny === true || fits.some(({ role }) => role >= 0.75)) return found;
	const called = finder.find(thingNamed(noun), (element) => (takesValue(element) ? 0 : clickable(element)));
	return called.kind === "one" && called.match.name >= 0.8 ? called : found;
}

/** "result 3", "row 2": a number that is no name counts as a position. */
function byNumber(thing: Thing, direct: Found, scene: Scene): Found {
	const number = /^#?\d{1,3}$/.test(thing.name) && !thing.isQuoted ? Number(thing.name.replace("#", "")) : undefined;
	// A page of a list is no third link of the navigation.
	if (direct.kind !== "none" || number === undefined || number < 1 || thing.role === undefined || thing.role === "page") return direct;
	return locate({ ...thing, name: "", position: number }, scene);
}
