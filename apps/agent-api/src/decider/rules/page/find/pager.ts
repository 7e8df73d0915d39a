import type { ElementView, PageView } from "@webhand/page/parse/view";
import { clickable, takesValue } from "../roles.ts";

/** The controls that turn the pages of a list, as far as they lead anywhere, and which page is shown of how many where the page says so. */
export type Pager = {
	readonly next: ElementView | undefined;
	readonly previous: ElementView | undefined;
	readonly at: number | undefined;
	readonly of: number | undefined;
};

const nextNames = /^(?:next(?: page)?|older|weiter|n\u00e4chste(?: seite)?|[\u203a\u00bb>\u2192\u25b6]+)$/i;
const previousNames = /^(?:prev(?:ious)?(?: page)?|newer|zur\u00fcck|vorherige(?: seite)?|[\u2039\u00ab<\u2190\u25c0]+)$/i;
const signs = /^[\u2039\u00ab<\u2190\u25c0\s]+(?=\p{L})|(?<=\p{L})[\u203a\u00bb>\u2192\u25b6\s]+$/gu;

/** True for what leads to the next page of a list by its name, whatever sign stands beside it ("Weiter ›"). */
export const isNextName = (name: string): boolean => nextNames.test(name.trim().replace(signs, ""));
const isPreviousName = (name: string): boolean => previousNames.test(name.trim().replace(signs, ""));

const shownPage = /\b(?:page|seite)\s+(\d{1,6})\s*(?:of|\/|von)\s*(\d{1,6})\b/i;

/** What turns the pages here. The steps of a form are no pages of a list. */
export function pagerOf(view: PageView): Pager {
	const controls = [...view.elements.values()].filter((element) => clickable(element) >= 0.6 && !element.states.has("disabled"));
	const called = (isCalled: (name: string) => boolean) =>
		controls.find((element) => isCalled(element.name || element.content) && !isOfForm(element, view));
	const shown = view.lines.map(({ text }) => shownPage.exec(text)).find((match) => match !== null);
	return {
		next: called(isNextName),
		previous: called(isPreviousName),
		at: shown === undefined ? undefined : Number(shown[1]),
		of: shown === undefined ? undefined : Number(shown[2]),
	};
}

const isOfForm = ({ form }: ElementView, view: PageView): boolean =>
	form !== undefined &&
	[...view.elements.values()].some((element) => element.form === form && takesValue(element) && element.type !== "search");
