import type { Action } from "@webhand/contracts/action/grammar";
import type { Plan } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { isSecretFill, isSensitiveTarget, maskedValue } from "../facts/sensitive.ts";
import { targetIdOf } from "../facts/target.ts";

const shortestSecret = 3;

/** The value an action puts into a sensitive field of this page; undefined when it puts none. */
export function secretOf(action: Action, page: PageView): string | undefined {
	const id = targetIdOf(action) ?? (action.name === "press" ? page.focus : undefined);
	const target = id === undefined ? undefined : page.elements.get(id);
	if (action.name === "setValue" && target !== undefined && isSecretFill(target, action.text)) return action.text;
	if (!isSensitiveTarget(page, id)) return undefined;
	if (action.name === "press" && [...action.keys].length === 1) return action.keys;
	return action.name === "select" ? action.options.join(", ") : undefined;
}

/**
 * The action as it may be stored and shown: values for sensitive fields are `•••`.
 *
 * @throws never
 * @source engine.md §5 "Store"
 */
export function maskAction(action: Action, page: PageView): Action {
	if (secretOf(action, page) === undefined) return action;
	switch (action.name) {
		case "setValue":
			return { ...action, text: maskedValue };
		case "press":
			return { ...action, keys: maskedValue };
		case "select":
			return { ...action, options: [maskedValue] };
		default:
			return action;
	}
}

/** A text without a secret that an action used; secrets under three characters stand in too many words to be told apart. */
export function maskText(text: string, secret: string | undefined): string {
	return secret === undefined || secret.length < shortestSecret ? text : text.replaceAll(secret, maskedValue);
}

/** A plan whose descriptions do not repeat a secret that an action used. */
export function maskPlan(plan: Plan, secret: string | undefined): Plan {
	const steps = plan.steps.map((step) => ({ ...step, description: maskText(step.description, secret) }));
	return steps.every((step, index) => step.description === plan.steps[index]?.description) ? plan : { ...plan, steps };
}
