import type { PageView } from "@webhand/page/parse/view";
import { resolveTarget } from "../target/resolve.ts";
import { isAct, isEntry } from "./act.ts";
import type { Here } from "./cursor.ts";
import { isSoAlready } from "./so-already.ts";
import type { ReplayState } from "./state.ts";

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

/**
 * The state behind steps that are proven. A choice that loads its document again, with what it chose, loses nothing. Neither does a press
 * that closes a frame. An entry takes away no other document.
 *
 * @returns undefined where the document of an entry is gone, and what was entered with it
 * @throws never
 */
export function keepingFilled(state: ReplayState, view: PageView, done: readonly Here[]): ReplayState | undefined {
	const { sent, filledIn } = state;
	if (sent === undefined || filledIn === undefined) return state;
	const epochs = epochsOf(view);
	const isThere = epochs.has(sent.epoch);
	const areEntries = done.every(({ step }) => isEntry(step));
	if (areEntries && isThere) return state;
	if (areEntries && !done.every((here) => isHeld(view, here))) return undefined;
	const left = filledIn.filter((epoch) => epochs.has(epoch));
	return { ...state, filledIn: left.length === 0 ? [view.epoch] : left };
}

/** True where a page holds what a step enters; of a secret it says only that there is one. */
function isHeld(view: PageView, { step, values }: Here): boolean {
	if (!isAct(step) || !("target" in step) || step.target === undefined) return false;
	const found = resolveTarget(view, step.target, { values, isCommit: false });
	const element = found.kind === "one" ? view.elements.get(found.id) : undefined;
	return element?.states.has("filled") === true || isSoAlready(step, element, { view, values, isUntouched: false });
}
