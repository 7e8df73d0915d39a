import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import type { Layout, Range } from "../page/layout.ts";
import { isInRegion, nodesIn } from "../page/layout.ts";
import { namesOf } from "../page/names.ts";
import { scopeOf } from "../page/places.ts";
import { isDisabled, takesValue } from "../page/roles.ts";
import type { Referent } from "../page/rows.ts";
import { blocksOf } from "../page/rows.ts";
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
	const places = wanted.places.filter(({ relation }) => relation === "row" || relation === "section");
	const [place] = places;
	const folded = place === undefined || kind === "named" ? [] : foldedCalled(layout, place.anchor);
	if (folded.length > 0) return onlyOf(folded);
	if (place !== undefined) {
		const ranges = scopeOf(layout, place, referent)?.ranges ?? blocksOf(layout, place.anchor, referent);
		const [range] = ranges;
		return range === undefined || ranges.length > 1 ? undefined : onlyOf(openersIn(layout, range));
	}
	if (wanted.isPronoun === true || wanted.name === "") return undefined;
	const all = layout.elements.filter((element) => !isDisabled(element));
	const menus = all.filter((element) => isMenuOpener(layout, element) && !isInBlock(layout, element));
	return onlyOf(menus);
}

const onlyOf = (elements: readonly ElementView[]): ElementView | undefined => (elements.length === 1 ? elements[0] : undefined);

function isMenuOpener(layout: Layout, element: ElementView): boolean {
	if (takesValue(element) || element.states.has("expanded") || element.href !== undefined) return false;
	const isNamed = namesOf(layout, element).some((name) => moreNames.test(name.trim()));
	return isNamed && (element.type === "button" || element.type === "summary" || element.states.has("collapsed"));
}

/** True for a control of a row or card: what hangs on it belongs to that thing alone. */
function isInBlock(layout: Layout, { id, line }: ElementView): boolean {
	const order = layout.nodeOf.get(id)?.order ?? -1;
	return (
		!isInRegion(layout.view, line, "nav") &&
		layout.groups.some(({ blocks, isNav }) => !isNav && blocks.some(({ from, to }) => order >= from && order <= to))
	);
}

function openersIn(layout: Layout, range: Range): readonly ElementView[] {
	const elements = nodesIn(layout, range).flatMap(({ element }) =>
		element === undefined || isDisabled(element) || takesValue(element) ? [] : [element],
	);
	const named = elements.filter((element) => isMenuOpener(layout, element));
	return named.length > 0 ? named : elements.filter(({ states }) => states.has("collapsed"));
}

/** A folded section, or a tab that is not shown, of the name that the order gives as the place. */
function foldedCalled(layout: Layout, anchor: Target): readonly ElementView[] {
	if (anchor.name === "") return [];
	const wanted = layout.phrase(anchor.name);
	return layout.elements.filter((element) => {
		const isFolded = element.states.has("collapsed") || (element.type === "tab" && !element.states.has("selected"));
		return (
			isFolded &&
			!takesValue(element) &&
			!isDisabled(element) &&
			namesOf(layout, element).some((name) => gradeOf(wanted, layout.phrase(name), anchor.isQuoted) >= grades.contained)
		);
	});
}

/** The tab that is shown now, to go back to it. */
export function shownTab(layout: Layout, opener: ElementView): number | undefined {
	if (opener.type !== "tab") return undefined;
	return layout.elements.find(({ type, states }) => type === "tab" && states.has("selected"))?.id;
}

/** "Sign in with …" where the fields stand on another page: the one link or button that the first words of the clause name. */
export function wayTo(layout: Layout, clause: string): ElementView | undefined {
	const words = layout.phrase(clause).words.slice(0, 2).join(" ");
	const named = layout.elements.filter(
		(element) =>
			!isDisabled(element) &&
			!takesValue(element) &&
			!element.states.has("submit") &&
			namesOf(layout, element).some((name) => layout.phrase(name).folded === words),
	);
	return named.every(({ href }) => href !== undefined && href === named[0]?.href) ? named[0] : onlyOf(named);
}
