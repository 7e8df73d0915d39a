import type { ElementView, PageView } from "@webhand/page/parse/view";
import { clickable, takesValue } from "../roles.ts";

/** The controls that turn the pages of a list, as far as they lead anywhere, and which page is shown of how many where the page says so. */
export type Pager = {
	readonly next: ElementView | undefined;
	readonly previous: ElementView | undefined;
	readonly at: number | undefined;
	readonly of: number | undefined;
};

const nextNames = /^(?:next|next page|next [›»]|›|»|>|>>|→|▶|older|weiter|n\u00e4chste(?: seite)?)$/i;
const previousNames = /^(?:prev|previous|prev(?:ious)? page|[‹«] prev(?:ious)?|‹|«|<|<<|←|◀|newer|zur\u00fcck|vorherige(?: seite)?)$/i;
const shownPage = /\b(?:page|seite)\s+(\d{1,6})\s*(?:of|\/|von)\s*(\d{1,6})\b/i;

/** What turns the pages here. The steps of a form are no pages of a list. */
export function pagerOf(view: PageView): Pager {
	const controls = [...view.elements.values()].filter((element) => clickable(element) >= 0.6 && !element.states.has("disabled"));
	const called = (names: RegExp) =>
		controls.find((element) => names.test((element.name || element.content).trim()) && !isOfForm(element, view));
	const shown = view.lines.map(({ text }) => shownPage.exec(text)).find((match) => match !== null);
	return {
		next: called(nextNames),
		previous: called(previousNames),
		at: shown === undefined ? undefined : Number(shown[1]),
		of: shown === undefined ? undefined : Number(shown[2]),
	};
}

const isOfForm = ({ form }: ElementView, view: PageView): boolean =>
	form !== undefined &&
	[...view.elements.values()].some((element) => element.form === form && takesValue(element) && element.type !== "search");
