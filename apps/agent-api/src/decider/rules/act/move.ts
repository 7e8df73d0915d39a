import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../page/find/finder.ts";
import type { Accepts, Found, Match } from "../page/find/match.ts";
import type { Memory } from "../run/memory/memory.ts";
import type { Thing } from "../sentence/clause.ts";
import { chosenOf } from "./choices.ts";

/** What an act needs to know: the page, how far the clause is, what was tried. */
export type Scene = {
	readonly finder: Finder;
	readonly memory: Memory;
	readonly now: Date;
	/** Name of the person's choice when they were asked, else undefined. */
	readonly chosen: string | undefined;
	/** True for controls that failed for this clause already, or that must not be used. */
	readonly isTried: (element: ElementView) => boolean;
};

/** What a finished part leaves behind for later clauses. */
export type Learned = Partial<
	Pick<Memory, "copied" | "remembered" | "referent" | "field" | "seen" | "slide" | "isClipped" | "listedAs">
> & {
	readonly answers?: readonly string[];
};

/**
 * What a clause comes to on this page. `then`: after success the next part of the clause is due, or the same one is looked at again.
 * `skip`: a condition does not hold, the clause behind it is left out; `pass`: the part is true already, the next one is looked at in the same turn; `end`: no part is left.
 * `missing`: the thing is not there (yet); `tied`: several are equally good; `stuck`: the page cannot do it.
 */
export type Move =
	| {
			readonly kind: "act";
			readonly action: Action;
			readonly thought: string;
			readonly expect?: Expectation;
			readonly target?: ElementView;
			readonly then: "next" | "again";
			readonly learned?: Learned;
			/** Key of a place that is to be looked at once only. */
			readonly place?: string;
	  }
	| { readonly kind: "pass"; readonly learned?: Learned }
	| { readonly kind: "end"; readonly learned?: Learned }
	| { readonly kind: "skip" }
	| { readonly kind: "missing"; readonly thing: Thing }
	| { readonly kind: "tied"; readonly thing: Thing; readonly matches: readonly Match[] }
	/** `isFinal`: looking elsewhere would not help. `isImpossible`: nor would understanding it better. */
	| { readonly kind: "stuck"; readonly reason: string; readonly isFinal?: true; readonly isImpossible?: true };

/** A name in the quotes that thoughts use. */
export const quoted = (text: string): string => `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`;

/** How a person would call a control. */
export function calledOf(finder: Finder, element: ElementView): string {
	const own = element.name || element.content;
	if (own !== "") return quoted(own);
	const label = finder.names.label(element)?.text ?? element.attributes.get("placeholder") ?? element.attributes.get("hint");
	return label === undefined ? `the ${wordFor(element)}` : quoted(label.replace(/[:*\s]+$/, ""));
}

const typeWords: Readonly<Record<string, string>> = {
	a: "link",
	input: "field",
	textarea: "text area",
	select: "list",
	checkbox: "box",
	radio: "option",
	password: "password field",
	search: "search field",
	email: "field",
	number: "field",
	date: "date field",
	range: "slider",
};

const wordFor = (element: ElementView): string => typeWords[element.type] ?? (element.type === "button" ? "button" : "control");

/** The control of a search that is to be acted on: the best, or the next best where the best failed before. */
export function untried(found: Found, scene: Scene): Found {
	if (found.kind === "none") return found;
	if (found.kind === "tied") {
		const chosen = scene.chosen;
		const byChoice = chosen === undefined ? undefined : chosenOf(scene.finder, found.matches, chosen);
		if (byChoice !== undefined) return { kind: "one", match: byChoice, others: [] };
		const left = found.matches.filter((match) => !scene.isTried(match.element));
		const only = left[0];
		if (only === undefined) return { kind: "none", isPlaceMissing: false };
		return left.length === 1 ? { kind: "one", match: only, others: [] } : { kind: "tied", matches: left };
	}
	const left = [found.match, ...found.others].filter((match) => !scene.isTried(match.element));
	const first = left[0];
	return first === undefined ? { kind: "none", isPlaceMissing: false } : { kind: "one", match: first, others: left.slice(1) };
}

/** The move for a search that did not come to one control. */
export function unresolved(thing: Thing, found: Exclude<Found, { readonly kind: "one" }>): Move {
	if (found.kind === "tied") return { kind: "tied", thing, matches: found.matches };
	return { kind: "missing", thing };
}

/** "The status of Bob" where Bob's row is shown and has no such field: another field is not his, and on other pages he does not stand. */
export function noFieldThere(field: Thing | undefined, { finder }: Scene, accepts: Accepts): Move | undefined {
	const place = field?.places.find(({ anchor, relation }) => relation === "of" && anchor.name !== "" && finder.isShown(anchor));
	if (field === undefined || place === undefined) return undefined;
	const fields = [...finder.view.elements.values()].filter((element) => accepts(element) > 0);
	if (fields.length === 0 || (finder.narrow(fields, place) ?? fields).length > 0) return undefined;
	const { whole, name } = place.anchor;
	return {
		kind: "stuck",
		reason: `I see no ${quoted(field.name || field.noun)} of ${quoted(whole || name)} that can be changed`,
		isFinal: true,
	};
}

/** Remembers a control for "it". */
export function referentTo(finder: Finder, element: ElementView): NonNullable<Memory["referent"]> {
	return {
		text: (element.name || element.content || (finder.names.label(element)?.text ?? "")).slice(0, 200),
		epoch: finder.view.epoch,
		id: element.id,
	};
}
