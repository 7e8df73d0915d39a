import { newTexts } from "@webhand/page/parse/skeleton";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import type { Fact } from "./observations.ts";
import { hasFact } from "./observations.ts";
import { isReportedDone } from "./values.ts";

/** What an action that moves between pages, or points at one, has changed. `unknown`: the page does not show it either way. */
export type Change = "seen" | "none" | "hidden" | "unknown";

/** The address or the document is another one: of `back`, `forward` and `reload` nothing else is proof. */
export function historyChange(context: ActionContext, facts: readonly Fact[]): Change {
	const { action, before, page } = context;
	if (before === null) return "unknown";
	if (before.url !== page.url || !isSameDocument(before, page) || hasFact(facts, "url_changed")) return "seen";
	// Without an epoch a page looks the same after a reload.
	if (action.name === "reload") return page.epoch !== "" ? "none" : isReportedDone(context) ? "hidden" : "unknown";
	// A route of a script may keep the address.
	return hasFact(facts, "page_same", "page_restless", "look_changed") ? "none" : "unknown";
}

/** The tab that an action names is the current one now, or gone. A task with one tab lists none. */
export function tabChange({ action, before, page }: ActionContext): Change {
	if (before === null || (action.name !== "switchTab" && action.name !== "closeTab")) return "unknown";
	const named = page.tabs.find(({ id }) => id === action.tab);
	if (action.name === "closeTab") {
		if (named !== undefined) return "none";
		return page.tabs.length > 0 || before.tabs.includes(action.tab) ? "seen" : "unknown";
	}
	if (page.tabs.length > 0) return named?.isCurrent === true ? "seen" : "none";
	return before.url !== page.url || !isSameDocument(before, page) ? "seen" : "none";
}

/** Something appeared, or the element shows another state. */
export function hoverChange({ before, page }: ActionContext, facts: readonly Fact[]): Change {
	if (before === null) return "unknown";
	if (hasFact(facts, "dialog_opened", "dropdown_opened", "target_state", "message_appeared")) return "seen";
	const hasControls = facts.some(({ name, source }) => source === "page" && name === "elements_added");
	if (hasControls || (!hasFact(facts, "page_restless") && newTexts(before.skeleton, page).length > 0)) return "seen";
	return hasFact(facts, "page_same", "page_restless") ? "none" : "unknown";
}
