import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ActResult } from "@webhand/page/execute/page-action";
import { toldAddress } from "../tabs/site.ts";

/** Why a batch ends after one of its parts. */
export type Surprise = "error" | "value" | "dialog" | "navigation";

/** The state read back after one part of a batch, as the server verifies it. */
export type PartReport = Readonly<Record<string, unknown>> & {
	readonly action: string;
	readonly success: boolean;
	readonly surprise?: Surprise;
	readonly code?: string;
};

/**
 * Says whether a part of a batch went wrong. A missing control shows as an error of the next part.
 *
 * @param action canonical text
 * @param pageUrl address of the document that the batch was decided on; null where unknown, as in a frame
 * @returns null when the next part may follow
 * @throws never
 */
export function surpriseOf(action: string, result: ActResult, pageUrl: string | null): Surprise | null {
	if (!result.success) return "error";
	const state = result.actualState ?? {};
	if (state["dialogs"] !== undefined) return "dialog";
	if (pageUrl !== null && typeof state["url"] === "string" && toldAddress(state["url"]) !== pageUrl) return "navigation";
	const parsed = parseAction(action);
	return parsed.ok && !isAsWanted(parsed.action, state) ? "value" : null;
}

/** A value that is not read back, as a secret, contradicts nothing. */
function isAsWanted(action: Action, state: Readonly<Record<string, unknown>>): boolean {
	if (action.name !== "setValue") return true;
	const { value, checked } = state;
	if (typeof checked === "boolean") return String(checked) === action.text.trim().toLowerCase();
	return typeof value !== "string" || fold(value) === fold(action.text);
}

const fold = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** The parts done so far. @param results one for each of the first `actions` */
export function partReports(actions: readonly string[], results: readonly ActResult[], pageUrl: string | null): PartReport[] {
	return results.map((result, index) => {
		const action = actions[index] ?? "";
		const surprise = surpriseOf(action, result, pageUrl);
		return {
			...result.actualState,
			action,
			success: result.success,
			...(surprise === null ? {} : { surprise }),
			...(result.code === undefined ? {} : { code: result.code }),
		};
	});
}
