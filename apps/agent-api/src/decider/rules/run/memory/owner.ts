import type { Finder } from "../../page/find/finder.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import type { Memory } from "./memory.ts";

/** Whose field was set: "it" is the ticket of "set the priority of the ticket to high and assign it". */
export function ownerOf(intent: Intent, finder: Finder): Memory["referent"] {
	for (const { places } of fieldsOf(intent)) {
		const place = places.find(({ anchor, relation }) => (relation === "of" || relation === "inside") && anchor.name !== "");
		const [spot, ...others] = place === undefined ? [] : finder.anchors(place.anchor);
		if (spot === undefined || others.some(({ line }) => line !== spot.line)) continue;
		return { text: spot.text.slice(0, 200), epoch: finder.view.epoch, ...(spot.element === undefined ? {} : { id: spot.element.id }) };
	}
	return undefined;
}

function fieldsOf(intent: Intent): readonly Thing[] {
	if (intent.kind === "fill") return intent.entries.flatMap(({ into }) => into ?? []);
	return intent.kind === "choose" && intent.field !== undefined ? [intent.field] : [];
}
