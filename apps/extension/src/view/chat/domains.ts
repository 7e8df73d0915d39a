import type { Session } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import type { RunView, TabView, ViewState } from "../../panel-state.ts";

/** The chat that a panel shows. A fresh one gets its id here; the server learns of it with its first task. */
export type ShownChat = {
	readonly sessionId: SessionId;
	/** "" where the chat belongs to no site. */
	readonly domain: string;
	readonly isFresh: boolean;
};

/** The tab and site that a chat was last chosen for. */
export type Place = { readonly tabId: number; readonly domain: string };

/** What a panel does about the place that it is at now. */
export type Switch =
	| { readonly kind: "keep" }
	/** The chat of the task that runs in this tab. */
	| { readonly kind: "show"; readonly chat: ShownChat }
	/** The chat of this site has to be asked for. */
	| { readonly kind: "ask"; readonly place: Place };

export type SwitchFacts = {
	readonly shown: ShownChat | null;
	/** The place of the last choice; null before the first. */
	readonly place: Place | null;
	/** The user opened this chat at that place. */
	readonly isOpened: boolean;
	readonly tab: TabView | null;
	readonly run: RunView | null;
	readonly isDialogOpen: boolean;
};

/**
 * Decides which chat a panel shows (spec 001 §2): another tab or site brings its own. The running task of a tab keeps its chat, a dialog is
 * not pulled away, and a page of the browser itself changes nothing.
 *
 * @throws never
 */
export function decideSwitch({ shown, place, isOpened, tab, run, isDialogOpen }: SwitchFacts): Switch {
	if (tab === null) return { kind: "keep" };
	if (run?.state === "running") {
		const isKept = isOpened && place?.tabId === tab.id;
		return shown?.sessionId === run.sessionId || isKept || isDialogOpen
			? { kind: "keep" }
			: { kind: "show", chat: { sessionId: run.sessionId, domain: tab.domain, isFresh: false } };
	}
	const here = { tabId: tab.id, domain: tab.domain };
	if (shown === null) return { kind: "ask", place: here };
	if (isDialogOpen || tab.restricted !== undefined) return { kind: "keep" };
	const isSamePlace = place !== null && place.tabId === here.tabId && place.domain === here.domain;
	return isSamePlace || shown.domain === here.domain ? { kind: "keep" } : { kind: "ask", place: here };
}

/**
 * The chat of a place: the site's newest active one, unless its task runs in another tab of this browser; else the one that this tab had;
 * else a fresh one.
 *
 * @param found the server's newest active chat of the site; null for none, or while the server cannot be reached
 * @param newId id of a fresh chat
 * @throws never
 */
export function chatFor(
	place: Place,
	{ lastOfTab, otherRuns }: Pick<ViewState, "lastOfTab" | "otherRuns">,
	{ found, newId }: { readonly found: Session | null; readonly newId: SessionId },
): ShownChat {
	const isElsewhere = found !== null && otherRuns.some(({ sessionId }) => sessionId === found.sessionId);
	if (found !== null && !isElsewhere) return { sessionId: found.sessionId, domain: place.domain, isFresh: false };
	const isOwn =
		lastOfTab !== null && lastOfTab.domain === place.domain && !otherRuns.some(({ sessionId }) => sessionId === lastOfTab.sessionId);
	if (isOwn) return { sessionId: lastOfTab.sessionId, domain: place.domain, isFresh: false };
	return { sessionId: newId, domain: place.domain, isFresh: true };
}

/** The site that a running task went to, when it is not the site of its chat; "" otherwise. */
export function otherSiteOf(shown: ShownChat | null, tab: TabView | null, run: RunView | null): string {
	const isAway = run?.state === "running" && shown !== null && tab !== null && tab.domain !== "" && tab.domain !== shown.domain;
	return isAway ? tab.domain : "";
}

/** Where the unsent text of a chat is kept: a fresh chat has an id of its own each time, so its site counts. */
export const draftKeyOf = ({ sessionId, domain, isFresh }: ShownChat) => (isFresh ? `new ${domain}` : sessionId);
