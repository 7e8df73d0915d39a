import type { SessionId, SignInId, TenantId } from "@webhand/contracts/ids";
import type { WebSocket } from "ws";
import { eventFrame, subscribedFrame } from "../wire/protocol.ts";
import type { Fanout, Listening, Published } from "./fanout.ts";

/** One open socket. Times in milliseconds of `elapsed`; `pingedAt` 0 means that no ping waits for an answer. */
export type Peer = {
	readonly ws: WebSocket;
	readonly socketId: string;
	readonly ip: string;
	readonly openedAt: number;
	readonly channels: Set<string>;
	sid: SignInId | null;
	tenantId: TenantId | null;
	isSignedIn: boolean;
	seenAt: number;
	pingedAt: number;
	frames: number;
	framesSince: number;
	closedWith: number;
};

/** A chat that sockets of this process listen to: `members` wait for Redis or are `live`. */
type Room = { readonly members: Set<Peer>; readonly live: Set<Peer>; readonly listening: Listening };

/** What rooms need. `refuse` closes a socket that cannot be served; `at` is when an event was published. */
export type RoomDeps = {
	readonly fanout: Pick<Fanout, "listen" | "isReady">;
	readonly send: (peer: Peer, frame: string | Buffer) => void;
	readonly refuse: (peer: Peer) => void;
	readonly onDelivered: (sockets: number, at: number | undefined) => void;
};

/** Which sockets listen to which chats. Nothing throws. */
export function createRooms({ fanout, send, refuse, onDelivered }: RoomDeps) {
	const rooms = new Map<string, Room>();
	const open = (channel: string, sessionId: SessionId): Room => {
		const live = new Set<Peer>();
		const deliver = (event: Published) => {
			// One buffer for all sockets of the chat.
			const frame = Buffer.from(eventFrame(channel, event.name, event.data));
			for (const peer of live) send(peer, frame);
			onDelivered(live.size, event.at);
		};
		const room = { members: new Set<Peer>(), live, listening: fanout.listen(sessionId, deliver) };
		rooms.set(channel, room);
		return room;
	};
	const leave = (peer: Peer, channel: string) => {
		peer.channels.delete(channel);
		const room = rooms.get(channel);
		room?.live.delete(peer);
		if (room?.members.delete(peer) !== true || room.members.size > 0) return;
		rooms.delete(channel);
		room.listening.stop();
	};
	return {
		size: () => rooms.size,
		leave,
		/** Confirms the subscription once Redis delivers the chat's events. */
		enter: async (peer: Peer, { channel, sessionId }: { readonly channel: string; readonly sessionId: SessionId }): Promise<void> => {
			const room = rooms.get(channel) ?? open(channel, sessionId);
			room.members.add(peer);
			peer.channels.add(channel);
			const isHeard = await room.listening.ready.then(fanout.isReady, () => false);
			if (peer.closedWith !== 0 || !room.members.has(peer) || room.live.has(peer)) return;
			if (isHeard) {
				send(peer, subscribedFrame(channel));
				room.live.add(peer);
				return;
			}
			// Without Redis nothing would arrive: the client reads the log and tries again.
			leave(peer, channel);
			refuse(peer);
		},
		isLive: (peer: Peer, channel: string) => rooms.get(channel)?.live.has(peer) === true,
		/** Does the socket listen to a chat, or wait to? */
		hasAny: (peer: Peer): boolean => {
			for (const channel of peer.channels) if (rooms.has(channel)) return true;
			return false;
		},
	};
}
