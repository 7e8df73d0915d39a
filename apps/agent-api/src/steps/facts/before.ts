import type { Action } from "@webhand/contracts/action/grammar";
import type { Skeleton } from "@webhand/page/parse/skeleton";
import { compareSkeleton, newTexts, skeletonOf } from "@webhand/page/parse/skeleton";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { baseKey, digest } from "./keys.ts";
import { isPressed } from "./kinds.ts";
import { errorsOf } from "./refusal.ts";
import { isSensitiveField, maskedValue } from "./sensitive.ts";
import { sentFields } from "./sent-form.ts";
import { targetOf } from "./target.ts";
import { isTickingText } from "./ticking.ts";

/** The target of an action as it was when the action was decided; `look` joins the live facts that an effect would change. */
export type TargetState = {
	readonly id: number;
	readonly role: string;
	readonly name: string;
	readonly value: string;
	readonly states: readonly string[];
	readonly look: string;
};

/**
 * The page as it was when an action was decided, at most 10 KB: what the next request is compared with. `view` is a digest of what stood
 * in the visible area, for scrolling.
 *
 * @source spec 001 §1; engine.md §4
 */
export type BeforeState = {
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly skeleton: Skeleton;
	readonly dialogs: readonly string[];
	readonly alerts: readonly string[];
	/** Validation errors that stood there already; absent where there were none. */
	readonly errors?: readonly string[];
	/** The fields that the action sends, as of `sentFields`; absent where it sends none. */
	readonly sent?: string;
	readonly focusId?: number;
	readonly tabs: readonly number[];
	readonly screen: string;
	readonly view: string;
	readonly target?: TargetState;
};

/** How the page differs from the one before: controls that came or went, anything at all. `isTicking`: only clocks went on. */
export type PageChange = { readonly added: number; readonly removed: number; readonly isSame: boolean; readonly isTicking?: boolean };

/** What is kept of a page when an action is decided on it. Values of sensitive fields are masked. @source engine.md §4 */
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

/** Compares a page with a stored state. @param base the key of the page before without its digits, as of `keysOf` */
export function changeSince(before: BeforeState, page: PageView, base?: string): PageChange {
	const { controlsAdded, controlsRemoved, linesAdded, linesRemoved, isSame } = compareSkeleton(before.skeleton, page);
	const isTextOnly = !isSame && controlsAdded + controlsRemoved === 0 && linesAdded > 0 && linesAdded === linesRemoved;
	const isTicking = isTextOnly && base === baseKey(page) && newTexts(before.skeleton, page).every(isTickingText);
	return { added: controlsAdded, removed: controlsRemoved, isSame, ...(isTicking ? { isTicking } : {}) };
}

/** The live facts of one element, masked where sensitive. */
export function targetState(element: ElementView): TargetState {
	const value = element.attributes.get("value") ?? "";
	const states = [...element.states].filter((state) => state !== "focused" || !isPressed(element.type)).sort();
	const look = ["at", "size", "scroll", "options", "error"].map((key) => element.attributes.get(key) ?? "").join(" ");
	return {
		id: element.id,
		role: element.type,
		name: cut(element.name, 80),
		value: isSensitiveField(element) ? maskedValue : cut(value, 200),
		states,
		look: digest(`${states.join(" ")} ${value} ${element.content} ${look}`),
	};
}

/** A digest of what stands in the visible area; equal digests mean that scrolling moved nothing. */
export function visibleDigest(page: PageView): string {
	const seen = page.lines.filter((line) => line.zone === "view").map((line) => line.text);
	return digest(seen.join("\n"));
}
