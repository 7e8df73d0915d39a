import type { ElementView } from "@webhand/page/parse/view";
import type { Scene } from "../../act/move.ts";
import { calledOf, untried } from "../../act/move.ts";
import { isOfAnother } from "../../page/find/belongs.ts";
import { matchOf } from "../../page/find/match.ts";
import type { Block, Layout, Spot } from "../../page/layout.ts";
import { blocksAround, isIn } from "../../page/layout.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Exploration, Tied } from "./places.ts";
import { clicked, isAskedFor, isNew, isOfRow, textsOf, wanted } from "./places.ts";

const moreNames =
	/^(?:(?:(?:open|show) )?(?:(?:more|row|item|context) )?(?:options|actions|menu)(?: menu)?(?: (?:for|of) .+)?|more|kebab|ellipsis|⋮|⋯|…|\.{3}|☰)$/i;

/**
 * A control for everything that there is no room for: the one beside what the thing belongs to, or the only one of the page. Where what it
 * belongs to stands in several rows or cards, each with such a control, the person says which.
 */
export function behindMore(thing: Thing, scene: Scene, intent: Intent): Exploration | Tied | undefined {
	const { finder } = scene;
	const openers = [...finder.view.elements.values()].filter(
		(element) => isOpener(element) && !element.states.has("expanded") && isAskedFor(element, thing, { intent, scene }),
	);
	const anchors = thing.places.flatMap((place) => finder.anchors(place.anchor));
	const beside = [...new Set(anchors.flatMap((anchor) => besideIt(anchor, openers, finder.layout)))];
	const ofPage = thing.places.length === 0 && openers.length === 1 ? openers.filter((element) => !isOfRow(finder.layout, element)) : [];
	const matches = (beside.length > 0 ? beside : ofPage).map(matchOf);
	const found = matches.length > 1 ? untried({ kind: "tied", matches }, scene) : undefined;
	if (found?.kind === "tied") return { kind: "tied", thing: thing.places[0]?.anchor ?? thing, matches: found.matches };
	const next = found?.kind === "one" ? found.match.element : matches[0]?.element;
	// What was just pressed is open: pressing it again would close it.
	if (next === undefined || next.id === scene.memory.referent?.id) return undefined;
	const place = placeKey(`more ${next.id} ${scene.memory.clause} ${scene.memory.part}`);
	return isNew(scene, place)
		? clicked(next, `I do not see ${wanted(thing)} yet; I look behind ${calledOf(finder, next)}.`, place)
		: undefined;
}

/** The nearest of them to a spot, and none of another row or card. */
function besideIt(anchor: Spot, openers: readonly ElementView[], layout: Layout): readonly ElementView[] {
	const own = openers.filter((element) => !isOfAnother(layout, element, [anchor]));
	const isHeld = ({ id }: ElementView) =>
		layout.spotOf.get(id)?.inside.some((holder) => holder === anchor.inside.at(-1) || holder === anchor.element?.id) === true;
	const held = own.filter(isHeld);
	const inBlocks =
		held.length > 0 ? [held] : blocksAround(layout, anchor).map((block) => own.filter((one) => isInBlock(layout, block, one)));
	return (inBlocks.find((found) => found.length > 0) ?? []).slice(0, 1);
}

/** "⋯", "More options". */
export const isOpener = (element: ElementView): boolean =>
	!element.states.has("disabled") && textsOf(element).some((text) => moreNames.test(text.trim()));

function isInBlock(layout: Layout, block: Block, element: ElementView): boolean {
	const spot = layout.spotOf.get(element.id);
	return spot !== undefined && isIn(block, spot);
}
