import { isDisabled, takesValue } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { elementsIn, isInRegion, positionOf } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import { scopeOf } from "../page/places.ts";
import type { Referent } from "../page/rows.ts";
import { blocksAround } from "../page/rows.ts";
import { gradeOf, grades } from "../page/text.ts";

const moreNames =
	/^(?:more|⋮|…|⋯|\.\.\.|☰|≡|kebab|hamburger|ellipsis|mehr|menü|(?:(?:open|show|more|main|row|card|item|other)\s){0,2}(?:actions?|options|menu)(?:\s(?:for|of|on)\s.{1,60})?)$/iu;

/** What is missing, for which kind of clause, and what "it" is. */
type Wanted = { readonly wanted: Target; readonly kind: Intent["kind"]; readonly referent: Referent | undefined };

/**
 * The one control behind which a missing control may be: in the row or section that the order names, its "more" button or what is folded
 * there; without a place what the order names as a section, or the page's only menu. Undefined where several could be it.
 */
export function openerFor(layout: Layout, { wanted, kind, referent }: Wanted): ElementView | undefined {
	const usable = layout.elements.filter((element) => !isDisabled(element) && !takesValue(element));
	const isMenu = ({ type, states, href }: ElementView, name: string) =>
		moreNames.test(name.trim()) &&
		href === undefined &&
		!states.has("expanded") &&
		(type === "button" || type === "summary" || states.has("collapsed"));
	const isMore = (element: ElementView) => namesOf(layout, element).some((name) => isMenu(element, name));
	const place = wanted.places.find(({ relation }) => relation === "row" || relation === "section");
	if (place === undefined) {
		// What hangs on a row or card belongs to that thing alone.
		const isOfRow = (element: ElementView) =>
			!isInRegion(layout.view, element.line, "nav") && blocksAround(layout, { order: positionOf(layout, element) }).length > 0;
		return wanted.isPronoun === true || wanted.name === ""
			? undefined
			: onlyOf(usable.filter((element) => isMore(element) && !isOfRow(element)));
	}
	// A folded section, or a tab that is not shown, of the name that the order gives as the place.
	const { anchor } = place;
	const isFolded = ({ type, states }: ElementView) => states.has("collapsed") || (type === "tab" && !states.has("selected"));
	const isAnchor = (name: string) => gradeOf(layout.phrase(anchor.name), layout.phrase(name)) >= grades.contained;
	const folded =
		kind === "named" || anchor.name === "" ? [] : usable.filter((element) => isFolded(element) && namesOf(layout, element).some(isAnchor));
	if (folded.length > 0) return onlyOf(folded);
	const [range, ...others] = scopeOf(layout, place, referent)?.ranges ?? [];
	if (range === undefined || others.length > 0) return undefined;
	const inside = elementsIn(layout, range).filter((element) => usable.includes(element));
	return onlyOf(inside.some(isMore) ? inside.filter(isMore) : inside.filter(({ states }) => states.has("collapsed")));
}

const onlyOf = (elements: readonly ElementView[]): ElementView | undefined => (elements.length === 1 ? elements[0] : undefined);

/** The tab that is shown now, to go back to it. */
export const shownTab = (layout: Layout, opener: ElementView): number | undefined =>
	opener.type === "tab" ? layout.elements.find(({ type, states }) => type === "tab" && states.has("selected"))?.id : undefined;

/** "Sign in with …" where the fields stand on another page: the one link or button that the first words of the clause name. */
export function wayTo(layout: Layout, clause: string): ElementView | undefined {
	const words = layout.phrase(clause).words.slice(0, 2).join(" ");
	const isNamed = (element: ElementView) => namesOf(layout, element).some((name) => layout.phrase(name).folded === words);
	const named = layout.elements.filter(
		(element) => !isDisabled(element) && !takesValue(element) && !element.states.has("submit") && isNamed(element),
	);
	return named.every(({ href }) => href !== undefined && href === named[0]?.href) ? named[0] : onlyOf(named);
}
