import type { Action } from "@webhand/contracts/action/grammar";
import { compareSkeleton, newTexts, skeletonOf } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { StepKeys } from "../keys.ts";
import { baseKey, digest, keysOf } from "../keys.ts";
import { targetOf } from "../target.ts";
import { isTickingText } from "../ticking.ts";
import { errorsOf } from "./refusal.ts";
import { unrestOf } from "./restless.ts";
import { sentFields } from "./sent-form.ts";
import type { BeforeState } from "./state.ts";
import { targetState } from "./state.ts";

/**
 * How the page differs from the one before: controls that came or went, anything at all. `isTicking`: only clocks went on. `isNumbers`: only
 * numbers far from the target are other than before, or where a drawn thing stands; `isRestless`: and these go on without an action;
 * `isLate`: some of these only since the newest look.
 */
export type PageChange = {
	readonly added: number;
	readonly removed: number;
	/** Absent for none. */
	readonly linesRemoved?: number;
	readonly isSame: boolean;
	readonly isTicking?: boolean;
	readonly isNumbers?: boolean;
	readonly isRestless?: boolean;
	readonly isLate?: boolean;
};

/** What is kept of a page when an action is decided on it. Values of sensitive fields are masked. */
export function beforeStateOf(page: PageView, action: Action): BeforeState {
	const target = targetOf(action, page);
	const errors = errorsOf(page);
	const sent = sentFields(action, page);
	return {
		url: page.url,
		title: cut(page.title, 200),
		epoch: page.epoch,
		skeleton: skeletonOf(page),
		dialogs: page.dialogs.slice(0, 5).map((dialog) => cut(dialog.name, 80)),
		alerts: page.alerts.slice(0, 5).map((alert) => cut(alert, 80)),
		...(errors.length === 0 ? {} : { errors }),
		...(sent === undefined ? {} : { sent }),
		...(page.focus === undefined ? {} : { focusId: page.focus }),
		tabs: page.tabs.slice(0, 20).map((tab) => tab.id),
		screen: page.screen,
		view: visibleDigest(page),
		...(target === undefined ? {} : { target: targetState(target) }),
	};
}

/** True when an element id of the state before still means the same element; clients that send plain HTML have no epoch. */
export function isSameDocument(before: BeforeState, page: PageView): boolean {
	return before.epoch === page.epoch && (page.epoch !== "" || before.url === page.url);
}

/** Compares a page with a stored state. @param done the action that lies between, and its keys on the page before */
export function changeSince(before: BeforeState, page: PageView, done?: { readonly action: Action; readonly keys: StepKeys }): PageChange {
	const { controlsAdded, controlsRemoved, linesAdded, linesRemoved, isSame } = compareSkeleton(before.skeleton, page);
	const change = { added: controlsAdded, removed: controlsRemoved, isSame, ...(linesRemoved === 0 ? {} : { linesRemoved }) };
	const isBalanced = controlsAdded === controlsRemoved && linesAdded === linesRemoved;
	if (isSame || !isBalanced || done === undefined || done.keys.base !== baseKey(page)) return change;
	if (controlsAdded === 0 && linesAdded > 0 && newTexts(before.skeleton, page).every(isTickingText)) return { ...change, isTicking: true };
	if (keysOf(done.action, page).page !== done.keys.page || !isSameDocument(before, page)) return change;
	const unrest = unrestOf(before, page, controlsAdded);
	return { ...change, isNumbers: true, ...(unrest === "none" ? {} : { isRestless: true, isLate: unrest === "begun" }) };
}

/** A digest of what stands in the visible area; equal digests mean that scrolling moved nothing. */
export function visibleDigest(page: PageView): string {
	const seen = page.lines.filter((line) => line.zone === "view").map((line) => line.text);
	return digest(seen.join("\n"));
}
