import type { Finder } from "../page/find/finder.ts";
import type { Condition } from "../sentence/clause.ts";
import { numberIn } from "../words/math.ts";

/** True when the page shows what a condition asks for; numbers are read where the page shows one that stands alone. */
export function isConditionMet(condition: Condition, finder: Finder): boolean {
	if (condition.kind === "shows") return finder.isShown(condition.thing);
	const number = shownNumber(finder);
	return number !== undefined && isNumberMet(condition, number);
}

/** True for a number that a condition allows. */
export function isNumberMet(condition: Exclude<Condition, { readonly kind: "shows" }>, number: number): boolean {
	if (condition.kind === "parity") return Math.abs(number % 2) === (condition.isEven ? 0 : 1);
	if (condition.bound2 !== undefined)
		return number >= Math.min(condition.bound, condition.bound2) && number <= Math.max(condition.bound, condition.bound2);
	switch (condition.compare) {
		case "less":
			return number < condition.bound;
		case "greater":
			return number > condition.bound;
		case "equal":
			return number === condition.bound;
		case "atMost":
			return number <= condition.bound;
		case "atLeast":
			return number >= condition.bound;
	}
}

/** The only number that stands alone, in a text or in a field that cannot be typed into. */
function shownNumber(finder: Finder): number | undefined {
	const alone = finder.layout.spots.flatMap((spot) => {
		const shown = spot.element === undefined ? spot.text : (spot.element.attributes.get("value") ?? "");
		return /^[-\u2212]?\d+(?:[.,]\d+)?$/.test(shown.trim()) ? [numberIn(shown) ?? 0] : [];
	});
	return alone[0];
}
