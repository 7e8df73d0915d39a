import type { ElementView } from "@webhand/page/parse/view";
import { itemAround } from "../../page/find/belongs.ts";
import type { Finder } from "../../page/find/finder.ts";
import type { Layout, Spot } from "../../page/layout.ts";
import { blocksAround, isIn } from "../../page/layout.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import type { Memory } from "./memory.ts";

/**
 * Whose field was set, or whose button pressed: "it" is the ticket of "set the priority of the ticket to high and assign it".
 *
 * @param target what is pressed: it makes "it" of the thing whose row or card it stands in
 */
export function ownerOf(intent: Intent, finder: Finder, target: ElementView | undefined): Memory["referent"] {
	for (const { places } of fieldsOf(intent)) {
		const place = places.find(({ anchor, relation }) => (relation === "of" || relation === "inside") && anchor.name !== "");
		const spot = place === undefined ? undefined : onlySpot(place.anchor, finder);
		if (spot !== undefined) return referentAt(spot, finder);
	}
	const pressed = target === undefined ? undefined : finder.layout.spotOf.get(target.id);
	for (const thing of pressed === undefined ? [] : pressedFor(intent)) {
		const spot = thing.name === "" ? undefined : onlySpot(thing, finder);
		if (spot !== undefined && pressed !== undefined && areOfOneItem(finder.layout, spot, pressed)) return referentAt(spot, finder);
	}
	return undefined;
}

function areOfOneItem(layout: Layout, spot: Spot, pressed: Spot): boolean {
	const item = itemAround(layout, spot) ?? blocksAround(layout, spot)[0];
	return item !== undefined && isIn(item, pressed);
}

/** What a button or box is pressed for: "the lamp" of "star the lamp", of "tick Compare for the lamp". */
function pressedFor(intent: Intent): readonly Thing[] {
	if (intent.kind === "named") return [...intent.object.places.map(({ anchor }) => anchor), intent.object];
	const [only, ...more] = intent.kind === "click" || intent.kind === "tick" ? intent.things : [];
	return more.length > 0 ? [] : (only?.places ?? []).flatMap(({ anchor, relation }) => (relation === "of" ? [anchor] : []));
}

/** Where a thing stands, unless that may be several. */
function onlySpot(thing: Thing, finder: Finder): Spot | undefined {
	const [spot, ...others] = finder.anchors(thing);
	return spot === undefined || others.some(({ line }) => line !== spot.line) ? undefined : spot;
}

const referentAt = ({ text, element }: Spot, { view }: Finder): Memory["referent"] => ({
	text: text.slice(0, 200),
	epoch: view.epoch,
	...(element === undefined ? {} : { id: element.id }),
});

function fieldsOf(intent: Intent): readonly Thing[] {
	if (intent.kind === "fill") return intent.entries.flatMap(({ into }) => into ?? []);
	return intent.kind === "choose" && intent.field !== undefined ? [intent.field] : [];
}
