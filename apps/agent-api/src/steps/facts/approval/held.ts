import type { ElementView } from "@webhand/page/parse/view";
import { isTextual, isToggle } from "../kinds.ts";
import { isSensitiveField, maskedValue } from "../sensitive.ts";
import { withoutTicking } from "../ticking.ts";

const chosen: ReadonlySet<string> = new Set(["select", "listbox", "slider", "spinbutton", "color", "range", "file", "month", "week"]);
const ticked: ReadonlySet<string> = new Set(["menuitemcheckbox", "menuitemradio"]);
/** "1:02 of 3:40", "12 seconds of 3 minutes": where a recording stands, which runs by itself. */
const playing = /(?:\d:\d{2}|\d\s?(?:sec|min|sek|seg|сек|мин|秒|分)).*(?:\s(?:of|von|sur|de|di|из)\s|\/).*\d/iu;
const players = /(?<!\p{L})(?:seek|scrub|playback|elapsed)/iu;

/** True for controls that a form sends the value of. */
export function isSent({ type, attributes }: ElementView): boolean {
	return isTextual(type) || isTick(type) || chosen.has(type) || attributes.has("value");
}

/** True for what is ticked or chosen among others. */
export function isTick(type: string): boolean {
	return isToggle(type) || ticked.has(type);
}

/**
 * What a control holds: a value, a tick, a choice; undefined for nothing, so that an empty field that comes or goes is no change. Of a
 * secret only that there is one. What runs by itself counts without its running part.
 *
 * @throws never
 */
export function heldBy(element: ElementView): string | undefined {
	const { type, states, attributes } = element;
	if (isSensitiveField(element)) return states.has("filled") ? maskedValue : undefined;
	const value = isTick(type) ? undefined : attributes.get("value");
	const state = ["mixed", "checked", "selected", "pressed"].find((word) => states.has(word));
	const more = [attributes.get("rest"), state].filter((word) => word !== undefined);
	const text = value === undefined ? state : [still(value, element), ...more].join(" ");
	return text === "" ? undefined : text;
}

function still(value: string, { type, name, states }: ElementView): string {
	if (type === "slider" || type === "range") return playing.test(value) || players.test(name) ? "" : value;
	// What a person may type stays as it is: a time with seconds is a choice there.
	return isTextual(type) && !states.has("readonly") && !states.has("disabled") ? value : withoutTicking(value);
}
