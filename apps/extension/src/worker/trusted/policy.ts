import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ActResult } from "../../page/messages.ts";
import type { Report } from "../../storage.ts";
import { surpriseOf } from "../run/batch.ts";
import { trustedKeyOf } from "./keys.ts";

/** What this build and the person say of real input on a site. `none`: the build has none. */
export type TrustedAccess = "none" | "ask" | "granted" | "refused";

/** An action that was done with synthetic input. `deadBefore`: how often in a row the same one had no effect before. */
export type LastAct = { readonly action: string; readonly isApproved: boolean; readonly deadBefore: number; readonly result: ActResult };

/** What follows from an action that is over: `trusted` at once, `ask` the person first, `tell` the server what is missing. */
export type Escalation = "nothing" | "trusted" | "ask" | "tell";

const able: ReadonlySet<Action["name"]> = new Set(["click", "hover", "press", "drag", "setValue"]);

/** Where a click does all it should when the cursor stands there. */
const typed: ReadonlySet<string> = new Set("input textarea password email number date time search tel url combobox editable".split(" "));

/**
 * Says whether an action went dead: it was done, and the page did nothing at all.
 *
 * @param seen what was witnessed until the page came to rest; an unknown fact is absent
 * @throws never
 */
export function isIneffective({ action, result }: Pick<LastAct, "action" | "result">, seen: Report["clientObservations"]): boolean {
	const parsed = parseAction(action);
	if (!parsed.ok || !able.has(parsed.action.name) || result.isOpen === true) return false;
	if (parsed.action.name === "setValue") return result.code === "NOT_TAKEN" || surpriseOf(action, result, null) === "value";
	const { dialog, download, focusedId } = result.actualState ?? {};
	if (!result.success || dialog !== undefined || download !== undefined) return false;
	const isInField = result.target !== undefined && typed.has(result.target.role) && focusedId === result.target.id;
	if (parsed.action.name === "press" ? isUnseen(parsed.action.keys, isInField) : isInField) return false;
	return seen?.didDomMutate !== true && seen?.didNetworkOccur !== true && seen?.didUrlChange !== true;
}

const caretKeys: ReadonlySet<string> = new Set("ArrowLeft ArrowRight ArrowUp ArrowDown Home End PageUp PageDown".split(" "));
const controlOrMeta = 6;

/** A caret moves without a trace. What copies and pastes works on the task's own clipboard: as real keys it would reach the person's. */
function isUnseen(keys: string, isInField: boolean): boolean {
	const stroke = trustedKeyOf(keys);
	if (stroke === null) return false;
	if ((stroke.modifiers & controlOrMeta) !== 0) return "acvx".includes(stroke.key.toLowerCase());
	return isInField && caretKeys.has(stroke.key);
}

/**
 * Says what follows from a dead action. What the person allowed once is never done a second time by ourselves.
 *
 * @throws never
 */
export function escalationFor(act: Pick<LastAct, "isApproved" | "deadBefore">, access: TrustedAccess): Escalation {
	const isRepeated = act.deadBefore > 0;
	if (act.isApproved) return isRepeated ? "tell" : "nothing";
	switch (access) {
		case "granted":
			return "trusted";
		case "ask":
			return isRepeated ? "ask" : "nothing";
		case "none":
		case "refused":
			return isRepeated ? "tell" : "nothing";
	}
}

/** What the server is told when only real input would help. */
export function trustedInputNeeded(access: TrustedAccess): ActResult {
	const message =
		access === "none"
			? "The page does not react to synthetic input; the trusted-input build of Webhand could do it"
			: "The page reacts to real keyboard and mouse input only, and the person did not allow it";
	return { success: false, isInert: true, code: "TRUSTED_INPUT_NEEDED", message };
}
