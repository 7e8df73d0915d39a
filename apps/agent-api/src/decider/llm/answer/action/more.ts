import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { repairAction } from "./repair.ts";

const mostMore = 4;

/**
 * The fills that a model adds to its first action, each repaired like it. The first text that is not a plain fill ends them: what follows
 * was meant for a page that the model has not seen.
 *
 * @returns at most 4, in the order of the answer
 * @throws never
 */
export function readMore(texts: readonly string[]): readonly Action[] {
	const fills: Action[] = [];
	for (const text of texts.slice(0, mostMore)) {
		const parsed = parseAction(repairAction(text).text);
		if (!parsed.ok || !isPlainFill(parsed.action)) break;
		fills.push(parsed.action);
	}
	return fills;
}

function isPlainFill(action: Action): boolean {
	return action.name === "select" || (action.name === "setValue" && !action.submit);
}
