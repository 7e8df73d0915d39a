import { focusedElement, isFrame } from "../act/dom/focus.ts";
import { page, shadowOf } from "../act/dom/nodes.ts";
import { belongsTo, deepestAt, labelOf } from "../act/dom/point.ts";
import type { Recheck } from "../act/outcome.ts";
import { fail } from "../act/outcome.ts";
import type { ActResult } from "./page-action.ts";

/** What trusted input may reach: its point and target in this frame, and why a key or text must not arrive at the focus. */
export type Reach = {
	readonly from: { readonly x: number; readonly y: number } | null;
	readonly target: Element | null;
	/** Why the target must not be pressed or clicked after all. */
	readonly refusalOfPress: Recheck;
	readonly refusalOfKey: (kind: "struck" | "written") => ActResult | null;
	/** The input types keys into this document. */
	readonly isAwaitingKeys: boolean;
};

/** A trusted event, as far as it is judged here. */
export type Arrival = Pick<Event, "type" | "isTrusted" | "composedPath" | "preventDefault" | "stopImmediatePropagation"> & {
	readonly clientX?: number;
	readonly clientY?: number;
};

/** Trusted input being watched. `isPointedAt`: the last pointer event was at the target's point; null before any. */
export type Watch = { readonly misdirected: () => ActResult | null; readonly isPointedAt: () => boolean | null; readonly end: () => void };

const pointerKinds = ["pointermove", "pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
const keyKinds: ReadonlyMap<string, "struck" | "written"> = new Map([
	["keydown", "struck"],
	["beforeinput", "written"],
]);
const nearPx = 4;
/** Longer than any input of ours: after that the user's own input counts again. */
const limitMs = 10_000;

/**
 * Judges each trusted event as it arrives: the page may move something under the pointer, or the focus, after the last check. Misdirected
 * events are stopped before the page's elements hear them.
 *
 * @returns `arrive` takes one event; `misdirected` is the first refusal, null for none
 */
export function createInputJudge({ from, target, refusalOfPress, refusalOfKey, isAwaitingKeys }: Reach): {
	readonly arrive: (event: Arrival) => void;
	readonly misdirected: () => ActResult | null;
	readonly isPointedAt: () => boolean | null;
} {
	let isPointedAt: boolean | null = null;
	let stray: ActResult | null = null;
	let wasHeard = false;
	let astray: ActResult | null = null;
	const take = (event: Arrival, result: ActResult) => {
		event.preventDefault();
		event.stopImmediatePropagation();
		stray ??= result;
	};
	const arrive = (event: Arrival) => {
		if (!event.isTrusted) return;
		const { clientX: x, clientY: y } = event;
		const kind = keyKinds.get(event.type);
		if (kind !== undefined) {
			wasHeard = true;
			const refusal = refusalOfKey(kind);
			if (refusal !== null) take(event, refusal);
			return;
		}
		// The user's own mouse is elsewhere.
		if (from === null || target === null || x === undefined || y === undefined) return;
		const isNear = Math.abs(x - from.x) <= nearPx && Math.abs(y - from.y) <= nearPx;
		if (event.type === "pointermove") isPointedAt = isNear;
		if (!isNear || event.type === "pointermove") return;
		const hit = hitOf(event, x, y);
		if (event.type === "pointerdown") astray = hit === null || !belongsTo(hit, target) ? wrongElement(hit) : refusalOfPress("pressing");
		else if (event.type === "click") astray ??= refusalOfPress("released");
		if (astray !== null) take(event, astray);
	};
	// A page may hide keys from this listener, but then it still has the focus.
	const isElsewhere = () => isAwaitingKeys && !wasHeard && !hasKeys();
	return { arrive, misdirected: () => stray ?? (isElsewhere() ? wentElsewhere : null), isPointedAt: () => isPointedAt };
}

const wentElsewhere = fail("NOT_TAKEN", "The focus moved to another frame, so the keys did not arrive");

/** True where keys reach this document and no frame in it. */
function hasKeys(): boolean {
	return page().hasFocus() && !isFrame(focusedElement());
}

function wrongElement(hit: Element | null): ActResult {
	const what = hit === null ? "Something else" : labelOf(hit);
	return fail("COVERED", `${what} moved under the pointer; it was not pressed`);
}

/** An event names only the host of a closed shadow root. */
function hitOf(event: Arrival, x: number, y: number): Element | null {
	const [first] = event.composedPath();
	return first instanceof Element && shadowOf(first) === null ? first : deepestAt(x, y);
}

/** Watches trusted input in this document. */
export function watchInput(reach: Reach): Watch {
	const { arrive, ...told } = createInputJudge(reach);
	const until = performance.now() + limitMs;
	const listen = (event: Event) => {
		if (performance.now() < until) arrive(event);
	};
	const kinds = [...pointerKinds, ...keyKinds.keys()];
	for (const kind of kinds) addEventListener(kind, listen, { capture: true });
	return {
		...told,
		end: () => {
			for (const kind of kinds) removeEventListener(kind, listen, { capture: true });
		},
	};
}

/**
 * Hides the badge for input after this work; shows it at once when the work is refused or fails.
 *
 * @returns the work's result, and a function that shows the badge, once
 */
export async function hidingBadge<T extends object>(
	hideBadge: () => () => void,
	work: () => T | Promise<T>,
): Promise<{ readonly found: T; readonly free: () => void }> {
	const back = hideBadge();
	let isBack = false;
	const free = () => {
		if (!isBack) back();
		isBack = true;
	};
	try {
		const found = await work();
		if ("success" in found) free();
		return { found, free };
	} catch (error) {
		free();
		throw error;
	}
}
