import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { Report } from "./observe.ts";

const shortest = 8;

/**
 * What a page announces and did not announce before. The client's own word of an alert counts where the page text knows of none: it may
 * have stood there all the time.
 *
 * @throws never
 */
export function newMessages(before: { readonly alerts: readonly string[] }, page: PageView, report: Report): readonly string[] {
	const told = alertTold(before, page, report);
	return told === undefined ? page.alerts.filter((alert) => !before.alerts.includes(cut(alert, 80))) : [told];
}

/** An alert that the client alone saw. */
export function alertTold(before: { readonly alerts: readonly string[] } | null, page: PageView, report: Report): string | undefined {
	const told = report.lastActionResult?.actualState?.alertText;
	if (told === undefined || page.alerts.length > 0 || (before !== null && before.alerts.length > 0)) return undefined;
	// What stands in the text of the page is judged there, by its place and by what stood there before.
	const isInText = page.lines.some(({ text }) => text.includes(told) || (text.length >= shortest && told.includes(text)));
	return isInText ? undefined : cut(told, 200);
}
