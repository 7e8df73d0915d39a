import type { Target } from "@webhand/contracts/routine/target";
import type { InputValues } from "@webhand/contracts/routine/words";
import { layoutOf } from "@webhand/page/layout/build";
import type { Layout } from "@webhand/page/layout/layout";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { fitsAddress } from "./address.ts";
import { areAlike, nameOf, withoutCount } from "./names.ts";
import type { Place, PlacePart } from "./place.ts";
import { agreementOf, filledPlace, placeOf } from "./place.ts";
import { rowAround, rowsWith, standsInRow } from "./rows.ts";
import { inputsIn, wordsText } from "./words.ts";

/** A step of the ladder, 1 the surest. */
export type Rung = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The one control that a target means, several that fit equally well, or none. `isHeal`: it was found another way than the target says, so its
 * description should change.
 */
export type Resolution =
	| { readonly kind: "one"; readonly id: number; readonly rung: Rung; readonly isHeal: boolean }
	| { readonly kind: "several"; readonly ids: readonly number[]; readonly rung: Rung }
	| { readonly kind: "none"; readonly reason: string };

/** `values`: inputs by their names; `isCommit`: the step commits something, so a name with nothing of its place is a heal. */
export type ResolveOptions = { readonly values: InputValues; readonly isCommit: boolean };

/**
 * A target with its inputs filled in, on a page. `isExact`: its name is data of the run and has no other spelling; `named`: the controls of its
 * role and name that it may mean.
 */
type Wanted = {
	readonly layout: Layout;
	readonly target: Target;
	readonly name: string;
	readonly row: readonly string[];
	readonly place: Place;
	readonly isExact: boolean;
	readonly named: readonly ElementView[];
};

type Step = { readonly rung: Rung; readonly isHeal: boolean; readonly fits: (wanted: Wanted, element: ElementView) => boolean };

/**
 * The ladder: a rung counts only with exactly one fit. All rungs hold the role, the frame, the dialog and the words of the row; the first four
 * the name as well.
 */
const ladder: readonly Step[] = [
	{ rung: 1, isHeal: false, fits: hasFingerprint },
	{ rung: 2, isHeal: false, fits: standsRightThere },
	{ rung: 3, isHeal: false, fits: isInRowOrForm },
	{ rung: 4, isHeal: false, fits: (wanted, element) => hasName(wanted, element) && !hadTwins(wanted) },
	{ rung: 5, isHeal: true, fits: (wanted, element) => isCalledAlike(wanted, element) && standsInPlace(wanted, element) },
	{ rung: 6, isHeal: true, fits: (wanted, element) => isBetweenNeighbours(wanted, element) && standsInPlace(wanted, element) },
];

/**
 * Finds the control of a target: down the ladder, until a rung fits. More than one fit ends the search: no weaker rung decides between them.
 *
 * @throws never
 */
export function resolveTarget(view: PageView, target: Target, { values, isCommit }: ResolveOptions): Resolution {
	const unnamed = filled(view, target, values);
	if (unnamed === undefined) return { kind: "none", reason: "An input of the step has no value" };
	const { layout, row: words } = unnamed;
	const ofRole = layout.elements.filter(({ type }) => type === target.role);
	const sameName = ofRole.filter((element) => hasName(unnamed, element));
	// Outside of lists, words beside a control tell it only where no other one has its name.
	const isTold = (element: ElementView) => words.length === 0 || sameName.length === 1 || rowAround(layout, element.id) !== undefined;
	const named = sameName.filter((element) => isReachable(unnamed, element) && isTold(element));
	const wanted = { ...unnamed, named };
	// Where its name still stands, though not where it should, nothing else is it.
	const mayBeRenamed = sameName.length === named.length && !hadTwins(unnamed);
	const isInSomeRow = (element: ElementView) => words.length === 0 || rowAround(layout, element.id) !== undefined;
	const others = mayBeRenamed ? ofRole.filter((element) => isInSomeRow(element) && isReachable(unnamed, element)) : [];
	const candidates = named.length > 0 ? named : others;
	return climb(wanted, candidates, isCommit);
}

/**
 * True for a control that somebody else names for a target, where it may be the one: of its role, within its reach, and of its name where that
 * is data of the run.
 *
 * @throws never
 */
export function mayBeTarget(
	view: PageView,
	target: Target,
	{ id, values }: { readonly id: number; readonly values: InputValues },
): boolean {
	const element = view.elements.get(id);
	const wanted = filled(view, target, values);
	if (element === undefined || wanted === undefined || element.type !== target.role) return false;
	return isReachable(wanted, element) && (!wanted.isExact || hasName(wanted, element));
}

/** A target with its inputs filled in. @returns undefined where one of them has no value: it would fit any row, or any control without a name */
function filled(view: PageView, target: Target, values: InputValues): Wanted | undefined {
	const name = wordsText(target.name, values);
	const row = (target.row ?? []).map((words) => wordsText(words, values));
	const isExact = inputsIn(target.name).length > 0;
	const words = row.flatMap((word) => (word === undefined || word.trim() === "" ? [] : [word]));
	if (name === undefined || (isExact && name.trim() === "") || words.length < row.length) return undefined;
	const place = filledPlace(target.where ?? {}, values);
	return { layout: layoutOf(view), target, name: withoutCount(name), row: words, place, isExact, named: [] };
}

function climb(wanted: Wanted, candidates: readonly ElementView[], isCommit: boolean): Resolution {
	let tied: readonly ElementView[] | undefined;
	for (const { rung, isHeal, fits } of ladder) {
		const found = distinct((tied ?? candidates).filter((element) => fits(wanted, element)));
		const [only] = found;
		if (only !== undefined && found.length === 1) {
			return { kind: "one", id: only.id, rung, isHeal: isHeal || (rung === 4 && isCommit && !isAnyOfPlace(wanted, only)) };
		}
		// Twins by themselves are told apart by all of their place, which says more, or not at all.
		if (tied !== undefined) return { kind: "several", ids: tied.map(({ id }) => id), rung: 1 };
		if (found.length > 1 && rung > 1) return { kind: "several", ids: found.map(({ id }) => id), rung };
		if (found.length > 1) tied = found;
	}
	return { kind: "none", reason: reasonOf(wanted) };
}

/** In the same frame and dialog, in no other form, and in the row that the target names. */
function isReachable({ layout, place, row }: Wanted, element: ElementView): boolean {
	if (row.length > 0 && !standsInRow(layout, element.id, row)) return false;
	const seen = placeOf(element, layout);
	return place.frame === seen.frame && place.dialog === seen.dialog && agreementOf("form", place, seen) !== "other";
}

function hasName({ layout, name }: Wanted, element: ElementView): boolean {
	return nameOf(element, layout) === name;
}

function hasFingerprint(wanted: Wanted, element: ElementView): boolean {
	const { target, layout } = wanted;
	return target.fingerprint !== undefined && hasName(wanted, element) && fingerprint(element, layout.view) === target.fingerprint;
}

const parts: readonly PlacePart[] = ["frame", "dialog", "region", "heading", "form", "column", "before", "after"];
/** Parts that stay when a control gets another name; its neighbours may have changed as well. */
const surroundings: readonly PlacePart[] = ["frame", "dialog", "region", "heading", "form", "column"];

function agreesIn({ layout, place }: Wanted, element: ElementView, compared: readonly PlacePart[]): boolean {
	const seen = placeOf(element, layout);
	return compared.every((part) => (agreementOf(part, place, seen) ?? "same") === "same");
}

/** Neighbours tell two controls of a row apart, never two rows with the same words. */
function hasTwinRow({ layout, row, named }: Wanted, element: ElementView): boolean {
	const own = rowAround(layout, element.id);
	return row.length > 0 && named.some((other) => rowAround(layout, other.id) !== own);
}

function standsRightThere(wanted: Wanted, element: ElementView): boolean {
	if (!hasName(wanted, element)) return false;
	if (hasTwinRow(wanted, element)) return true;
	// Between twins a place is only a count.
	if (hadTwins(wanted) && [wanted.place.before, wanted.place.after].includes(wanted.name)) return false;
	const { href } = wanted.target;
	return agreesIn(wanted, element, parts) && (href === undefined || (element.href !== undefined && fitsAddress(href, element.href)));
}

/** A control that had twins of its name, and no row to tell it, is known by all of its place alone: a twin may be the only one left. */
function hadTwins({ target, row, isExact }: Wanted): boolean {
	return target.fingerprint === undefined && target.where !== undefined && row.length === 0 && !isExact;
}

function isInRowOrForm(wanted: Wanted, element: ElementView): boolean {
	if (!hasName(wanted, element) || hadTwins(wanted)) return false;
	if (wanted.row.length > 0) return true;
	return wanted.place.form !== undefined && agreesIn(wanted, element, ["form"]);
}

const standsInPlace = (wanted: Wanted, element: ElementView): boolean => agreesIn(wanted, element, surroundings);

/** True where anything of its place speaks for a control, or nothing could. */
function isAnyOfPlace({ layout, place, row }: Wanted, element: ElementView): boolean {
	const seen = placeOf(element, layout);
	const said = parts.map((part) => agreementOf(part, place, seen)).filter((agreement) => agreement !== undefined);
	return row.length > 0 || said.length === 0 || said.includes("same");
}

const isCalledAlike = ({ layout, name, isExact }: Wanted, element: ElementView): boolean =>
	!isExact && areAlike(name, nameOf(element, layout));

/**
 * Another name between the two neighbours that the target had, or beside one of them at an end; it is none of the fields that stood there,
 * and the old name is nowhere, or nowhere in the row.
 */
function isBetweenNeighbours({ layout, name, place, row, isExact }: Wanted, element: ElementView): boolean {
	if (isExact || (place.before === undefined && place.after === undefined)) return false;
	const seen = placeOf(element, layout);
	if (place.before !== seen.before || place.after !== seen.after) return false;
	if (place.form?.fields.includes(nameOf(element, layout)) === true) return false;
	const isBeside = (other: ElementView) => row.length === 0 || standsInRow(layout, other.id, row);
	return !layout.elements.some((other) => areAlike(name, nameOf(other, layout)) && isBeside(other));
}

/** Links of one name that lead to the same place are one. */
function distinct(elements: readonly ElementView[]): readonly ElementView[] {
	const seen = new Set<string>();
	return elements.filter(({ href, name }) => {
		if (href === undefined || href === "#") return true;
		const key = `${href} ${name}`;
		return !seen.has(key) && seen.add(key) !== undefined;
	});
}

function reasonOf({ layout, target: { role }, name, row, place }: Wanted): string {
	const called = name === "" ? `The page has no ${role} there` : `The page has no ${role} “${name}”`;
	if (row.length > 0 && rowsWith(layout, row).length === 0) return `The page has no row with ${row.map((word) => `“${word}”`).join(", ")}`;
	const inRow = row.length > 0 ? ` in the row with ${row.map((word) => `“${word}”`).join(", ")}` : "";
	return `${called}${inRow}${place.dialog === undefined ? "" : place.dialog === "" ? " in a dialog" : ` in the dialog “${place.dialog}”`}`;
}
