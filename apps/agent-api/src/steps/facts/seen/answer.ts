import type { Action } from "@webhand/contracts/action/grammar";
import { newTexts } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import type { PageChange } from "./before.ts";
import { isSameDocument } from "./before.ts";
import { isBusyBeside, refusedBeside } from "./beside.ts";
import { newMessages } from "./messages.ts";
import type { Report } from "./observe.ts";
import { canSend, refusalsOf } from "./refusal.ts";
import type { FormAnswer } from "./sent-form.ts";
import { answerInForm } from "./sent-form.ts";
import type { BeforeState } from "./state.ts";

/**
 * What a page says to an action that sends something: `refusals` in its fields and messages, `form` in plain text inside a form that stands
 * as before, `beside` the button in words that refuse, where neither of them says anything. `isBusy`: it is still at work.
 * `fresh`: texts that it did not hold before.
 */
export type PageAnswer = {
	readonly refusals: readonly string[];
	readonly form: FormAnswer | null;
	readonly beside: readonly string[];
	readonly isBusy: boolean;
	readonly fresh: readonly string[];
};

const nothing: PageAnswer = { refusals: [], form: null, beside: [], isBusy: false, fresh: [] };

type Sent = {
	readonly action: Action;
	readonly before: BeforeState | null;
	readonly page: PageView;
	readonly change: PageChange;
	readonly report: Report;
};

/** The answer of a page; nothing where the action sends nothing or no state before it was kept. @throws never */
export function answerOf({ action, before, page, change, report }: Sent): PageAnswer {
	if (before === null || !canSend(action, before.target)) return nothing;
	const [fresh, messages] = [newTexts(before.skeleton, page), newMessages(before, page, report)];
	const isAlone = change.added + change.removed + (change.linesRemoved ?? 0) === 0 && fresh.every((text) => messages.includes(text));
	const scene = { ...before, isSame: isSameDocument(before, page), fresh, messages, isAlone };
	const refusals = refusalsOf(action, scene, page);
	const form = refusals.length > 0 ? null : answerInForm(action, scene, page);
	const isTold = refusals.length > 0 || form !== null;
	return {
		refusals,
		form,
		beside: isTold ? [] : refusedBeside(scene, page, change),
		isBusy: isBusyBeside(scene, page),
		fresh: scene.fresh,
	};
}
