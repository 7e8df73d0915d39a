import { eventsRoute, realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { ApiError } from "../api-error.ts";
import type { Api } from "../call.ts";
import { call } from "../call.ts";
import type { LiveEvent } from "./order.ts";
import { createOrder } from "./order.ts";
import type { PusherClass } from "./pusher.ts";
import { listen } from "./socket.ts";

/** `connected`: events come at once. `polling`: no socket, events come by request. `reconnecting`: neither works at the moment. */
export type LiveState = "connected" | "reconnecting" | "polling";

/** How to follow a chat. Callbacks are never called after `close` or `onEnd`. */
export type FollowOptions = {
	readonly api: Api;
	readonly sessionId: SessionId;
	/** Number of the last event that was applied, 0 for none: keep it per chat, such as in `chrome.storage.session`. */
	readonly cursor: number;
	/** pusher-js: `pusher-js/worker` in a service worker, `pusher-js` elsewhere. */
	readonly Pusher: PusherClass;
	/** Stored events, each number once and in order; `cursor` is the number of the last one. */
	readonly onEvents: (events: readonly LiveEvent[], cursor: number) => void;
	/** A part of the thought that a model writes now. It is not stored: the whole thought comes with the step. */
	readonly onChunk?: (chunk: LiveEvent) => void;
	/** Events were deleted before they were read: read the messages again, events continue after `cursor`. */
	readonly onReset: (cursor: number) => void;
	readonly onState?: (state: LiveState) => void;
	/** The chat cannot be followed: it is gone (`SESSION_NOT_FOUND`) or the user is signed out (`UNAUTHORIZED`). */
	readonly onEnd?: (code: "SESSION_NOT_FOUND" | "UNAUTHORIZED") => void;
	/** How long the socket may be away before events are requested, 2,000 ms by default. */
	readonly pollAfterMs?: number;
};

/** A chat that is followed. */
export type Follower = { readonly cursor: () => number; readonly close: () => void };

const pageSize = 500;
const longPollSeconds = 25;
const firstPatienceMs = 5_000;
const longestPauseMs = 30_000;

/**
 * Follows a chat: over a WebSocket, and by long polling while there is none. After each connect the events after the cursor are read from
 * the log; a jump in the numbers reads what is missing. So each event is applied once, in order, whatever was lost on the way.
 *
 * @throws never; failures are retried with growing pauses, up to 30 s
 */
export function followSession(options: FollowOptions): Follower {
	const { api, sessionId, pollAfterMs = 2_000 } = options;
	const closing = new AbortController();
	const { signal } = closing;
	const order = createOrder(options.cursor);
	const bell = createBell();
	let shown: LiveState | undefined;
	let isLive = false;
	/** The log holds events that were not read: at the start, after each connect, after a jump. */
	let isBehind = true;
	let longPoll: AbortController | undefined;

	const show = (state: LiveState) => {
		if (state !== shown && !signal.aborted) options.onState?.(state);
		shown = state;
	};
	const apply = (due: readonly LiveEvent[]) => {
		if (due.length > 0 && !signal.aborted) options.onEvents(due, order.cursor());
	};
	const end = (cause: unknown): boolean => {
		const code = cause instanceof ApiError && (cause.code === "SESSION_NOT_FOUND" || cause.status === 401) ? cause.code : undefined;
		if (code === undefined || signal.aborted) return signal.aborted;
		closing.abort();
		options.onEnd?.(code === "SESSION_NOT_FOUND" ? code : "UNAUTHORIZED");
		return true;
	};
	const setLive = (now: boolean) => {
		if (isLive === now) return;
		isLive = now;
		if (isLive) isBehind = true;
		else show("reconnecting");
		longPoll?.abort();
		bell.ring();
	};
	const onEvent = (event: LiveEvent) => {
		if (isChunk(event)) {
			if (!signal.aborted) options.onChunk?.(event);
			return;
		}
		const isCut = event.data["truncated"] === true && event.seq > order.cursor();
		if (!isCut) apply(order.take([event]));
		if (!isCut && !order.isMissing()) return;
		isBehind = true;
		bell.ring();
	};

	const readOnce = async (wait: number): Promise<void> => {
		isBehind = false;
		longPoll = wait > 0 ? new AbortController() : undefined;
		const limits = longPoll === undefined ? signal : AbortSignal.any([signal, longPoll.signal]);
		const after = order.cursor();
		const query = { after, limit: pageSize, wait };
		const page = await call(api, eventsRoute, { params: { sessionId }, query, signal: limits });
		if (signal.aborted) return;
		if (page.gap || page.lastSeq < after) {
			// Live events may have gone on meanwhile.
			const to = page.gap ? Math.max(page.lastSeq, order.cursor()) : page.lastSeq;
			if (page.gap || order.cursor() === after) {
				const due = order.jump(to);
				options.onReset(to);
				apply(due);
			}
			return;
		}
		apply(order.take(page.events));
		// Behind a hole the next page begins with a gap.
		const isBroken = order.isMissing() && order.cursor() > after;
		if (page.events.length === pageSize || isBroken) isBehind = true;
	};

	const read = async (): Promise<void> => {
		let isPolling = false;
		let failures = 0;
		while (!signal.aborted) {
			if (isLive && !isBehind) {
				isPolling = false;
				show("connected");
				await bell.rung();
			} else if (!isBehind && !isPolling) isPolling = !(await bell.rung(pollAfterMs));
			else {
				const wait = isBehind || isLive ? 0 : longPollSeconds;
				try {
					await readOnce(wait);
					failures = 0;
					if (isPolling && !isLive) show("polling");
				} catch (cause) {
					if (longPoll?.signal.aborted === true && !signal.aborted) continue;
					if (end(cause)) return;
					isBehind = true;
					isPolling = true;
					show("reconnecting");
					await pause(cause, failures++, signal);
				}
			}
		}
	};

	const connect = async (): Promise<void> => {
		let failures = 0;
		while (!signal.aborted) {
			let cause: unknown;
			try {
				const settings = await call(api, realtimeSettingsRoute, { signal });
				const patienceMs = Math.min(longestPauseMs, firstPatienceMs * 2 ** failures);
				const { Pusher } = options;
				const wasLive = await listen({ api, Pusher, sessionId, settings, onLive: setLive, onEvent, patienceMs, signal });
				failures = wasLive ? 0 : failures + 1;
			} catch (error) {
				if (end(error)) return;
				cause = error;
				failures += 1;
			}
			await pause(cause, failures, signal);
		}
	};

	signal.addEventListener("abort", () => bell.ring(), { once: true });
	void read();
	void connect();
	return { cursor: order.cursor, close: () => closing.abort() };
}

function isChunk({ name, data }: LiveEvent): boolean {
	const event: unknown = data["event"];
	return name === "agent_event" && typeof event === "object" && event !== null && "type" in event && event.type === "llm_chunk";
}

/** A bell: `rung` waits until somebody rings, true, or until the time is over, false. */
function createBell() {
	let wake: ((isRung: boolean) => void) | undefined;
	let isRung = false;
	return {
		ring: () => {
			isRung = true;
			wake?.(true);
		},
		rung: async (limitMs?: number): Promise<boolean> => {
			let timer: ReturnType<typeof setTimeout> | undefined;
			const answer = isRung
				? true
				: await new Promise<boolean>((resolve) => {
						wake = resolve;
						if (limitMs !== undefined) timer = setTimeout(() => resolve(false), limitMs);
					});
			clearTimeout(timer);
			wake = undefined;
			isRung = false;
			return answer;
		},
	};
}

/** Waits before the next attempt: as long as the server says, else longer each time, with chance so that clients spread. */
function pause(cause: unknown, failures: number, signal: AbortSignal): Promise<void> {
	const asked = cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
	const ms = Math.max(asked, Math.min(longestPauseMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		if (signal.aborted) done();
		else signal.addEventListener("abort", done, { once: true });
	});
}
