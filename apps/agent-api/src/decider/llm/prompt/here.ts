import { wordSet } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { Turn } from "../../turn.ts";
import type { AnswersIn } from "../provider/model.ts";
import type { Profile } from "./budget.ts";

const fields = wordSet("input textarea email number search tel url editable text date time combobox select");
const plain = wordSet("a button submit reset checkbox radio switch option tab menuitem password file summary frame dialog form");

/**
 * The actions that only some pages have a use for. They stand beside the page: the fixed text stays the same in all steps of a task, and as
 * short as it can be.
 *
 * @returns "" where there is none
 */
export function alsoHere(
	{ page, batch = 0 }: Pick<Turn, "page" | "batch">,
	{ isSmall }: Pick<Profile, "isSmall">,
	answersIn: AnswersIn,
): string {
	const all = [...page.elements.values()];
	const has = (holds: (element: ElementView) => boolean) => all.some(holds);
	const lines = [
		[has(isOther), "drag(N, M) · drag(N, dx, dy) · click(N, x, y) by pixels inside N · hover(N)"],
		[has(({ type }) => type === "scroll") || page.lines.some(({ region }) => region === "scroll"), 'scroll("down", N) a part of the page'],
		[isCollapsed(page), "expand(N) show what is collapsed"],
		[has(({ attributes }) => attributes.get("options")?.includes("… +") === true), "options(N) all choices of a list"],
		[page.files.length > 0 || has(({ type }) => type === "file"), 'upload(N, "file name") a file of @files'],
		[page.tabs.length > 1, "switchTab(T) · closeTab(T) a tab of @tabs"],
		[has(({ states }) => states.has("on-hover") || states.has("on-focus")), "Controls marked on-hover or on-focus can be used."],
		[batch >= 2 && !isSmall && all.filter(({ type }) => fields.has(type)).length >= 2, moreOf(batch, answersIn)],
	] as const;
	return lines.flatMap(([isHere, line]) => (isHere ? [line] : [])).join("\n");
}

/** Sliders, drawings, rows and all that has only listeners: what is dragged or pressed at a point. */
const isOther = ({ type }: ElementView) => !fields.has(type) && !plain.has(type);

const isCollapsed = ({ lines }: PageView) => lines.some(({ kind, text }) => kind === "collapsed" || text.includes("expand("));

function moreOf(batch: number, answersIn: AnswersIn): string {
	const place = answersIn === "tags" ? "<More>one action a line</More>" : '"more": a list of actions';
	return `When the action fills a field, up to ${batch - 1} other ordinary fields of the same form may be filled along: ${place}. No buttons, no secrets, no field that depends on another one.`;
}
