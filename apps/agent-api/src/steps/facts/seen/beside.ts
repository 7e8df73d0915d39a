import { isPleading, isRefusing, isRepeated, isWanting, isWorking } from "@webhand/lexicon/answers";
import type { PageLine, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { PageChange } from "./before.ts";
import { controlOf } from "./refusal.ts";

type Before = {
	readonly url: string;
	readonly target?: { readonly id: number; readonly role: string; readonly name: string };
	readonly isSame: boolean;
	/** Texts that the page did not hold before. */
	readonly fresh: readonly string[];
};

const nearLines = 8;
const longest = 200;
const mostFresh = 3;

/**
 * What the page says beside the button that was pressed and did not say before, where these words refuse: a result in plain text, outside
 * any form and without a role that would tell it; of a page that was loaded anew at its own address, wherever it says so. A page that shows more than that has gone on, whatever words it uses: the next part of a
 * form asks to enter and to choose, and a list tells of what expired and failed.
 *
 * @returns at most 3, in page order, each ≤ 100 characters
 * @throws never
 */
export function refusedBeside(before: Before, page: PageView, change: PageChange): readonly string[] {
	const linesGone = change.linesRemoved ?? 0;
	if (before.fresh.length > mostFresh || change.removed > 0 || change.added > 1 || linesGone > 1) return [];
	const isAlone = change.added + linesGone === 0;
	const isPlea = (text: string) => isWanting(text) || (isAnew(before, page) && (isPleading(text) || isRepeated(text)));
	return saidBeside(before, page)
		.filter(({ kind, text }) => kind !== "row" && kind !== "item" && (isRefusing(text) || (isAlone && isPlea(text))))
		.map(({ text }) => cut(text, 100));
}

/** True while the page, or the button itself, says that it is still at work on what was sent. */
export function isBusyBeside(before: Before, page: PageView): boolean {
	const control = controlOf(before, page);
	const isAtWork = control !== undefined && isWorking(control.name) && before.target !== undefined && !isWorking(before.target.name);
	return isAtWork || saidBeside(before, page).some(({ text }) => isWorking(text));
}

function saidBeside(before: Before, page: PageView): readonly PageLine[] {
	const isNew = isAnew(before, page);
	const control = isNew || page.url === before.url ? controlOf(before, page) : undefined;
	if (control === undefined) return [];
	const fresh = new Set(before.fresh);
	const isNear = (line: number) => isNew || Math.abs(line - control.line) <= nearLines;
	return page.lines.filter(({ index, text }) => isNear(index) && text.length <= longest && fresh.has(text));
}

/** A server that takes nothing shows the same page anew, and may say why in its address. */
const isAnew = (before: Before, page: PageView): boolean => !before.isSame && pathOf(page.url) === pathOf(before.url);
const pathOf = (url: string): string => url.replace(/[?#].*$/s, "");
