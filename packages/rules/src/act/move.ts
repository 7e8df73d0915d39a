import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import { isDisabled } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Target } from "../clause.ts";
import { chosenOf } from "../page/choices.ts";
import type { Found } from "../page/find.ts";
import { find } from "../page/find.ts";
import { calledOf } from "../page/names.ts";
import type { Referent } from "../page/rows.ts";

/** What an act needs to know: the page, how far its clause is, what failed before, and what the order and the user said. */
export type Scene = {
	readonly layout: Layout;
	/** The words of the whole order. */
	readonly order: string;
	/** Which part of the clause is due: the nth field, option or key press. */
	readonly part: number;
	/** How often this part was tried in vain. */
	readonly failures: number;
	/** Keys of what this clause did once and is not to do again. */
	readonly done: readonly string[];
	readonly referent: Referent | undefined;
	/** The field that was filled last. */
	readonly field: Referent | undefined;
	readonly chosen: string | undefined;
	/** The words of the clause. */
	readonly clause: string;
	/** What came up when a "more" button or menu was opened for this clause: it belongs to the row in which that stands. */
	readonly opened: ReadonlySet<number>;
	/** False for what must not be pressed again or was forbidden. */
	readonly isFree: (element: ElementView) => boolean;
};

/** One action. `then`: after success the next part is due, or this one is looked at again; `key` marks what is done once only. */
export type Act = {
	readonly kind: "act";
	readonly action: Action;
	readonly thought: string;
	readonly expect: Expectation;
	readonly target?: ElementView;
	readonly then: "next" | "again";
	readonly key?: string;
	readonly referent?: Referent;
	readonly field?: Referent;
};

/**
 * What a clause comes to on this page. `pass`: this part is so already; `end`: no part is left; `missing`: the control is not there;
 * `stuck`: the page cannot do it, in words.
 */
export type Move =
	| Act
	| { readonly kind: "pass"; readonly answer?: string; readonly referent?: Referent; readonly field?: Referent }
	| { readonly kind: "end" }
	| { readonly kind: "missing"; readonly target: Target; readonly near: readonly ElementView[]; readonly place?: Target }
	| { readonly kind: "tied"; readonly target: Target; readonly elements: readonly ElementView[] }
	| { readonly kind: "stuck"; readonly message: string; readonly category: StuckKind };

export type StuckKind = "not_understood" | "not_on_page" | "stuck" | "impossible";

/** The move of a page that cannot do what is asked, in words without a full stop. */
export const stuck = (message: string, category: StuckKind = "not_understood"): Move => ({
	kind: "stuck",
	message,
	category,
});

/** A plain target of that name. */
export const target = (name: string, rest: Partial<Target> = {}): Target => ({ text: name, name, isQuoted: false, places: [], ...rest });

/** One action, proven by any change unless `rest` says more. */
export const act = (action: Action, thought: string, rest: Partial<Act> = {}): Act => ({
	kind: "act",
	action,
	thought,
	expect: { kind: "any_change" },
	then: "next",
	...rest,
});

/** The move for a control that is not there. */
export const missing = (wanted: Target, near: readonly ElementView[] = []): Move => ({ kind: "missing", target: wanted, near });

/** Looks for the control of a target among those that an act can use; what came up behind an opener counts first. */
export function locate(wanted: Target, scene: Scene, accepts: (element: ElementView) => boolean): Found {
	const { layout, order, referent, chosen, opened, isFree } = scene;
	const search = {
		order,
		referent,
		chosen,
		form: fieldOf(scene)?.form,
		accepts: (element: ElementView) => accepts(element) && isFree(element),
	};
	const isOpened = (element: ElementView) => search.accepts(element) && opened.has(element.id);
	const shown = opened.size === 0 ? undefined : find(layout, { ...wanted, places: [] }, { ...search, accepts: isOpened });
	return shown === undefined || shown.kind === "none" ? find(layout, wanted, search) : shown;
}

/** One of several controls that an order fits: the one the user chose, or none of them. */
export function oneOf(elements: readonly ElementView[], { layout, chosen }: Scene): ElementView | undefined {
	if (elements.length < 2) return elements[0];
	return chosen === undefined ? undefined : chosenOf(layout, elements, chosen);
}

/** The control that a referent means, as long as it is the same document. */
export const elementOf = (layout: Layout, referent: Referent | undefined): ElementView | undefined =>
	referent?.id === undefined || referent.epoch !== layout.view.epoch ? undefined : layout.view.elements.get(referent.id);

/** The field that was filled last. */
export const fieldOf = ({ layout, field }: Scene): ElementView | undefined => elementOf(layout, field);

/** The move for a search that did not come to one control. */
export function unresolved(wanted: Target, found: Exclude<Found, { readonly kind: "one" }>): Move {
	if (found.kind === "tied") return { kind: "tied", target: wanted, elements: found.elements };
	return { kind: "missing", target: wanted, near: found.near, ...(found.missingPlace === undefined ? {} : { place: found.missingPlace }) };
}

/** A control as later clauses refer to it. */
export function referentTo(layout: Layout, element: ElementView): Referent {
	const [name = ""] = namesOf(layout, element);
	return { text: name.slice(0, 200), epoch: layout.view.epoch, id: element.id };
}

/** A disabled control is named, and nothing is pressed in its place. */
export function disabled(element: ElementView, { layout }: Scene): Move | undefined {
	return isDisabled(element)
		? stuck(`${calledOf(layout, element)} is switched off on this page, so I pressed nothing`, "impossible")
		: undefined;
}

/** A click with what it is meant to do: follow the link, open what is closed, mark what can be marked. */
export function clickOn(element: ElementView, scene: Scene, rest: Partial<Act> = {}): Move {
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	const { layout } = scene;
	const learned = { expect: expectOf(element, layout.view.url), target: element, referent: referentTo(layout, element) };
	return act({ name: "click", id: element.id }, `I click ${calledOf(layout, element)}.`, { ...learned, ...rest });
}

function expectOf({ id, type, href, states }: ElementView, url: string): Expectation {
	if (type === "radio" && !states.has("checked")) return { kind: "state_is", id, state: "checked", on: true };
	const path = href?.split("#")[0] ?? "";
	if (path.length > 1 && !path.includes("…") && !url.includes(path)) return { kind: "url_contains", text: path };
	if (states.has("collapsed")) return { kind: "state_is", id, state: "expanded", on: true };
	return { kind: "any_change" };
}
