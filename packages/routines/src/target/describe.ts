import type { Target } from "@webhand/contracts/routine/target";
import { layoutOf } from "@webhand/page/layout/build";
import type { Layout } from "@webhand/page/layout/layout";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { addressPattern } from "./address.ts";
import { nameOf } from "./names.ts";
import type { Place } from "./place.ts";
import { placeOf } from "./place.ts";
import { rowWords } from "./rows.ts";
import { asWords } from "./words.ts";

const longestName = 200;
const longestHref = 2_000;
const mostWords = 12;
/** Of more controls of one name, one differs only by chance; each costs a hash. */
const mostTwins = 20;

/**
 * Describes a control so that it can be found again on a page that changed, in words of the page text. Linear in the page, read once for each
 * view.
 *
 * @returns undefined where the page has no control of that id
 * @throws never
 */
export function describeTarget(view: PageView, id: number): Target | undefined {
	const element = view.elements.get(id);
	if (element === undefined) return undefined;
	const layout = layoutOf(view);
	const where = inWords(placeOf(element, layout));
	const row = rowWords(layout, id)?.slice(0, mostWords);
	return {
		role: element.type,
		name: asWords(nameOf(element, layout).slice(0, longestName)),
		...(Object.keys(where).length === 0 ? {} : { where }),
		...(row === undefined ? {} : { row: row.map(asWords) }),
		...(element.href === undefined ? {} : { href: addressPattern(element.href).slice(0, longestHref) }),
		...(isAlone(layout, element) ? { fingerprint: fingerprint(element, view) } : {}),
	};
}

function inWords({ dialog, heading, ...others }: Place): NonNullable<Target["where"]> {
	return {
		...others,
		...(dialog === undefined ? {} : { dialog: asWords(dialog) }),
		...(heading === undefined ? {} : { heading: asWords(heading) }),
	};
}

/** False where another control looks the same by itself: its fingerprint would tell nothing. */
function isAlone({ view, elements }: Layout, element: ElementView): boolean {
	const isTwin = (other: ElementView) =>
		other !== element && other.type === element.type && other.name === element.name && other.href === element.href;
	const twins = elements.filter(isTwin);
	if (twins.length === 0) return true;
	if (twins.length > mostTwins) return false;
	const own = fingerprint(element, view);
	return twins.every((twin) => fingerprint(twin, view) !== own);
}
