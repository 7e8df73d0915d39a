import type { Action } from "@webhand/contracts/action/grammar";
import type { Verification } from "@webhand/contracts/agent/task";
import type { Decision, Fill } from "../../decider/decider.ts";
import type { Turn } from "../../decider/turn.ts";
import { isField } from "../facts/kinds.ts";
import { fieldsAround } from "../facts/seen/group.ts";
import { targetOf } from "../facts/target.ts";

/**
 * The fills of a decision that may go out with its action: ordinary fields that need no asking, of the same form (or group of fields) and
 * document, each field once; the first that does not fit ends the batch.
 *
 * @param isFree true for a fill that the gate allows outright and that no policy objects to
 * @returns at most `turn.batch - 1`, in the order of the decision
 * @throws never
 */
export function fittingFills(
	{ action, more = [] }: Pick<Decision, "action" | "more">,
	{ page, batch = 0 }: Pick<Turn, "page" | "batch">,
	isFree: (action: Action) => boolean,
): readonly Fill[] {
	const first = fieldOf(action, page);
	if (first === null || batch < 2 || more.length === 0 || !isFree(action)) return [];
	const group = fieldsAround(first, page);
	const fields = new Set([first.id]);
	const fitting: Fill[] = [];
	for (const fill of more.slice(0, batch - 1)) {
		const field = fieldOf(fill.action, page);
		if (field === null || !group.includes(field) || fields.has(field.id) || !isFree(fill.action)) break;
		fields.add(field.id);
		fitting.push(fill);
	}
	return fitting;
}

function fieldOf(action: Action, page: Turn["page"]) {
	const isFill = (action.name === "setValue" && !action.submit) || action.name === "select";
	const target = isFill ? targetOf(action, page) : undefined;
	// Choosing from a menu presses what it holds: that is no fill.
	return target !== undefined && isField(target.type) ? target : null;
}

/** One verdict for a batch: the first that is no success, otherwise the least sure success. */
export function joinVerdicts(verdicts: readonly Verification[], actions: readonly string[]): Verification | undefined {
	const failed = verdicts.findIndex((one) => one.verdict !== "success");
	const weakest = [...verdicts].sort((left, right) => left.confidence - right.confidence)[0];
	const counts = failed === -1 ? weakest : verdicts[failed];
	if (counts === undefined) return undefined;
	const observations = failed > 0 ? [`in ${actions[failed]?.slice(0, 200)}:`, ...counts.observations] : counts.observations;
	return { ...counts, observations: observations.slice(0, 20) };
}
