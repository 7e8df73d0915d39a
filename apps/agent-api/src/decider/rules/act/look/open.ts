import type { ElementView } from "@webhand/page/parse/view";
import { itemAround } from "../../page/find/belongs.ts";
import { isDeed } from "../../page/find/deeds.ts";
import { namedInList, openersListed } from "../../page/find/items.ts";
import type { Found } from "../../page/find/match.ts";
import { matchOf } from "../../page/find/match.ts";
import { pagerOf } from "../../page/find/pager.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { isRadio, isTextField, isToggle } from "../../page/roles.ts";
import type { Thing } from "../../sentence/clause.ts";
import { wordsOf } from "../../words/fold.ts";
import { clickOn, isHere } from "../controls/click.ts";
import { beyondPage, pageNumber, turnedPage, turnMove } from "../controls/turn.ts";
import { choiceWithField } from "../fields/paired.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { referentTo, unresolved, untried } from "../move.ts";

/** Opens a thing: a control called so, or an item of a list; where the page is that thing already there is nothing to do. */
export function openMove(said: Thing, scene: Scene): Move {
	const thing = namedInList(scene.finder, said);
	const page = pageNumber(thing);
	if (page !== undefined) return turnMove(page, scene);
	if (scene.memory.part > 0) return { kind: "end" };
	const located = locate(thing, scene);
	const found =
		located.kind === "none" && isFirstByTime(thing, scene) ? locate({ ...thing, superlative: undefined, position: 1 }, scene) : located;
	const beyond = located === found ? beyondPage(thing, scene) : undefined;
	if (beyond !== undefined) return beyond;
	// "Show 50 per page": a choice of the list "Per page".
	const chosen = found.kind === "none" ? choiceWithField(thing, scene) : undefined;
	if (chosen !== undefined) return chosen;
	const turned = found.kind === "none" ? turnedPage(thing, scene) : undefined;
	if (turned !== undefined) return turned;
	const element = found.kind === "one" ? found.match.element : undefined;
	// Writing into a field or ticking a box shows nothing.
	const isShown = element !== undefined && !isTextField(element) && !isToggle(element) && !isRadio(element);
	const opener = found.kind === "tied" || isShown ? undefined : openerOf(thing, scene);
	if (opener !== undefined) return opener.kind === "one" ? detailsMove(opener.match.element, thing, scene) : unresolved(thing, opener);
	if (found.kind === "none") return listedMove(said, thing, scene);
	if (found.kind === "tied") return unresolved(thing, found);
	if (element === undefined || !isShown) return { kind: "missing", thing };
	// "Show order 7" asks to see it: "Order 7 again" only holds the words, and stands beside them.
	if (isDeed(scene.finder.layout, element) && compareNames(nameOf(thing.whole), nameOf(element.name || element.content), true) < 0.95)
		return { kind: "missing", thing };
	// One of the orders is asked for, and "Orders" leads to where they stand.
	if (element.href !== undefined && isHere(element.href, scene.finder.view.url) && (thing.superlative ?? thing.position) !== undefined)
		return { kind: "missing", thing };
	const opened = clickOn(element, scene, { thing, isOpening: true });
	if (opened.kind !== "act" || element.href === undefined || !isHere(element.href, scene.finder.view.url)) return opened;
	if (element.states.has("current")) return { kind: "end", learned: { referent: referentTo(scene.finder, element) } };
	// The address that is open without its query: it may lead to another day or page, or change nothing.
	return { ...opened, expect: { kind: "url_contains", text: element.href } };
}

/** "The ticket from Ada" below "Tickets": its item, by the control that opens it; of several the person says which. */
function listedMove(said: Thing, thing: Thing, scene: Scene): Move {
	const found = untried({ kind: "tied", matches: openersListed(scene.finder, said).map(matchOf) }, scene);
	return found.kind === "one" ? clickOn(found.match.element, scene, { thing, isOpening: true }) : unresolved(thing, found);
}

const shows: ReadonlySet<string> = new Set("open view show see details detail info information preview".split(" "));

/** "Open PO-7002", whose name is plain text: the one control of its row or card that says that it shows something. */
function openerOf(thing: Thing, scene: Scene): Found | undefined {
	const { finder } = scene;
	const { layout, view } = finder;
	if (thing.name === "" || thing.position !== undefined || thing.superlative !== undefined) return undefined;
	const items = finder.anchors(thing).map((anchor) => itemAround(layout, anchor));
	const openers = items.map((item) => {
		const inside = item === undefined ? [] : layout.spots.slice(item.from, item.to + 1).flatMap((spot) => spot.element ?? []);
		return inside.filter((element) => view.elements.has(element.id) && isOpener(element));
	});
	const different = [...new Set(openers.flat())];
	if (different.length === 0 || openers.some((some) => some.length !== 1)) return undefined;
	const found = untried({ kind: "tied", matches: different.map(matchOf) }, scene);
	return found.kind === "none" ? undefined : found;
}

/** Its details are shown: "its quote number" is that of the thing, not of the button. */
function detailsMove(element: ElementView, thing: Thing, scene: Scene): Move {
	const move = clickOn(element, scene, { thing, isOpening: true });
	const referent = { text: thing.name.slice(0, 200), epoch: scene.finder.view.epoch };
	return move.kind === "act" ? { ...move, learned: { ...move.learned, referent } } : move;
}

/** "Show details", "View", whatever sign it shows: all that it says is that it opens. */
function isOpener({ type, name, content, states }: ElementView): boolean {
	const words = wordsOf(name || content);
	return (type === "button" || type === "a") && !states.has("disabled") && words.length > 0 && words.every((word) => shows.has(word));
}

const inOrder = /^(?:e-?mails?|mails?|messages?|posts?|tweets?|news|articles?|stor(?:y|ies)|threads?|comments?|entry|entries)$/;

/** "The newest message": what is listed by time everywhere begins with it, on the first page. Good enough to look at it, not to delete it. */
const isFirstByTime = ({ superlative, noun }: Thing, { finder }: Scene): boolean =>
	superlative?.end === "most" && superlative.of === "date" && inOrder.test(noun) && pagerOf(finder.view).previous === undefined;
