import type { Action } from "@webhand/contracts/action/grammar";
import type { Skeleton } from "@webhand/page/parse/skeleton";
import { newTexts } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { canSend, controlOf, refuses } from "./refusal.ts";

type Before = {
	readonly url: string;
	readonly skeleton: Skeleton;
	readonly target?: { readonly id: number; readonly role: string; readonly name: string; readonly states: readonly string[] };
	readonly isSame: boolean;
};

const nearLines = 8;
const longest = 200;
const busy =
	/^(?:sending|saving|loading|submitting|processing|working|updating|uploading|please wait|one moment|bitte warten|wird (?:ge|über)|envoi|enregistrement|chargement|enviando|guardando|cargando)\b/iu;

/**
 * What the page says beside the button that was pressed and did not say before, where these words refuse: a result in plain text, outside
 * any form and without a role that would tell it.
 *
 * @returns at most 3, in page order, each ≤ 100 characters
 * @throws never
 * @source engine.md §4 `validation_error`
 */
export function refusedBeside(action: Action, before: Before, page: PageView): readonly string[] {
	return saidBeside(action, before, page)
		.filter((text) => refuses.test(text))
		.slice(0, 3)
		.map((text) => cut(text, 100));
}

/** True while the page, or the button itself, says that it is still at work on what was sent. */
export function isBusyBeside(action: Action, before: Before, page: PageView): boolean {
	const control = controlOf(before, page);
	const isAtWork = control !== undefined && busy.test(control.name) && before.target !== undefined && !busy.test(before.target.name);
	return canSend(action, before.target) && (isAtWork || saidBeside(action, before, page).some((text) => busy.test(text)));
}

function saidBeside(action: Action, before: Before, page: PageView): readonly string[] {
	const control = canSend(action, before.target) && page.url === before.url ? controlOf(before, page) : undefined;
	if (control === undefined) return [];
	const fresh = new Set(newTexts(before.skeleton, page));
	return page.lines
		.filter(({ index, text }) => Math.abs(index - control.line) <= nearLines && text.length <= longest && fresh.has(text))
		.map(({ text }) => text);
}
