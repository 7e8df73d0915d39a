import type { Session } from "@webhand/contracts/chat/sessions";
import { SessionId } from "@webhand/contracts/ids";
import { useEffect, useRef, useState } from "react";
import { usePolling } from "../../../kit/load/use-polling.ts";
import type { ViewState } from "../../../panel-state.ts";
import { ownerKeyOf } from "../../state/owner.ts";
import { newestOf } from "../store/newest.ts";
import type { Place, ShownChat } from "./policy.ts";
import { chatFor, decideSwitch, isBegunElsewhere } from "./policy.ts";

const settleMs = 300;
/** Realtime channels belong to chats, so a chat that another browser begins is asked for. */
const elsewhereMs = 5_000;

type Choice = {
	readonly chat: ShownChat | null;
	readonly place: Place | null;
	/** The user opened this chat there. */
	readonly isOpened: boolean;
	/** The server could not be asked: the choice is made again when it can. */
	readonly isGuess: boolean;
	/** The site that the panel switched to; "" before the first switch. */
	readonly switchedTo: string;
};

const none: Choice = { chat: null, place: null, isOpened: false, isGuess: false, switchedTo: "" };
const newId = () => SessionId.parse(crypto.randomUUID());

/**
 * The chat that this panel shows: that of its tab and site, or the one that the user opened (spec 001 §2).
 *
 * @param isBusy the user has a dialog open or typed something, so a task that began elsewhere waits
 */
export function useShownChat(
	state: ViewState | null,
	{ isDialogOpen, isBusy }: { readonly isDialogOpen: boolean; readonly isBusy: boolean },
) {
	const [choice, setChoice] = useState<Choice>(none);
	const latest = useRef({ state, choice });
	latest.current = { state, choice };
	const { tab, run } = state ?? { tab: null, run: null };
	const isSignedIn = state?.auth.kind === "signed_in";
	const user = ownerKeyOf(state);
	const isOnline = state?.connection.kind !== "offline";
	const decision = decideSwitch({
		shown: choice.chat,
		place: choice.isGuess && isOnline ? null : choice.place,
		isOpened: choice.isOpened,
		tab,
		run,
		isDialogOpen,
	});
	const isAgain = choice.isGuess && isOnline;
	const asked = !isSignedIn ? "" : decision.kind === "ask" || isAgain ? placeKeyOf(tab) : "";
	const shown = isSignedIn && decision.kind === "show" ? decision.chat.sessionId : "";

	// Another user or tenant has other chats.
	const owner = useRef(user);
	useEffect(() => {
		if (user === null || owner.current === user) return;
		if (owner.current !== null) setChoice(none);
		owner.current = user;
	}, [user]);

	useEffect(() => {
		if (shown === "" || decision.kind !== "show") return;
		setChoice(({ switchedTo }) => ({ chat: decision.chat, place: placeOf(tab), isOpened: false, isGuess: false, switchedTo }));
	}, [shown, choice.chat?.sessionId]);

	useEffect(() => {
		if (asked === "") return;
		const closing = new AbortController();
		const choose = async () => {
			const place = placeOf(latest.current.state?.tab ?? null);
			if (place === null) return;
			const found = await newestOf(place.domain, latest.current.state?.lastOfTab ?? null, closing.signal).catch(
				() => "unreachable" as const,
			);
			const now = latest.current;
			if (closing.signal.aborted || now.state === null) return;
			const chat = chatFor(place, now.state, { found, newId: newId() });
			// A guess that was confirmed stays what it was.
			const isSame = found !== "unreachable" && found === null && now.choice.isGuess && now.choice.chat !== null;
			const isSwitch = now.choice.chat !== null && now.choice.chat.domain !== place.domain && place.domain !== "";
			setChoice({
				chat: isSame ? now.choice.chat : chat,
				place,
				isOpened: false,
				isGuess: found === "unreachable",
				switchedTo: isSwitch ? place.domain : now.choice.switchedTo,
			});
		};
		const timer = setTimeout(() => void choose(), latest.current.choice.chat === null ? 0 : settleMs);
		return () => {
			clearTimeout(timer);
			closing.abort();
		};
	}, [asked]);

	const isSettled = isSignedIn && isOnline && choice.chat !== null && !choice.isOpened && run?.state !== "running";
	usePolling({
		isOn: isSettled && !isBusy && tab !== null && tab.domain !== "",
		everyMs: elsewhereMs,
		poll: async (signal) => {
			const found = await newestOf(tab?.domain ?? "", null, signal);
			const now = latest.current;
			const isHere = placeKeyOf(now.state?.tab ?? null) === placeKeyOf(tab);
			if (signal.aborted || now.state === null || now.choice.chat === null || !isHere) return;
			const { otherRuns } = now.state;
			if (found === null || !isBegunElsewhere(found, { shown: now.choice.chat, otherRuns })) return;
			const chat = { sessionId: found.sessionId, domain: tab?.domain ?? "", isFresh: false };
			setChoice((before) => ({ ...before, chat, place: placeOf(tab) }));
		},
	});

	// The server knows the chat once its first step was decided.
	const isBegun = run !== null && run.taskId !== null && run.sessionId === choice.chat?.sessionId;
	useEffect(() => {
		if (isBegun) setChoice((before) => (before.chat?.isFresh === true ? { ...before, chat: { ...before.chat, isFresh: false } } : before));
	}, [isBegun]);

	// A task whose chat the server did not know begins in another one, and takes the panel with it.
	const begun = useRef<{ readonly runKey: string; readonly sessionId: SessionId } | null>(null);
	const runKey = run?.runKey ?? "";
	const runSession = run?.sessionId;
	useEffect(() => {
		const before = begun.current;
		begun.current = runSession === undefined ? null : { runKey, sessionId: runSession };
		if (before === null || runSession === undefined || before.runKey !== runKey || before.sessionId === runSession) return;
		setChoice((now) =>
			now.chat?.sessionId === before.sessionId ? { ...now, chat: { ...now.chat, sessionId: runSession, isFresh: false } } : now,
		);
	}, [runKey, runSession]);

	const show = (chat: ShownChat) => setChoice((before) => ({ ...before, chat, place: placeOf(tab), isOpened: true, isGuess: false }));
	return {
		chat: choice.chat,
		switchedTo: choice.switchedTo,
		open: ({ sessionId, domain }: Pick<Session, "sessionId" | "domain">) => show({ sessionId, domain: domain ?? "", isFresh: false }),
		openFresh: () => show({ sessionId: newId(), domain: tab?.domain ?? "", isFresh: true }),
	};
}

function placeOf(tab: ViewState["tab"]): Place | null {
	return tab === null ? null : { tabId: tab.id, domain: tab.domain };
}

const placeKeyOf = (tab: ViewState["tab"]) => `${tab?.id} ${tab?.domain}`;
