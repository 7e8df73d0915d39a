import { limitBounds } from "@webhand/contracts/auth/limits";
import { SessionId, SignInId, TenantId } from "@webhand/contracts/ids";
import { z } from "zod";

/** Close codes of the Pusher Channels protocol: 4000–4099 stay away, 4100–4199 later, 4200–4299 at once. 4301 is an error only. */
export const codes = {
	unknownKey: 4001,
	badVersion: 4006,
	unsupportedProtocol: 4007,
	noProtocol: 4008,
	unauthorized: 4009,
	overCapacity: 4100,
	reconnect: 4200,
	silent: 4201,
	refused: 4301,
} as const;
export type Code = (typeof codes)[keyof typeof codes];

/** What a frame is judged by: the socket as it stands. `sid` is the sign-in that it is bound to. */
export type SocketFacts = {
	readonly socketId: string;
	readonly channels: ReadonlySet<string>;
	readonly sid: SignInId | null;
	readonly isSignedIn: boolean;
};

/** `verify` says whether a signature was made with our key; `mostChannels` is the limit of one socket. */
export type FrameRules = { readonly verify: (signed: string, signature: string) => boolean; readonly mostChannels: number };

/** Whose socket it is, and how many its tenant may have open, as our signature says. */
export type Who = { readonly sid: SignInId; readonly tid: TenantId; readonly most: number };

/** What follows from a frame. `subscribe` with a session is confirmed once Redis delivers its events. */
export type Reaction =
	| { readonly kind: "none" }
	| { readonly kind: "send"; readonly frame: string }
	| { readonly kind: "subscribe"; readonly channel: string; readonly sessionId: SessionId | null; readonly who: Who | null }
	| { readonly kind: "unsubscribe"; readonly channel: string }
	| { readonly kind: "sign_in"; readonly who: Who; readonly frame: string };

const Frame = z.object({ event: z.string().min(1).max(200), data: z.unknown().optional() });
const Channel = z
	.string()
	.max(200)
	.regex(/^#?[A-Za-z0-9_\-=@,.;]+$/);
const Subscribe = z.object({ channel: Channel, auth: z.string().max(500).optional(), channel_data: z.string().max(2_000).optional() });
const Unsubscribe = z.object({ channel: Channel });
const SignIn = z.object({ auth: z.string().max(500), user_data: z.string().max(2_000) });
const most = z.number().int().positive().default(limitBounds.sockets.default);
const ChannelData = z.object({ sid: SignInId, tid: TenantId, most });
const UserData = z.object({ id: SignInId, tid: TenantId, most });

const sessionChannel = /^private-session-(.+)$/;
const userChannel = "#server-to-user-";

/**
 * Judges one frame of a client.
 *
 * @param text as it came, at most 16 KiB
 * @returns what to do; frames to send are complete
 * @throws never
 */
export function reactTo(socket: SocketFacts, text: string, rules: FrameRules): Reaction {
	const frame = Frame.safeParse(parseJson(text)).data;
	if (frame === undefined) return refused("The message is not a JSON object with an event");
	const { event } = frame;
	const data = typeof frame.data === "string" ? parseJson(frame.data) : frame.data;
	switch (event) {
		case "pusher:ping":
			return { kind: "send", frame: encode("pusher:pong", "{}") };
		case "pusher:pong":
			return { kind: "none" };
		case "pusher:subscribe":
			return subscribe(socket, data, rules);
		case "pusher:unsubscribe": {
			const channel = Unsubscribe.safeParse(data).data?.channel;
			return channel === undefined ? refused("The channel has no valid name") : { kind: "unsubscribe", channel };
		}
		case "pusher:signin":
			return signIn(socket, data, rules);
		default:
			if (event.startsWith("client-")) return refused("Client events are not taken here");
			return refused("This event is not known");
	}
}

function subscribe(socket: SocketFacts, given: unknown, { verify, mostChannels }: FrameRules): Reaction {
	const asked = Subscribe.safeParse(given).data;
	if (asked === undefined) return refused("The subscription has no valid channel, auth or channel_data");
	const { channel, auth, channel_data: channelData } = asked;
	if (!socket.channels.has(channel) && socket.channels.size >= mostChannels)
		return refusedChannel(channel, { type: "LimitReached", error: `A socket has ${mostChannels} channels at most`, status: 403 });
	if (channel.startsWith("#"))
		return socket.isSignedIn && channel === `${userChannel}${socket.sid}`
			? { kind: "subscribe", channel, sessionId: null, who: null }
			: refusedChannel(channel, forbidden);
	if (!/^(private|presence)-/.test(channel)) return { kind: "subscribe", channel, sessionId: null, who: null };
	const sessionId = SessionId.safeParse(sessionChannel.exec(channel)?.[1]).data;
	if (sessionId === undefined) return refusedChannel(channel, forbidden);
	const signed = [socket.socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(":");
	if (auth === undefined || !verify(signed, auth)) return refusedChannel(channel, unsigned);
	const who = ChannelData.safeParse(channelData === undefined ? undefined : parseJson(channelData)).data ?? null;
	// A socket dies with its sign-in, so it has one at most.
	if (who !== null && socket.sid !== null && who.sid !== socket.sid) return refusedChannel(channel, unsigned);
	return { kind: "subscribe", channel, sessionId, who };
}

function signIn(socket: SocketFacts, given: unknown, { verify }: FrameRules): Reaction {
	const asked = SignIn.safeParse(given).data;
	const user = asked === undefined ? undefined : UserData.safeParse(parseJson(asked.user_data)).data;
	const isSigned = asked !== undefined && verify(`${socket.socketId}::user::${asked.user_data}`, asked.auth);
	if (!isSigned || user === undefined || (socket.sid !== null && socket.sid !== user.id))
		return { kind: "send", frame: errorFrame(codes.unauthorized, "The sign-in is not valid for this socket, sign it again") };
	return {
		kind: "sign_in",
		who: { sid: user.id, tid: user.tid, most: user.most },
		frame: encode("pusher:signin_success", JSON.stringify({ user_data: asked.user_data })),
	};
}

const forbidden = { type: "AuthError", error: "This channel is not open to you", status: 403 } as const;
const unsigned = { type: "AuthError", error: "The signature of the subscription is not valid", status: 401 } as const;

function refusedChannel(channel: string, data: { readonly type: string; readonly error: string; readonly status: number }): Reaction {
	return { kind: "send", frame: encode("pusher:subscription_error", data, channel) };
}

function refused(message: string): Reaction {
	return { kind: "send", frame: errorFrame(codes.refused, message) };
}

/** The frame of an error; after it the socket may be closed with the same code. */
export function errorFrame(code: Code, message: string): string {
	return encode("pusher:error", { code, message });
}

/** The first frame of a socket. A client is silent for 20 s at most: Chrome stops a worker that is silent for 30 s. */
export function establishedFrame(socketId: string): string {
	return encode("pusher:connection_established", JSON.stringify({ socket_id: socketId, activity_timeout: 20 }));
}

/** Confirms a subscription. */
export function subscribedFrame(channel: string): string {
	return encode("pusher_internal:subscription_succeeded", "{}", channel);
}

/** Asks a silent client whether it is there. */
export const pingFrame = encode("pusher:ping", "{}");

/** An event on a channel; the protocol has its data as text. */
export function eventFrame(channel: string, name: string, data: unknown): string {
	return encode(name, JSON.stringify(data), channel);
}

function encode(event: string, data: unknown, channel?: string): string {
	return JSON.stringify(channel === undefined ? { event, data } : { event, channel, data });
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
