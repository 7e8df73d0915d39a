import { parseKeystroke } from "../act/keys/keystroke.ts";
import type { PageAction, PageGuard } from "./page-action.ts";

/** The target as it is now, written as in the page text. */
export type LiveFacts = Pick<PageGuard, "fingerprint" | "role" | "name" | "form"> & { readonly isSensitive: boolean };

export type Refusal = { readonly code: "APPROVAL_STALE" | "STALE_ELEMENT" | "SENSITIVE_FIELD"; readonly message: string };

/**
 * The last check before the page is touched; it can only refuse.
 *
 * @param guard the facts that the server judged; absent where no judgement is needed
 * @param fills the action writes a value into the target
 * @returns null when the action may run
 * @throws never
 */
export function refusalOf(guard: PageGuard | undefined, live: LiveFacts, fills: boolean): Refusal | null {
	if (fills && live.isSensitive && guard?.sensitive !== "user_value") {
		return { code: "SENSITIVE_FIELD", message: "Only the user fills in this field" };
	}
	if (guard === undefined) return null;
	const changed = changedFact(guard, live);
	return changed === null ? null : staleTarget(guard, changed);
}

/**
 * True when the action writes text into a field or copies text from it. Keys that the user approved do not count.
 *
 * @throws never
 */
export function fills(action: PageAction, guard: PageGuard | undefined): boolean {
	if (action.name === "setValue") return true;
	if (action.name !== "press" || guard?.approved === true) return false;
	const stroke = parseKeystroke(action.keys);
	if (stroke === null || stroke.key.length !== 1) return false;
	return !((stroke.ctrlKey || stroke.metaKey) && stroke.key === "a");
}

/** The refusal where the page is another one by now. An approval is over; anything else is decided anew. */
export function staleTarget(guard: Pick<PageGuard, "approved">, change: string): Refusal {
	return { code: guard.approved ? "APPROVAL_STALE" : "STALE_ELEMENT", message: `The page has changed since this was decided: ${change}` };
}

function changedFact(guard: PageGuard, live: LiveFacts): string | null {
	if (guard.role !== live.role) return `it was ${guard.role}, now ${live.role}`;
	if (guard.name !== live.name) return "it has another name";
	if (guard.fingerprint !== live.fingerprint) return "it leads elsewhere";
	const form = formChange(guard.form, live.form);
	return form;
}

function formChange(guard: PageGuard["form"], live: PageGuard["form"]): string | null {
	if (guard === undefined) return null;
	if (live === undefined) return "its form is gone";
	if (guard.origin !== live.origin || guard.path !== live.path) return "its form goes elsewhere";
	if (guard.method !== live.method) return "its form is sent differently";
	if (guard.submits !== live.submits) return "it submits the form or no longer does";
	return [...guard.sensitive].sort().join() === [...live.sensitive].sort().join() ? null : "its form asks for other data";
}
