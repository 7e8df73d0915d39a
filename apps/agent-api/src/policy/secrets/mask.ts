import type { Action } from "@webhand/contracts/action/grammar";
import type { Plan, PlanStep, Verification } from "@webhand/contracts/agent/task";
import { wordSet } from "@webhand/lexicon/text";
import type { PageView } from "@webhand/page/parse/view";
import type { Task } from "../../shared/task.ts";
import { targetIdOf } from "../facts/target.ts";
import { hide, isSecretFill, isSensitiveTarget, maskedValue, minSecret } from "./find.ts";

/** The value an action puts into a sensitive field of this page; undefined when it puts none. */
export function secretOf(action: Action, page: PageView): string | undefined {
	const id = targetIdOf(action) ?? (action.name === "press" ? page.focus : undefined);
	const target = id === undefined ? undefined : page.elements.get(id);
	if (action.name === "setValue" && target !== undefined && isSecretFill(target, action.text)) return action.text;
	if (!isSensitiveTarget(page, id)) return undefined;
	if (action.name === "press" && [...action.keys].length === 1) return action.keys;
	return action.name === "select" ? action.options.join(", ") : undefined;
}

/** The action as it may be stored and shown: values for sensitive fields are `•••`. @throws never */
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

/** A text without a secret that an action used. */
export function maskText(text: string, secret: string | undefined): string {
	return secret === undefined || secret.length < minSecret ? text : text.replaceAll(secret, maskedValue);
}

/** A plan whose texts repeat no secret. */
export function maskPlan(plan: Plan, secrets: readonly (string | undefined)[]): Plan {
	const clean = (value: unknown) => (typeof value === "string" ? secrets.reduce<string>(maskText, value) : value);
	const cleanAll = <T extends object>(part: T): T =>
		Object.fromEntries(Object.entries(part).map(([name, value]) => [name, clean(value)])) as T;
	const steps = plan.steps.map((step): PlanStep => {
		const { expectedOutcome } = step;
		return { ...cleanAll(step), ...(expectedOutcome === undefined ? {} : { expectedOutcome: cleanAll(expectedOutcome) }) };
	});
	return JSON.stringify(steps) === JSON.stringify(plan.steps) ? plan : { ...plan, steps };
}

/** An action whose texts hold none of these secrets: what is shown and logged of it. @throws never */
export function hideInAction(action: Action, secrets: readonly string[]): Action {
	const clean = (text: string) => hide(text, secrets);
	switch (action.name) {
		case "setValue":
			return { ...action, text: clean(action.text) };
		case "select":
			return { ...action, options: action.options.map(clean) };
		case "navigate":
		case "openTab":
			return { ...action, url: clean(action.url) };
		case "upload":
			return { ...action, file: clean(action.file) };
		case "find":
			return { ...action, what: clean(action.what) };
		case "server":
			return { ...action, arguments: hideIn(action.arguments, secrets) };
		case "finish":
			return action.answer === undefined ? action : { ...action, answer: clean(action.answer) };
		case "fail":
		case "handoff":
			return action.reason === undefined ? action : { ...action, reason: clean(action.reason) };
		case "ask":
			return { ...action, question: clean(action.question), choices: action.choices.map(clean) };
		default:
			return action;
	}
}

// Fields with our own words, digests and ids: no text of a user or a page.
const ownFields = wordSet(
	"kind state states role type class reasons method status verdict by code toolType category",
	"id taskId sessionId epoch docEpoch fingerprint skeleton view look sent again keys heard visited createdAt expiresAt",
);

/** The same data with `•••` in its texts in the place of secrets. @param kept members without a text of a user or a page @throws never */
export function hideIn<Value>(value: Value, secrets: readonly string[], kept?: ReadonlySet<string>): Value;
export function hideIn(value: unknown, secrets: readonly string[], kept: ReadonlySet<string> = ownFields): unknown {
	if (secrets.length === 0) return value;
	if (typeof value === "string") return hide(value, secrets);
	if (Array.isArray(value)) return value.map((entry: unknown) => hideIn(entry, secrets, kept));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, kept.has(key) ? entry : hideIn(entry, secrets, kept)]));
}

/** A verification without these secrets: a page may repeat them in its answer. @throws never */
export function hideInVerification(verification: Verification, secrets: readonly string[]): Verification {
	if (secrets.length === 0) return verification;
	return { ...verification, observations: verification.observations.map((seen) => hide(seen, secrets)) };
}

/** The changes of a task without these secrets in the decider's memory and state. @throws never */
export function hideInPatch(patch: Partial<Task>, secrets: readonly string[]): Partial<Task> {
	if (secrets.length === 0) return patch;
	const { memory, deciderState } = patch;
	return {
		...patch,
		...(memory === undefined ? {} : { memory: hide(memory, secrets) }),
		...(deciderState === undefined || deciderState === null ? {} : { deciderState: hideIn(deciderState, secrets) }),
	};
}
