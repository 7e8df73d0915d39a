import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import { fold } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isSameValue } from "@webhand/page/write/normalize";
import { isToggle } from "../facts/roles.ts";
import type { BeforeState } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import type { Fact } from "./observations.ts";
import { hasFact } from "./observations.ts";

/** The expectation of an action whose decider gives none. @param isSensitive the value of the target is not shown */
export function defaultExpectation(action: Action, target: ElementView | undefined, isSensitive: boolean): Expectation {
	switch (action.name) {
		case "setValue":
			if (target !== undefined && isToggle(target.type))
				return { kind: "state_is", id: action.id, state: "checked", on: action.text === "true" };
			return isSensitive
				? { kind: "state_is", id: action.id, state: "filled", on: action.text !== "" }
				: { kind: "value_is", id: action.id, value: action.text };
		case "select":
			return { kind: "value_is", id: action.id, value: (action.options[0] ?? "").slice(0, 10_000) };
		case "navigate":
		case "openTab":
			return { kind: "url_contains", text: new URL(action.url).host };
		case "click":
		case "press":
		case "drag":
		case "scroll":
			return { kind: "any_change" };
		default:
			return { kind: "none" };
	}
}

/**
 * True for an expectation that proves an action: one that does not hold before it. Any change may be a clock's, and counts for a bounded wait
 * alone.
 */
export function isExplicitOn(page: PageView, expect: Expectation | undefined, isBounded = false): boolean {
	if (expect?.kind === "any_change") return isBounded;
	return expect !== undefined && !isMet(expect, { before: null, page, facts: [] });
}

/** Before and after of an expectation; `facts` is empty for a check of the page before. */
export type ExpectationContext = { readonly before: BeforeState | null; readonly page: PageView; readonly facts: readonly Fact[] };

/** True when an expectation holds on a page. In another document an element id means nothing, so an expectation about one fails. */
export function isMet(expected: Expectation, { before, page, facts }: ExpectationContext): boolean {
	const isSame = before === null || isSameDocument(before, page);
	const element = "id" in expected && isSame ? page.elements.get(expected.id) : undefined;
	switch (expected.kind) {
		case "url_contains":
			return fold(page.url).includes(fold(expected.text));
		case "url_changes":
			return before !== null && before.url !== page.url;
		case "text_appears":
			return holdsText(page, expected.text);
		case "text_gone":
			return !holdsText(page, expected.text);
		case "value_is":
			return element !== undefined && showsValue(element, expected.value);
		case "state_is":
			return element !== undefined && element.states.has(expected.state) === expected.on;
		case "element_appears":
			return [...page.elements.values()].some((candidate) => isNamed(candidate, expected));
		case "element_gone":
			return isSame && !page.elements.has(expected.id);
		case "dialog_opens":
			return hasFact(facts, "dialog_opened");
		case "dialog_closes":
			return hasFact(facts, "dialog_closed");
		case "any_change":
			return facts.length > 0 && !hasFact(facts, "page_same", "look_changed") && hasFact(facts, ...changes);
		case "none":
			return false;
	}
}

const changes = [
	"url_changed",
	"title_changed",
	"elements_added",
	"elements_removed",
	"target_state",
	"dialog_opened",
	"dialog_closed",
	"mutated",
	"scrolled",
] as const;

/** True when a control shows a value as its value, its chosen option or, for a widget, its content. */
export function showsValue(element: ElementView, wanted: string): boolean {
	const shown = element.attributes.get("value");
	if (shown !== undefined && isSameValue(shown, wanted)) return true;
	if (shown === undefined && wanted === "") return true;
	return (
		chosenOptions(element).some((label) => isSameValue(label, wanted)) || (shown === undefined && isSameValue(element.content, wanted))
	);
}

/** Labels marked as chosen (`France*`) in the listed options of a select or listbox. */
export function chosenOptions(element: ElementView): readonly string[] {
	const listed = element.attributes.get("options")?.split("|") ?? [];
	return listed.filter((option) => option.endsWith("*")).map((option) => option.slice(0, -1));
}

function holdsText(page: PageView, text: string): boolean {
	const wanted = fold(text);
	return (
		fold(page.title).includes(wanted) ||
		page.alerts.some((alert) => fold(alert).includes(wanted)) ||
		page.lines.some((line) => fold(line.text).includes(wanted))
	);
}

function isNamed(element: ElementView, wanted: { readonly name: string; readonly role?: string | undefined }): boolean {
	const hasRole = wanted.role === undefined || element.type === wanted.role;
	return hasRole && (fold(element.name).includes(fold(wanted.name)) || fold(element.content).includes(fold(wanted.name)));
}
