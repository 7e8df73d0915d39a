import { refuse } from "./act/outcome.ts";
import { placesOf } from "./act/perform.ts";
import type { ActResult, BeginReply, PageAction } from "./messages.ts";

type Point = { readonly x: number; readonly y: number };

/** What the person's own hand would do next in this page: places in the viewport of the tab. @source extension.md §5 "Trusted input" */
export function trustedPlaces(action: PageAction, target: Element | null, second: Element | null): BeginReply {
	const places = placesOf(action, target, second);
	if ("success" in places) return places;
	const from = places.from === null ? null : inTab(places.from);
	const to = places.to === null ? null : inTab(places.to);
	if (from === undefined || to === undefined) return elsewhere;
	return { ready: true, from, to };
}

const elsewhere: ActResult = refuse("TRUSTED_INPUT_NEEDED", "Real input does not reach into a frame of another site");

/** A point of this frame as the tab sees it; undefined where the frame around belongs to another site. */
function inTab({ x, y }: Point): Point | undefined {
	let at = { x, y };
	for (let frame: Window = window; frame !== frame.parent; frame = frame.parent) {
		const element = elementOf(frame);
		if (element === null) return undefined;
		const box = element.getBoundingClientRect();
		at = { x: at.x + box.left + element.clientLeft, y: at.y + box.top + element.clientTop };
	}
	return at;
}

function elementOf(frame: Window): Element | null {
	try {
		return frame.frameElement;
	} catch {
		return null;
	}
}
