import type { Session } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import type { RunView, TabView, ViewState } from "../../../panel-state.ts";

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
 * The newest of the chats that a place may show: the site's newest one and that of the tab's last task, which may belong to another site.
 *
 * @throws never
 */
export function newestOpen(chats: readonly (Session | null)[]): Session | null {
	const open = chats.flatMap((chat) => (chat === null || chat.status === "archived" ? [] : [chat]));
	return open.reduce<Session | null>((newest, chat) => (newest !== null && newest.updatedAt >= chat.updatedAt ? newest : chat), null);
}

/**
 * The chat of a place: the newest one that the server has, unless its task runs in another tab of this browser; else the one that this tab
 * has and the server does not know; else a fresh one.
 *
 * @param found the server's newest chat of the place; null for none
 * @param newId id of a fresh chat
 * @throws never
 */
export function chatFor(
	place: Place,
	{ lastOfTab, otherRuns }: Pick<ViewState, "lastOfTab" | "otherRuns">,
	{ found, newId }: { readonly found: Session | null | "unreachable"; readonly newId: SessionId },
): ShownChat {
	const isElsewhere = (sessionId: SessionId) => otherRuns.some((run) => run.sessionId === sessionId);
	const known = found === "unreachable" ? null : found;
	if (known !== null && !isElsewhere(known.sessionId)) return { sessionId: known.sessionId, domain: place.domain, isFresh: false };
	// The server answered for a chat with a task: it is archived, deleted, or older than the newest.
	const isUnknown = found === "unreachable" || lastOfTab?.taskId === null || known !== null;
	const isOwn = isUnknown && lastOfTab !== null && lastOfTab.domain === place.domain && !isElsewhere(lastOfTab.sessionId);
	if (isOwn) return { sessionId: lastOfTab.sessionId, domain: place.domain, isFresh: false };
	return { sessionId: newId, domain: place.domain, isFresh: true };
}

/**
 * Whether the newest chat of the site takes the place of the shown one, while the panel stays where it is: another browser began a task.
 *
 * @throws never
 */
export function isBegunElsewhere(
	found: Session | null,
	{ shown, otherRuns }: { readonly shown: ShownChat } & Pick<ViewState, "otherRuns">,
): boolean {
	if (found === null || found.sessionId === shown.sessionId || otherRuns.some(({ sessionId }) => sessionId === found.sessionId))
		return false;
	return shown.isFresh || found.status === "active";
}

/** The site that a running task went to, when it is not the site of its chat; "" otherwise. */
export function otherSiteOf(shown: ShownChat | null, tab: TabView | null, run: RunView | null): string {
	const isAway = run?.state === "running" && shown !== null && tab !== null && tab.domain !== "" && tab.domain !== shown.domain;
	return isAway ? tab.domain : "";
}

/** Where the unsent text of a chat is kept: a fresh chat has an id of its own each time, so its site counts. */
export const draftKeyOf = ({ sessionId, domain, isFresh }: ShownChat) => (isFresh ? `new ${domain}` : sessionId);
