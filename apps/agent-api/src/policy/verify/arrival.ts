import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import { unopened } from "@webhand/page/parse/unopened";
import type { PageView } from "@webhand/page/parse/view";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";

/**
 * Where an action led. `missed`: its destination did not open or is a site that the user did not allow; `unseen`: the same after an action
 * without a destination, such as a press; `error_page`: a server's error page; `elsewhere`: any other page.
 */
export type Arrival = "missed" | "unseen" | "error_page" | "elsewhere";

/** Where an action led to, on the page now. @throws never */
export function arrivalOf(context: Pick<ActionContext, "action" | "before" | "page">): Arrival {
	const { action, page } = context;
	const isGoing = isVisit(action) || isHistory(action);
	const blank = unopened(page);
	if (blank !== null) return isGoing || (blank.kind === "failed" && isPress(action)) ? "missed" : "unseen";
	return ledToErrorPage(context) ? "error_page" : "elsewhere";
}

/** On an error page everything changed, so only something that appeared is proof. A page that the task cannot see proves nothing. */
export function isProofAt(arrival: Arrival, { kind }: Expectation): boolean {
	return arrival === "elsewhere" || (arrival === "error_page" && appearances.has(kind));
}

const appearances: ReadonlySet<string> = new Set(["text_appears", "element_appears", "dialog_opens"]);

export const isHistory = ({ name }: Action) => name === "back" || name === "forward" || name === "reload";

const isVisit = ({ name }: Action) => name === "navigate" || name === "openTab";

const isPress = (action: Action) => ["click", "press", "drag"].includes(action.name) || (action.name === "setValue" && action.submit);

/** True when the action led to the error page of a server. Destinations of a visit have their own rule. */
function ledToErrorPage({ action, before, page }: Pick<ActionContext, "action" | "before" | "page">): boolean {
	if (!(isHistory(action) || isPress(action)) || before === null || isSameDocument(before, page)) return false;
	return isErrorPage(page) && !isErrorPage({ title: before.title, lines: [] });
}

/** True for a page that calls itself an error by its title or its first line. */
export function isErrorPage({ title, lines }: Pick<PageView, "title" | "lines">): boolean {
	const firstLine = lines[0]?.text ?? "";
	if (/^(?:(?:http )?error|status)[\s:]+[45]\d\d\b|^[45]\d\d(?: error)?$/i.test(title.trim())) return true;
	return [title, firstLine].some((text) =>
		/\b(?:404|403|500|502|503|504)\b.{0,20}(?:not found|error|forbidden|unavailable|gateway)|^(?:page )?not found\b|(?:not found|server error|bad gateway)$|site can.t be reached|^ERR_/i.test(
			text,
		),
	);
}
