import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { PastStep, Turn } from "../../../decider/turn.ts";
import { targetIdOf } from "../../../policy/facts/target.ts";
import { isSensitiveTarget } from "../../../policy/secrets/find.ts";
import { isSuccess } from "../../../policy/verify/verify.ts";

/**
 * The step that an action would take back: pressed again a box is unticked and a menu closes, another value replaces the proven one.
 * Counted are the newest steps that changed no more than their own control, or the newest one where it opened a menu: behind a step that did
 * more, the same press means something else.
 *
 * @returns undefined where it takes nothing back
 * @throws never
 */
export function takenBack(action: Action, { history, page }: Pick<Turn, "history" | "page">): PastStep | undefined {
	const id = targetIdOf(action);
	// Of a secret the history holds no value.
	if (id === undefined || isSensitiveTarget(page, id)) return undefined;
	const actions = history.filter((step) => step.isLook !== true && step.isEngineWait !== true && step.verification?.verdict !== "failure");
	const newest = actions.slice(actions.findLastIndex((step) => !isOnOwnControl(step)) + 1);
	const counted = newest.length === 0 ? actions.slice(-1).filter(opensMenu) : newest;
	const step = counted.findLast(({ parsed }) => targetIdOf(parsed) === id);
	return step !== undefined && reverses(action, step.parsed) ? step : undefined;
}

/** The states of what goes on and off, in the words of the page text. */
const toggled = /^target_state .*\b(?:checked|mixed|selected|expanded|collapsed|pressed)\b/;

/** A proven step that set a value or switched a state of its own control. */
function isOnOwnControl({ parsed, verification }: PastStep): boolean {
	const seen = verification?.observations ?? [];
	if (!isSuccess(verification) || seen.some((one) => one.startsWith("url_changed"))) return false;
	if (parsed.name === "setValue") return !parsed.submit;
	if (parsed.name === "select") return true;
	return parsed.name === "click" && seen.some((one) => toggled.test(one));
}

const opensMenu = ({ verification }: PastStep): boolean =>
	isSuccess(verification) && verification?.observations.some((one) => one.startsWith("dropdown_opened")) === true;

function reverses(action: Action, done: Action): boolean {
	if (action.name === "click") return formatAction(action) === formatAction(done);
	if (action.name === "setValue") return done.name === "setValue" && action.text !== done.text;
	return action.name === "select" && done.name === "select" && formatAction(action) !== formatAction(done);
}
