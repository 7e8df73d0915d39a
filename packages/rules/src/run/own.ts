import { isClickable } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Move, Scene } from "../act/move.ts";
import { clickOn } from "../act/move.ts";
import { setToggle } from "../act/set.ts";
import type { Clause, Intent, Target } from "../clause.ts";
import { indexOfRun } from "../page/text.ts";

const kinds: ReadonlySet<Clause["intent"]["kind"]> = new Set(["named", "search", "choose", "tick", "unknown", "clear"]);

/** The one button, link or box whose name is the whole clause: "Search flights", "Mark all as read". */
export function controlCalled(layout: Layout, { text, intent }: Clause): ElementView | undefined {
	const words = layout.phrase(text.replace(/^(?:please|then|and|now) /i, "")).words.filter((word) => word !== "the" && word !== "a");
	if (!kinds.has(intent.kind) || words.length < 2) return undefined;
	const isCalled = (name: string) => layout.phrase(name).words.join(" ") === words.join(" ");
	const [only, ...others] = layout.elements.filter(
		(element) => /^(?:button|a|menuitem|submit|checkbox)$/.test(element.type) && namesOf(layout, element).some(isCalled),
	);
	return others.length > 0 || only?.states.has("disabled") ? undefined : only;
}

/** The move for a control that a whole clause names. */
export const ownMove = (element: ElementView, scene: Scene): Move =>
	element.type === "checkbox" ? setToggle(element, true, scene) : clickOn(element, scene);

/** A clause for which the user confirmed a control by its name. */
export const meantBy = ({ text }: Clause, name: string): Clause => ({
	text,
	intent: { kind: "click", how: "single", target: { text: name, name, isQuoted: true, places: [] } },
});

/** Controls whose whole name stands in a clause that was not understood, the longest names alone. */
export function nearestOf(layout: Layout, text: string): readonly string[] {
	const said = layout.phrase(text);
	const wordsOf = (name: string) => layout.phrase(name).words;
	const near = layout.elements.filter(isClickable).flatMap((element) => {
		const [name = ""] = namesOf(layout, element);
		const at = wordsOf(name).join("").length > 2 ? indexOfRun(said.words, wordsOf(name)) : -1;
		return at === 0 || (at > 0 && wordsOf(name).length > 1 && element.type === "button") ? [name] : [];
	});
	return [...new Set(near)].filter((name) => !near.some((other) => other !== name && indexOfRun(wordsOf(other), wordsOf(name)) !== -1));
}

/** True for clauses that came of one list: the same verb or button, each for another thing. */
export function isListedWith({ intent: one }: Clause, { intent: other }: Clause): boolean {
	if (one.kind === "named" && other.kind === "named")
		return one.verb === other.verb && one.object !== undefined && one.object.isPronoun !== true;
	if (one.kind !== "click" || other.kind !== "click") return false;
	return one.target.name === other.target.name && one.target.places.length > 0 && other.target.places.length > 0;
}

/** The thing that one clause of a list is about: what the verb is done to, or in whose row the button stands. */
export const thingOf = (intent: Intent): Target | undefined =>
	intent.kind === "named" ? intent.object : intent.kind === "click" ? intent.target.places[0]?.anchor : undefined;
