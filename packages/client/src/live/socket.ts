import type { realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import { channelOf, pusherAuthRoute } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import type { BodyOf, ReplyOf } from "@webhand/contracts/routes";
import type { Api } from "../call.ts";
import { call } from "../call.ts";
import type { LiveEvent } from "./order.ts";
import type { PusherClass, PusherOptions } from "./pusher.ts";

/** What a socket needs. `onLive` is called with each change; `onEvent` with each event as it comes, in any order. */
export type SocketOptions = {
	readonly api: Api;
	readonly Pusher: PusherClass;
	readonly sessionId: SessionId;
	readonly settings: ReplyOf<typeof realtimeSettingsRoute>;
	readonly onLive: (isLive: boolean) => void;
	readonly onEvent: (event: LiveEvent) => void;
	/** How long the socket may be without its channel before it is replaced, in milliseconds. */
	readonly patienceMs: number;
	readonly signal: AbortSignal;
};

/**
 * Listens to a chat until the socket must be replaced: pusher-js gives up after a refusal or two broken connections, and waits 15 s after
 * a failed attempt.
 *
 * @returns whether the chat was ever live; never rejects
 */
export function listen(options: SocketOptions): Promise<boolean> {
	const { Pusher, sessionId, settings, onLive, onEvent, signal } = options;
	return new Promise((resolve) => {
		let wasLive = false;
		let isOver = false;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const socket = new Pusher(settings.key, optionsOf(options));
		const end = () => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			onLive(false);
			socket.unbind_all();
			socket.disconnect();
			resolve(wasLive);
		};
		const setLive = (isLive: boolean) => {
			if (isOver) return;
			clearTimeout(timer);
			if (!isLive) timer = setTimeout(end, options.patienceMs);
			wasLive ||= isLive;
			onLive(isLive);
		};
		signal.addEventListener("abort", end, { once: true });
		socket.connection.bind("state_change", ({ current }: { readonly current: string }) => {
			if (current === "failed" || current === "disconnected") end();
			else if (current !== "connected") setLive(false);
		});
		// A Pusher server ends the sockets of a sign-in by its name; ours knows it from the channel's signature.
		if (settings.transport === "pusher") socket.signin();
		const channel = socket.subscribe(channelOf(sessionId));
		channel.bind("pusher:subscription_succeeded", () => setLive(true));
		channel.bind_global((name: string, data: unknown) => {
			if (isOver || name.startsWith("pusher:")) return;
			const event = eventOf(name, data);
			if (event !== undefined) onEvent(event);
		});
		setLive(false);
	});
}

type Signature = { readonly auth: string; readonly channel_data?: string | undefined; readonly user_data?: string | undefined };

function optionsOf({ api, settings, signal }: SocketOptions): PusherOptions {
	const { cluster, wsHost, wsPort, forceTLS } = settings;
	const sign = async (body: BodyOf<typeof pusherAuthRoute>): Promise<Signature> => await call(api, pusherAuthRoute, { body, signal });
	return {
		cluster,
		wsHost,
		wsPort,
		wssPort: wsPort,
		forceTLS,
		enabledTransports: ["ws"],
		disableStats: true,
		// Chrome stops a worker after 30 s without traffic; 20 s keeps it.
		activityTimeout: 20_000,
		pongTimeout: 10_000,
		channelAuthorization: {
			customHandler: ({ socketId, channelName }, callback) => {
				sign({ socket_id: socketId, channel_name: channelName }).then(
					({ auth, channel_data: data }) => callback(null, data === undefined ? { auth } : { auth, channel_data: data }),
					(cause: unknown) => callback(errorOf(cause), null),
				);
			},
		},
		userAuthentication: {
			customHandler: ({ socketId }, callback) => {
				sign({ socket_id: socketId }).then(
					({ auth, user_data: data = "" }) => callback(null, { auth, user_data: data }),
					(cause: unknown) => callback(errorOf(cause), null),
				);
			},
		},
	};
}

/** pusher-js takes errors only. */
function errorOf(cause: unknown): Error {
	return cause instanceof Error ? cause : new Error("The socket was not signed", { cause });
}

function eventOf(name: string, data: unknown): LiveEvent | undefined {
	if (typeof data !== "object" || data === null) return undefined;
	const { seq, eventId } = data as { readonly seq?: unknown; readonly eventId?: unknown };
	if (typeof seq !== "number" || typeof eventId !== "string") return undefined;
	return { seq, eventId, name, data: { ...data } };
}
