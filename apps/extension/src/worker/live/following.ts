import type { SessionId } from "@webhand/contracts/ids";
import type { ArrivedEvent } from "../../messages.ts";
import type { Transport } from "../../panel-state.ts";
import { cursorsItem } from "../../storage.ts";

/** An open connection to the events of one chat. */
export type Following = { readonly close: () => void };

/** Opens the connection of one chat; `cursor` is the number of the last event that was applied. */
export type Follow = (chat: {
	readonly sessionId: SessionId;
	readonly cursor: number;
	readonly onEvent: (event: ArrivedEvent) => void;
	readonly onCursor: (cursor: number) => void;
	/** Events were missed: messages must be read again. */
	readonly onBehind: () => void;
	readonly onState: (state: Transport) => void;
	/** The chat is not there, or nobody is signed in. */
	readonly onEnd: () => void;
}) => Following;

export type FollowersDeps = {
	readonly follow: Follow;
	readonly onEvent: (sessionId: SessionId, event: ArrivedEvent) => void;
	readonly onBehind: (sessionId: SessionId) => void;
	readonly onState: (sessionId: SessionId) => void;
};

/** Higher than any event: the server then answers with the newest number, and messages are read whole. */
const unknownCursor = 1_000_000_000;
const keptCursors = 50;

/** Follows the chats that a panel shows or a run belongs to, each once. */
export function createFollowers(deps: FollowersDeps) {
	const open = new Map<SessionId, { following: Following | null; state: Transport | null }>();

	async function start(sessionId: SessionId): Promise<void> {
		const entry: { following: Following | null; state: Transport | null } = { following: null, state: null };
		open.set(sessionId, entry);
		const cursor = (await cursorsItem.get())[sessionId] ?? unknownCursor;
		// It may have been closed meanwhile.
		if (open.get(sessionId) !== entry) return;
		entry.following = deps.follow({
			sessionId,
			cursor,
			onEvent: (event) => deps.onEvent(sessionId, event),
			onCursor: (next) => void rememberCursor(sessionId, next),
			onBehind: () => deps.onBehind(sessionId),
			onState: (state) => {
				// While nothing was connected, a panel may have missed what the cursor passed.
				if (state === "connected" && entry.state !== "connected") deps.onBehind(sessionId);
				entry.state = state;
				deps.onState(sessionId);
			},
			onEnd: () => {
				if (open.get(sessionId) === entry) open.delete(sessionId);
				deps.onState(sessionId);
			},
		});
	}

	return {
		/** Opens what is wanted and not open, closes what is open and not wanted. */
		keep: (wanted: ReadonlySet<SessionId>): void => {
			for (const [sessionId, { following }] of open) {
				if (wanted.has(sessionId)) continue;
				open.delete(sessionId);
				following?.close();
			}
			for (const sessionId of wanted) if (!open.has(sessionId)) void start(sessionId);
		},
		stateOf: (sessionId: SessionId): Transport | null => open.get(sessionId)?.state ?? null,
	};
}

async function rememberCursor(sessionId: SessionId, cursor: number): Promise<void> {
	await cursorsItem.update(({ [sessionId]: _before, ...others }) => ({
		...Object.fromEntries(Object.entries(others).slice(1 - keptCursors)),
		[sessionId]: cursor,
	}));
}
