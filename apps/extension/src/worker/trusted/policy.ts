import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { Report } from "../../run-record.ts";
import { surpriseOf } from "../run/batch.ts";
import { trustedKeyOf } from "./keys.ts";

/** Whether trusted input is possible on a site. `none`: the build lacks it. */
export type TrustedAccess = "none" | "ask" | "granted" | "refused";

/** An action done with synthetic input. `deadBefore`: how often in a row it had no effect before. */
export type LastAct = { readonly action: string; readonly isApproved: boolean; readonly deadBefore: number; readonly result: ActResult };

/** What follows an action: `trusted` input at once, `ask` the user first, `tell` the server what is missing. */
export type Escalation = "nothing" | "trusted" | "ask" | "tell";

const able: ReadonlySet<Action["name"]> = new Set(["click", "hover", "press", "drag", "setValue"]);

/** Fields where a click has its effect once the cursor is in them. */
const typed: ReadonlySet<string> = new Set("input textarea password email number date time search tel url combobox editable".split(" "));

/**
 * Says whether an action had no effect at all on the page.
 *
 * @param seen the changes until the page settled; an unknown fact is absent
 * @throws never
 */
export function isIneffective({ action, result }: Pick<LastAct, "action" | "result">, seen: Report["clientObservations"]): boolean {
	const parsed = parseAction(action);
	if (!parsed.ok || !able.has(parsed.action.name) || result.isOpen === true) return false;
	if (parsed.action.name === "setValue") return result.code === "NOT_TAKEN" || surpriseOf(action, result, null) === "value";
	const { dialogs, download, focusedId } = result.actualState ?? {};
	if (!result.success || dialogs !== undefined || download !== undefined) return false;
	const isInField = result.target !== undefined && typed.has(result.target.role) && focusedId === result.target.id;
	if (parsed.action.name === "press" ? isUnseen(parsed.action.keys, isInField) : isInField) return false;
	return seen?.didDomMutate !== true && seen?.didNetworkOccur !== true && seen?.didUrlChange !== true;
}

const caretKeys: ReadonlySet<string> = new Set("ArrowLeft ArrowRight ArrowUp ArrowDown Home End PageUp PageDown".split(" "));
const controlOrMeta = 6;

/** A moving caret leaves no trace. Copy and paste use the task's own clipboard; real keys would reach the user's. */
function isUnseen(keys: string, isInField: boolean): boolean {
	const stroke = trustedKeyOf(keys);
	if (stroke === null) return false;
	if ((stroke.modifiers & controlOrMeta) !== 0) return "acvx".includes(stroke.key.toLowerCase());
	return isInField && caretKeys.has(stroke.key);
}

/**
 * Decides what follows an ineffective action. An action that the user approved once is never repeated.
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

export function trustedInputNeeded(access: TrustedAccess): ActResult {
	const message =
		access === "none"
			? "The page does not react to synthetic input; the trusted-input build of Webhand could do it"
			: "The page reacts to real keyboard and mouse input only, and the user did not allow it";
	return { success: false, isInert: true, code: "TRUSTED_INPUT_NEEDED", message };
}
