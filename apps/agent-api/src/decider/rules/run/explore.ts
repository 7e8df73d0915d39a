import type { ElementView } from "@webhand/page/parse/view";
import { closingControl } from "../act/look/close.ts";
import type { Move, Scene } from "../act/move.ts";
import { calledOf, quoted } from "../act/move.ts";
import { findItem } from "../page/find/items.ts";
import { pagerOf } from "../page/find/pager.ts";
import type { Block, Layout, Spot } from "../page/layout.ts";
import { blocksAround, isIn } from "../page/layout.ts";
import { compareNames, nameOf } from "../page/names.ts";
import { clickable, isRadio, isToggle, takesValue } from "../page/roles.ts";
import type { Intent, Thing } from "../sentence/clause.ts";
import { emptyThing } from "../sentence/nouns/plain.ts";
import { openedKey, placeKey } from "./memory.ts";

/** An action that may bring a missing thing into reach, and the key of the place it looks at. */
export type Exploration = { readonly move: Extract<Move, { readonly kind: "act" }>; readonly place: string };

const maxScreens = 5;
const maxPages = 10;

/**
 * Where to look for a thing that is not there, each place once: behind the dialog in front, in the plain text, in collapsed parts and
 * menus, on other tabs of the page, further down in scrolled parts, on the next page.
 *
 * @returns undefined when every place was looked at
 */
export function explore(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const ways = [behindDialog, inReferent, inPlainText, inMenus, behindMore, inCollapsed, inTabs, furtherDown];
	const turns = isNew(scene, backKey(1, scene)) ? [onNextPage, onPreviousPage] : [onPreviousPage];
	for (const way of mayTurnPage(thing, intent, scene) ? [...ways, ...turns] : ways) {
		const found = way(thing, scene, intent);
		if (found !== undefined) return found;
	}
	return undefined;
}

const turning: ReadonlySet<Intent["kind"]> = new Set(["click", "open", "find", "tick", "hover", "drag", "expand", "forward", "scroll"]);

/** Pages are turned for an item that may stand on another one: for nothing that is only read, and for no field or verb that is not here. */
function mayTurnPage(thing: Thing, intent: Intent, { finder }: Scene): boolean {
	if (turning.has(intent.kind)) return true;
	const isAway = (one: Thing) => (one.name !== "" || one.places.length > 0) && !finder.isShown(one);
	if (intent.kind !== "named") return intent.kind !== "read" && thing.places.some(({ anchor }) => anchor.name !== "" && isAway(anchor));
	const isItem = intent.object.roles.includes("item") || intent.object.roles.includes("row");
	const verb = nameOf(intent.verb);
	const isDone = [...finder.view.elements.values()].some((element) => finder.nameScore(element, verb, true) >= 0.8);
	// "The last customer", "the seventh": where the list goes on.
	if (intent.object.position !== undefined && isDone) return true;
	return isAway(intent.object) && (isItem || isDone);
}

const isNew = (scene: Scene, place: string): boolean => !scene.memory.visited.includes(place);

function click(element: ElementView, thought: string, place: string): Exploration {
	return {
		move: { kind: "act", action: { name: "click", id: element.id }, thought, expect: { kind: "any_change" }, then: "again" },
		place,
	};
}

function behindDialog(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const isModal = finder.view.lines.some((line) => line.kind === "collapsed" && /behind the dialog/.test(line.text));
	return finder.view.dialogs.length > 0 || isModal ? uncover(thing, scene) : undefined;
}

/** Closes what lies over the page: a dialog, or controls that appeared over others that are now covered. */
export function uncover(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const elements = [...finder.view.elements.values()];
	const isDialog = finder.view.dialogs.length > 0;
	const free = elements.filter((element) => !element.states.has("covered") && !element.states.has("disabled"));
	if (!isDialog && !elements.some((element) => element.states.has("covered"))) return undefined;
	const place = placeKey(
		`dialog ${finder.view.dialogs.map((dialog) => dialog.name).join()} ${free.map((element) => element.id).join()} ${scene.memory.clause} ${scene.memory.part}`,
	);
	if (!isNew(scene, place)) return undefined;
	const closer = closingControl(
		isDialog ? scene : { ...scene, isTried: (element) => !free.includes(element) || scene.isTried(element) },
		isDialog ? undefined : emptyThing,
	);
	if (closer !== undefined)
		return click(closer, `Something is in front; I close it with ${calledOf(finder, closer)} to get at ${wanted(thing)}.`, place);
	if (!isDialog) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "press", keys: "Escape" },
			thought: `A dialog is in front; I close it to get at ${wanted(thing)}.`,
			expect: { kind: "dialog_closes" },
			then: "again",
		},
		place,
	};
}

/** The thing that was found before is opened: what is to be done with it may stand inside. */
function inReferent(thing: Thing, scene: Scene): Exploration | undefined {
	const { referent } = scene.memory;
	const element =
		referent?.id === undefined || referent.epoch !== scene.finder.view.epoch ? undefined : scene.finder.view.elements.get(referent.id);
	if (element === undefined || takesValue(element) || clickable(element) < 0.6 || scene.isTried(element)) return undefined;
	// A choice that was made holds nothing.
	if (isToggle(element) || isRadio(element) || element.type === "option") return undefined;
	const place = placeKey(`open ${element.id} ${element.name}`);
	// What this clause opened already would be closed, or switched back.
	if (!isNew(scene, openedKey(element, scene))) return undefined;
	return isNew(scene, place) ? click(element, `I open ${calledOf(scene.finder, element)} to look for ${wanted(thing)}.`, place) : undefined;
}

/** Words that stand on the page without being a control get an id by `find`. */
function inPlainText(thing: Thing, scene: Scene): Exploration | undefined {
	if (thing.name === "" || thing.role === "field") return undefined;
	const isCalled = (least: number) => (one: Spot) =>
		one.element === undefined && compareNames(nameOf(thing.name), scene.finder.names.text(one), true) >= least;
	// At the place that the sentence names, words that go on behind the name are it too.
	const spot =
		scene.finder.anchors({ ...thing, places: [] }).find(isCalled(0.95)) ??
		(thing.places.length > 0 ? scene.finder.anchors(thing).find(isCalled(0.8)) : undefined);
	if (spot === undefined) return undefined;
	const place = placeKey(`find ${spot.text} ${scene.finder.view.url}`);
	if (!isNew(scene, place)) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "find", what: spot.text.slice(0, 200) },
			thought: `${quoted(spot.text)} is plain text; I look whether it can be clicked.`,
			then: "again",
		},
		place,
	};
}

const moreNames = /^(?:more|more (?:options|actions)|options|actions|menu|open menu|kebab|ellipsis|⋮|⋯|…|\.{3}|☰)$/i;

/** A control for everything that there is no room for: the one beside what the thing belongs to, or the only one of the page. */
export function behindMore(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const openers = [...finder.view.elements.values()].filter((element) => isOpener(element) && !element.states.has("expanded"));
	const anchors = thing.places.flatMap((place) => finder.anchors(place.anchor));
	const isHeld = (element: ElementView, { inside, element: holder }: Spot) =>
		finder.layout.spotOf.get(element.id)?.inside.some((id) => id === inside.at(-1) || id === holder?.id) === true;
	const beside = anchors.flatMap((anchor) => {
		const held = openers.filter((element) => isHeld(element, anchor));
		if (held.length > 0) return held;
		const inBlock = blocksAround(finder.layout, anchor).map((block) =>
			openers.filter((element) => isInBlock(finder.layout, block, element)),
		);
		return inBlock.find((found) => found.length > 0) ?? [];
	});
	const [next] = beside.length > 0 ? beside : thing.places.length === 0 && openers.length === 1 ? openers : [];
	// What was just pressed is open: pressing it again would close it.
	if (next === undefined || next.id === scene.memory.referent?.id) return undefined;
	const place = placeKey(`more ${next.id} ${scene.memory.clause} ${scene.memory.part}`);
	return isNew(scene, place)
		? click(next, `I do not see ${wanted(thing)} yet; I look behind ${calledOf(finder, next)}.`, place)
		: undefined;
}

const textsOf = (element: ElementView): readonly string[] => [element.name, element.content, element.attributes.get("hint") ?? ""];
const isOpener = (element: ElementView): boolean =>
	!element.states.has("disabled") && textsOf(element).some((text) => moreNames.test(text.trim()));

function isInBlock(layout: Layout, block: Block, element: ElementView): boolean {
	const spot = layout.spotOf.get(element.id);
	return spot !== undefined && isIn(block, spot);
}

/** Items of an open menu may hold menus of their own: they are pointed at, those with a like name first. */
function inMenus(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const likely = nameOf(thing.name || thing.whole);
	const items = [...finder.view.elements.values()]
		.filter((element) => element.type === "menuitem" && !element.states.has("disabled"))
		.map((element) => ({
			element,
			likeness: finder.nameScore(element, likely, false),
			place: placeKey(`menu ${element.name} ${scene.memory.clause} ${scene.memory.part}`),
		}))
		.filter(({ place }) => isNew(scene, place))
		.sort((left, right) => right.likeness - left.likeness);
	const next = items[0];
	if (next === undefined) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "hover", id: next.element.id },
			thought: `I do not see ${wanted(thing)} yet; I look below ${calledOf(finder, next.element)}.`,
			then: "again",
		},
		place: next.place,
	};
}

function inCollapsed(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder } = scene;
	const mayChoose = intent.kind === "choose" || intent.kind === "click";
	const folded = [...finder.view.elements.values()].filter(
		(element) => isFolded(element) && !element.states.has("disabled") && (mayChoose || !takesValue(element)),
	);
	const likely = nameOf(thing.whole);
	const sorted = folded
		.map((element) => ({
			element,
			likeness: finder.nameScore(element, likely, false),
			place: placeKey(`fold ${element.name} ${siteOf(finder.view.url)} ${orderAmong(folded, element)}`),
		}))
		.filter(({ place }) => isNew(scene, place))
		.sort((left, right) => right.likeness - left.likeness);
	const next = sorted[0];
	return next === undefined
		? undefined
		: click(next.element, `I do not see ${wanted(thing)} yet; I open ${calledOf(finder, next.element)}.`, next.place);
}

const isFolded = (element: ElementView): boolean => element.states.has("collapsed") && element.type !== "select";
const orderAmong = (elements: readonly ElementView[], element: ElementView): number =>
	elements.filter((other) => other.name === element.name).indexOf(element);

function inTabs(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const tabs = [...finder.view.elements.values()].filter(
		(element) =>
			element.type === "tab" && !element.states.has("selected") && !element.states.has("current") && !element.states.has("disabled"),
	);
	const next = tabs
		.map((element) => ({ element, place: placeKey(`tab ${element.name} ${siteOf(finder.view.url)} ${scene.memory.clause}`) }))
		.find(({ place }) => isNew(scene, place));
	return next === undefined
		? undefined
		: click(next.element, `I do not see ${wanted(thing)} yet; I look in the tab ${calledOf(finder, next.element)}.`, next.place);
}

function furtherDown(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const scrollers = [...finder.view.elements.values()].filter((element) => /more below/.test(element.attributes.get("scroll") ?? ""));
	for (const element of scrollers) {
		for (let screen = 1; screen <= maxScreens; screen += 1) {
			const place = placeKey(`scroll ${element.name} ${element.id} ${screen} ${scene.memory.clause} ${scene.memory.part}`);
			if (!isNew(scene, place)) continue;
			return {
				move: {
					kind: "act",
					action: { name: "scroll", to: { kind: "direction", direction: "down", id: element.id } },
					thought: `I scroll on to look for ${wanted(thing)}.`,
					then: "again",
				},
				place,
			};
		}
	}
	return undefined;
}

const nextNames = /^(?:next|next page|next ›|next »|›|»|>|>>|→|▶|older|more results|load more|show more|more)$/i;

function onNextPage(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const [next, another] = [...finder.view.elements.values()].filter(
		(element) =>
			clickable(element) >= 0.6 && !element.states.has("disabled") && textsOf(element).some((text) => nextNames.test(text.trim())),
	);
	// A "more" at each of several things opens something of theirs; it leads to no next page.
	if (next === undefined || (another !== undefined && isOpener(next) && isOpener(another)) || isOfForm(next, scene)) return undefined;
	for (let page = 1; page <= maxPages; page += 1) {
		const place = placeKey(`page ${page} ${scene.memory.clause}`);
		if (!isNew(scene, place)) continue;
		const { seen } = findItem(finder, thing, scene.memory.seen);
		const exploration = click(next, `I do not see ${wanted(thing)} here; I turn to the next page.`, place);
		const isAppending = /more/i.test(next.name);
		return { ...exploration, move: { ...exploration.move, learned: { seen: isAppending ? scene.memory.seen : scene.memory.seen + seen } } };
	}
	return undefined;
}

/** Behind the last page the ones before that where the search began, unless it began on the first. */
function onPreviousPage(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder, memory } = scene;
	const { previous, next, at } = pagerOf(finder.view);
	const turned = Array.from({ length: maxPages }, (_, page) => page + 1);
	const forward = turned.filter((page) => memory.visited.includes(placeKey(`page ${page} ${memory.clause}`))).length;
	const back = turned.find((page) => isNew(scene, backKey(page, scene)));
	// A number counts from where it was said.
	if (previous === undefined || back === undefined || thing.position !== undefined) return undefined;
	if (back === 1 && (next !== undefined || (at ?? forward + 2) - forward <= 1)) return undefined;
	return click(
		previous,
		`I do not see ${wanted(thing)} here either; I look on the pages before.`,
		placeKey(`back ${back} ${memory.clause}`),
	);
}

const backKey = (page: number, { memory }: Scene): string => placeKey(`back ${page} ${memory.clause}`);

const besideSpots = 8;

/** The next step of a form, which sends what stands in its fields: it turns no page of results, unless a list without fields stands there. */
function isOfForm(next: ElementView, { finder }: Scene): boolean {
	const { layout, view } = finder;
	const at = layout.spotOf.get(next.id)?.order ?? 0;
	const before = layout.spots.slice(Math.max(0, at - besideSpots), at).flatMap((spot) => spot.element ?? []);
	const fields = next.form === undefined ? before : [...view.elements.values()].filter((element) => element.form === next.form);
	if (!fields.some((element) => takesValue(element) && element.type !== "search" && element.type !== "searchbox")) return false;
	const isResult = ({ from, to }: Block) =>
		layout.spots.slice(from, to + 1).every(({ element }) => element === undefined || !takesValue(element));
	return !layout.groups.some(({ blocks }) => blocks.length >= 3 && blocks.every(isResult));
}

const wanted = (thing: Thing): string => (thing.whole === "" ? "it" : quoted(thing.whole));

function siteOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname : url;
}
