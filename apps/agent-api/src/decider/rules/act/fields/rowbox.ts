import type { ElementView } from "@webhand/page/parse/view";
import { itemAround } from "../../page/find/belongs.ts";
import type { Found } from "../../page/find/match.ts";
import { matchOf } from "../../page/find/match.ts";
import type { Block } from "../../page/layout.ts";
import { isIn } from "../../page/layout.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { isList, isToggle } from "../../page/roles.ts";
import { rowsAt } from "../../page/rows.ts";
import type { Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import { wordsOf } from "../../words/fold.ts";
import type { Scene } from "../move.ts";
import { untried } from "../move.ts";
import { bestOption } from "./set.ts";

/** "Select Bob", "select the second row": the box that selects it, where the rows have one; its link would open it. */
export function boxOfRow(thing: Thing, scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const toggles = (element: ElementView) => (isToggle(element) && !scene.isTried(element) ? 1 : 0);
	for (const name of new Set([thing.whole, thing.name].filter((one) => one !== ""))) {
		const found = finder.find(thingNamed(`Select ${name}`), toggles);
		if (found.kind === "one" && found.match.name >= 0.95) return found.match.element;
	}
	const rows = rowsAt(finder.layout, thing) ?? [];
	const [row] = rows;
	if (row !== undefined) return rows.length > 1 ? undefined : onlyBox(row, scene);
	const box = boxBeside(thing, scene);
	return box !== undefined && selects.test(box.name) ? box : undefined;
}

const selects = /^select\b/i;

/** The box of the one row or entry in which all stands that is called so, where no list offers it. */
function boxBeside(thing: Thing, scene: Scene): ElementView | undefined {
	const { finder, isTried } = scene;
	if (thing.name === "" || thing.position !== undefined || thing.superlative !== undefined) return undefined;
	const wanted = nameOf(thing.name);
	const spots = finder.anchors(thing);
	if (!spots.every((spot) => compareNames(wanted, finder.names.text(spot), true) >= 0.9)) return undefined;
	const [item, ...others] = spots.map((spot) => itemAround(finder.layout, spot));
	if (item === undefined || others.some((other) => other?.from !== item.from)) return undefined;
	const isOffered = [...finder.view.elements.values()].some((element) => isList(element) && bestOption(element, thing.whole) !== undefined);
	const box = isOffered ? undefined : onlyBox(item, scene);
	return box === undefined || isTried(box) ? undefined : box;
}

/** "All customers", where one box selects all that the page shows under that name. */
export function isBoxForAll({ name }: Thing, { finder }: Scene): boolean {
	// A link of that name leads to another list.
	if (name === "" || !finder.anchors(thingNamed(name)).some(({ element }) => element === undefined)) return false;
	const found = finder.find(thingNamed("Select all"), (element) => (isToggle(element) ? 1 : 0));
	return found.kind === "one" && found.match.name >= 0.95;
}

/** "Turn off Gym Fit", "pause Gym Fit": the one switch in the row or card of what is called so; of several rows the person says which. */
export function switchOf(thing: Thing, scene: Scene): Found {
	const { layout, view } = scene.finder;
	const goal = / (?:to|for) (.+)$/i.exec(thing.whole)?.[1];
	const anchors = [...thing.places.map(({ anchor }) => anchor), ...(goal === undefined ? [] : [thingNamed(goal)])];
	const placed = anchors.flatMap((anchor) => (anchor.name === "" ? [] : scene.finder.anchors(anchor)));
	const switches = [...view.elements.values()].filter(({ type }) => type === "switch" || type === "checkbox");
	const found = (placed.length > 0 ? placed : scene.finder.anchors(thing)).flatMap((spot) => {
		const item = itemAround(layout, spot);
		if (item === undefined) return [];
		const [only, ...others] = switches.filter((element) => {
			const at = layout.spotOf.get(element.id);
			return at !== undefined && isIn(item, at) && saysOn(element, spot.text);
		});
		return only === undefined || others.length > 0 ? [] : [only];
	});
	const matches = [...new Set(found)].map(matchOf);
	const [match, ...others] = matches;
	if (match === undefined) return { kind: "none", isPlaceMissing: false };
	return untried(others.length === 0 ? { kind: "one", match, others } : { kind: "tied", matches }, scene);
}

/**
 * A box or switch of a row is for whether the row is on where it says so, or says no more than what the row is called: one for "Auto-renew"
 * is for something else, and one "Paused" is ticked to switch off.
 */
function saysOn({ type, name }: ElementView, called: string): boolean {
	const row = new Set(wordsOf(called));
	const own = wordsOf(name).filter((word) => !row.has(word));
	if (own.length === 0) return type === "switch";
	return own.every((word) => onWords.has(word));
}

const onWords: ReadonlySet<string> = new Set(
	"active enabled on status running aktiv an eingeschaltet activé actif activo attivo ativo".split(" "),
);

function onlyBox(row: Block, { finder }: Scene): ElementView | undefined {
	const boxes = [...finder.view.elements.values()].filter((element) => {
		const spot = finder.layout.spotOf.get(element.id);
		return isToggle(element) && spot !== undefined && isIn(row, spot);
	});
	return boxes.length === 1 ? boxes[0] : undefined;
}
