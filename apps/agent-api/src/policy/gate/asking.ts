import type { Action } from "@webhand/contracts/action/grammar";
import { fold } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isField, isRow, isToggle } from "../facts/roles.ts";
import { formOf, submitButtonOf, targetOf } from "../facts/target.ts";
import { isHarmless, saysHarmless } from "./harmless.ts";
import type { Classification } from "./risk.ts";

/**
 * True for an action that a task that only asks has no need of: it does more than look, page, open and filter.
 *
 * @throws never
 */
export function isBeyondAsking(action: Action, { class: name, isSearch }: Classification, page: PageView): boolean {
	switch (name) {
		case "observe":
		case "navigate":
		case "navigate_offsite":
		case "refused":
			return false;
		case "commit":
			return !isSearch;
		case "fill": {
			const target = targetOf(action, page);
			return action.name === "drag" || (target !== undefined && !onlyLooks(target, page));
		}
		case "press_unknown":
		case "fill_offsite":
		case "fill_sensitive":
		case "commit_protected":
		case "upload":
			return true;
	}
}

/** True for a row, a tab, a fold, a field that filters, and a button that is known to change only what is shown. */
function onlyLooks(target: ElementView, page: PageView): boolean {
	const { type, name } = target;
	if (isRow(type) || type === "cell" || type === "tab" || type === "summary" || type === "search") return true;
	if (!isField(type)) return isHarmless(target, page);
	return saysHarmless(fold(name)) || (!isToggle(type) && asksServer(target, page));
}

/** A form without a method says GET, too: only one with an address and a submit of its own asks its server for another view. */
function asksServer(target: ElementView, page: PageView): boolean {
	const form = formOf(target, page);
	return form?.method.toLowerCase() === "get" && form.path !== undefined && submitButtonOf(target, page) !== undefined;
}
