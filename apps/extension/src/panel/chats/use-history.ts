import type { Session } from "@webhand/contracts/chat/sessions";
import { changeSessionRoute, deleteSessionRoute, sessionListRoute } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import { useCallback, useEffect, useRef, useState } from "react";
import { server } from "../../kit/server.ts";
import { sessionCacheItem } from "../../storage.ts";
import { readFailureOf } from "../chat/store/chat-reader.ts";
import type { HistoryFilter, HistoryView, ListState } from "../panel-props.ts";
import { saveChat } from "./save-chat.ts";
import { sessionsText } from "./words.ts";

const pageSize = 30;
const keptSessions = 100;
const typingMs = 250;

type List = {
	readonly sessions: readonly Session[];
	readonly cursor: string | null;
	readonly state: ListState;
	readonly problem: string;
};

const empty: List = { sessions: [], cursor: null, state: { kind: "loading" }, problem: "" };
const everything: HistoryFilter = { status: "all", domain: "" };

/**
 * The drawer of chats. It is read from the server each time it opens; the last whole list is kept to be shown while nobody answers.
 *
 * @param owner another user or tenant starts with no list
 * @param isOnline the server can be reached again: a list that failed is read once more
 */
export function useHistory(facts: {
	readonly owner: string | null;
	readonly currentId: SessionId | null;
	readonly isOnline: boolean;
	readonly isOpen: boolean;
	readonly onOpenChange: (isOpen: boolean) => void;
	readonly onGone: (sessionId: SessionId) => void;
}) {
	const { isOpen } = facts;
	const [query, setQuery] = useState("");
	const [filter, setFilter] = useState(everything);
	const [list, setList] = useState(empty);
	const [turn, setTurn] = useState(0);
	const reload = useCallback(() => setTurn((count) => count + 1), []);
	const wanted = query.trim();
	const { owner } = facts;
	const latestOwner = useRef(owner);
	latestOwner.current = owner;
	const isStill = (asked: string | null) => latestOwner.current === asked;

	useEffect(() => {
		setList(empty);
		setQuery("");
		setFilter(everything);
	}, [owner]);
	useEffect(() => {
		if (!isOpen) return;
		const closing = new AbortController();
		const read = async () => {
			setList((before) => ({ ...before, state: { kind: "loading" } }));
			try {
				const { sessions, nextCursor } = await readPage({ wanted, filter, cursor: null }, closing.signal);
				if (closing.signal.aborted) return;
				setList((before) => ({ ...before, sessions, cursor: nextCursor, state: { kind: "ready" } }));
				const isWhole = wanted === "" && filter.status === "all" && filter.domain === "";
				if (isWhole) await sessionCacheItem.set({ at: Date.now(), sessions: sessions.slice(0, keptSessions) });
			} catch (cause) {
				if (!closing.signal.aborted) setList(await failed(cause));
			}
		};
		const timer = setTimeout(() => void read(), wanted === "" ? 0 : typingMs);
		return () => {
			clearTimeout(timer);
			closing.abort();
		};
	}, [isOpen, wanted, filter, turn, facts.isOnline, owner]);

	const more = async () => {
		const { cursor } = list;
		if (cursor === null || list.state.kind === "loading") return;
		setList((before) => ({ ...before, state: { kind: "loading" } }));
		try {
			const { sessions, nextCursor } = await readPage({ wanted, filter, cursor }, AbortSignal.timeout(20_000));
			if (!isStill(owner)) return;
			const added = (known: readonly Session[]) => sessions.filter((one) => !known.some(({ sessionId }) => sessionId === one.sessionId));
			setList((before) => ({
				...before,
				sessions: [...before.sessions, ...added(before.sessions)],
				cursor: nextCursor,
				state: { kind: "ready" },
			}));
		} catch (cause) {
			setList((before) => ({ ...before, state: { kind: "ready" }, problem: readFailureOf(cause).message }));
		}
	};

	/** Nothing is optimistic: the list shows what the server made of it. */
	const change = async (work: () => Promise<void>) => {
		setList((before) => ({ ...before, problem: "" }));
		try {
			await work();
			reload();
		} catch (cause) {
			setList((before) => ({ ...before, problem: readFailureOf(cause).message }));
		}
	};

	const domains = [
		...new Set([...list.sessions.flatMap(({ domain }) => domain ?? []), ...(filter.domain === "" ? [] : [filter.domain])]),
	].sort();
	const { sessions, state, cursor, problem } = list;
	const view: HistoryView = {
		isOpen,
		sessions,
		query,
		filter,
		domains,
		state,
		problem,
		currentId: facts.currentId,
		hasMore: cursor !== null,
	};
	return {
		view,
		actions: {
			onClose: () => facts.onOpenChange(false),
			onQuery: setQuery,
			onFilter: setFilter,
			onRename: (sessionId: SessionId, title: string) =>
				void change(async () => void (await server.call(changeSessionRoute, { params: { sessionId }, body: { title } }))),
			onArchive: ({ sessionId, status }: Session) =>
				void change(async () => {
					const next = status === "archived" ? "active" : "archived";
					await server.call(changeSessionRoute, { params: { sessionId }, body: { status: next } });
				}),
			onDelete: (sessionId: SessionId) =>
				void change(async () => {
					await server.call(deleteSessionRoute, { params: { sessionId } });
					facts.onGone(sessionId);
				}),
			onMore: () => void more(),
			onExport: (sessionId: SessionId, format: "json" | "markdown") => void change(() => saveChat({ sessionId }, format)),
			onRetry: reload,
		},
	};
}

type Asked = { readonly wanted: string; readonly filter: HistoryFilter; readonly cursor: string | null };

function readPage({ wanted, filter, cursor }: Asked, signal: AbortSignal) {
	const query = {
		limit: pageSize,
		...(wanted === "" ? {} : { q: wanted }),
		...(filter.status === "all" ? {} : { status: filter.status }),
		...(filter.domain === "" ? {} : { domain: filter.domain }),
		...(cursor === null ? {} : { cursor }),
	};
	return server.call(sessionListRoute, { query, signal });
}

async function failed(cause: unknown): Promise<List> {
	const { isOffline, message, requestId } = readFailureOf(cause);
	const kept = await sessionCacheItem.get();
	if (isOffline && kept.at > 0) return { ...empty, sessions: kept.sessions, state: { kind: "offline", at: kept.at } };
	const told = isOffline ? sessionsText.notLoaded : message;
	return { ...empty, state: { kind: "error", message: told, ...(requestId === undefined ? {} : { requestId }) } };
}
