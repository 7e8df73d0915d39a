import type { Dispatch } from "react";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { server } from "../../../kit/server.ts";
import type { Watch } from "../../../kit/transport.ts";
import { watch } from "../../../kit/transport.ts";
import type { PanelEvent } from "../../state/model.ts";
import { createChatStore } from "../store/chat-store.ts";
import type { ShownChat } from "./policy.ts";

/** The messages of the chat that is shown, read from the server and followed by the worker's events. */
export function useFollowedChat(
	dispatch: Dispatch<PanelEvent>,
	{ shown, isOnline }: { readonly shown: ShownChat | null; readonly isOnline: boolean },
) {
	const store = useMemo(() => createChatStore(server), []);
	const chat = useSyncExternalStore(store.subscribe, store.get);
	const link = useRef<Watch | null>(null);
	useEffect(() => {
		const line = watch({
			onLink: (isLinked) => dispatch({ type: isLinked ? "linked" : "unlinked" }),
			onMessage: (message) => {
				const isOfChat = "sessionId" in message && message.sessionId === store.get().conversation?.sessionId;
				if (message.type === "view_state") dispatch({ type: "state_arrived", state: message.state });
				else if (message.type === "view_log") dispatch({ type: "log_arrived", line: message.line });
				else if (message.type === "view_log_all") dispatch({ type: "log_read", lines: message.lines });
				else if (isOfChat && message.type === "view_event") store.onEvent(message);
				else if (isOfChat) store.refresh();
			},
		});
		link.current = line;
		return line.close;
	}, [store]);
	const { sessionId = null, isFresh = false } = shown ?? {};
	useEffect(() => {
		store.open(sessionId, isFresh);
		dispatch({ type: "chat_shown" });
	}, [store, sessionId]);
	// A chat that exists since its first step is read, and followed from then on.
	const followed = sessionId !== null && !isFresh ? sessionId : null;
	useEffect(() => {
		link.current?.show(followed);
		if (followed !== null) store.refresh();
	}, [store, followed]);
	// What could not be read is read again once somebody answers.
	useEffect(() => {
		if (isOnline && store.get().failure !== null) store.refresh();
	}, [store, isOnline]);
	return { store, chat };
}
