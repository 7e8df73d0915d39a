import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { StepId } from "@webhand/contracts/routine/step-id";
import type { PageView } from "@webhand/page/parse/view";
import { resolveTarget } from "../target/resolve.ts";
import { isAct, isEntry, staysOnPage } from "./act.ts";
import type { Here } from "./cursor.ts";
import { locate } from "./cursor.ts";
import { isSoAlready } from "./so-already.ts";
import type { Played, Position, ReplayState } from "./state.ts";

/** The documents that a page shows: its own, and those of its frames. */
function epochsOf({ epoch, elements }: PageView): ReadonlySet<string> {
	return new Set([epoch, ...[...elements.values()].flatMap((element) => [element.epoch, element.attributes.get("epoch") ?? epoch])]);
}

/** True where a document is gone in which something was filled in that no step has sent. @throws never */
export function isFilledGone({ filledIn = [] }: ReplayState, view: PageView): boolean {
	if (filledIn.length === 0) return false;
	const epochs = epochsOf(view);
	return filledIn.some((epoch) => !epochs.has(epoch));
}

/** How often a row goes back for what a document took with it. */
export const mostRestarts = 2;

/**
 * The state behind steps that are proven. A choice that loads its document again, with what it chose, loses nothing by itself: the row goes
 * back to the first entry before it that the page does not hold any more. A press that closes a frame loses nothing. An entry takes away no
 * other document.
 *
 * @param done positions of the steps
 * @returns undefined where the document of an entry is gone, and what was entered with it
 * @throws never
 */
export function keepingFilled(
	played: Played,
	state: ReplayState,
	{ view, done }: { readonly view: PageView; readonly done: readonly (readonly Position[])[] },
): { readonly state: ReplayState; readonly lost?: readonly Position[] } | undefined {
	const { sent, filledIn } = state;
	if (sent === undefined || filledIn === undefined) return { state };
	const epochs = epochsOf(view);
	const steps = done.flatMap((at) => locate(played, at) ?? []);
	const areEntries = steps.every(({ step }) => isEntry(step));
	if (areEntries && epochs.has(sent.epoch)) return { state };
	if (areEntries && !steps.every((here) => isHeld(view, here))) return undefined;
	const left = filledIn.filter((epoch) => epochs.has(epoch));
	const kept = { ...state, filledIn: left.length === 0 ? [view.epoch] : left };
	const lost = areEntries ? lostBefore(played, view, { at: done[0] ?? [], skipped: state.skipped }) : undefined;
	return lost === undefined ? { state: kept } : { state: kept, lost };
}

type Place = { readonly at: readonly Position[]; readonly skipped: readonly StepId[] };

/** The first of the entries right before a position that a page does not hold. */
function lostBefore(played: Played, view: PageView, { at, skipped }: Place): readonly Position[] | undefined {
	const here = locate(played, at);
	if (here === undefined) return undefined;
	const from = here.before.findLastIndex((step) => !staysOnPage(step)) + 1;
	const around = at.slice(0, -1);
	const isWhole = from === 0 && locate(played, around)?.step.do === "if";
	const outside = isWhole ? lostBefore(played, view, { at: around, skipped }) : undefined;
	if (outside !== undefined) return outside;
	const isLost = (step: RoutineStep) => isEntry(step) && !skipped.includes(step.id) && !isHeld(view, { ...here, step });
	const lost = here.before.slice(from).find(isLost);
	return lost === undefined ? undefined : [...around, { step: lost.id }];
}

/** True where a page holds what a step enters; of a secret it says only that there is one. */
function isHeld(view: PageView, { step, values }: Pick<Here, "step" | "values">): boolean {
	if (!isAct(step) || !("target" in step) || step.target === undefined) return false;
	const found = resolveTarget(view, step.target, { values, isCommit: false });
	const element = found.kind === "one" ? view.elements.get(found.id) : undefined;
	return element?.states.has("filled") === true || isSoAlready(step, element, { view, values, isUntouched: false });
}
