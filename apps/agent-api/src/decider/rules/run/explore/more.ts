import type { ElementView } from "@webhand/page/parse/view";
import type { Scene } from "../../act/move.ts";
import { calledOf } from "../../act/move.ts";
import type { Block, Layout, Spot } from "../../page/layout.ts";
import { blocksAround, isIn } from "../../page/layout.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Exploration } from "./places.ts";
import { clicked, isAskedFor, isNew, isOfRow, textsOf, wanted } from "./places.ts";

const moreNames = /^(?:more|more (?:options|actions)|options|actions|menu|open menu|kebab|ellipsis|⋮|⋯|…|\.{3}|☰)$/i;

/** A control for everything that there is no room for: the one beside what the thing belongs to, or the only one of the page. */
export function behindMore(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder } = scene;
	const openers = [...finder.view.elements.values()].filter(
		(element) => isOpener(element) && !element.states.has("expanded") && isAskedFor(element, thing, { intent, scene }),
	);
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
	const ofPage = thing.places.length === 0 && openers.length === 1 ? openers.filter((element) => !isOfRow(finder.layout, element)) : [];
	const [next] = beside.length > 0 ? beside : ofPage;
	// What was just pressed is open: pressing it again would close it.
	if (next === undefined || next.id === scene.memory.referent?.id) return undefined;
	const place = placeKey(`more ${next.id} ${scene.memory.clause} ${scene.memory.part}`);
	return isNew(scene, place)
		? clicked(next, `I do not see ${wanted(thing)} yet; I look behind ${calledOf(finder, next)}.`, place)
		: undefined;
}

/** "⋯", "More options". */
export const isOpener = (element: ElementView): boolean =>
	!element.states.has("disabled") && textsOf(element).some((text) => moreNames.test(text.trim()));

function isInBlock(layout: Layout, block: Block, element: ElementView): boolean {
	const spot = layout.spotOf.get(element.id);
	return spot !== undefined && isIn(block, spot);
}
