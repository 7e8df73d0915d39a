import type { SignInId } from "@webhand/contracts/ids";
import type { Log } from "@webhand/service-kit/logs";
import type { Code, Reaction, Who } from "../wire/protocol.ts";
import { codes, errorFrame, pingFrame, subscribedFrame } from "../wire/protocol.ts";
import type { Fanout } from "./fanout.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { Places } from "./places.ts";
import type { Peer } from "./rooms.ts";
import { createRooms } from "./rooms.ts";

/** Limits of one process. */
export type HubRules = {
	readonly mostSockets: number;
	readonly mostPerIp: number;
	readonly mostFrames: number;
	readonly framesWindowMs: number;
	readonly silentMs: number;
	readonly pongMs: number;
	/** How long a socket may be without a private channel. */
	readonly idleMs: number;
	readonly mostUnsentBytes: number;
	/** Over how long sockets are closed that all have to go. */
	readonly spreadMs: number;
};

/** What the hub needs. */
export type HubDeps = {
	readonly fanout: Pick<Fanout, "listen" | "isReady">;
	readonly places: Pick<Places, "take" | "keep" | "leave">;
	readonly revokedOf: (sids: readonly SignInId[]) => Promise<readonly SignInId[]>;
	readonly metrics: RealtimeMetrics;
	readonly log: Log;
	readonly elapsed: () => number;
	readonly now: () => number;
	readonly rules: HubRules;
};

/** All sockets of this process, their channels, and when they must go. */
export type Hub = ReturnType<typeof createHub>;

/** Makes the hub; nothing runs by itself: `sweep` is called each second, `checkSignIns` each ten. */
export function createHub({ fanout, places, revokedOf, metrics, log, elapsed, now, rules }: HubDeps) {
	const peers = new Set<Peer>();
	const perIp = new Map<string, number>();
	let isDraining = false;

	const close = (peer: Peer, code: Code, message: string) => {
		if (peer.closedWith !== 0) return;
		peer.closedWith = code;
		peer.ws.send(errorFrame(code, message));
		peer.ws.close(code, message);
	};
	/** A client that does not read gets no farewell: it would not read that either. */
	const cut = (peer: Peer) => {
		if (peer.closedWith !== 0) return;
		peer.closedWith = codes.overCapacity;
		peer.ws.close(codes.overCapacity);
		peer.ws.terminate();
	};
	const send = (peer: Peer, frame: string | Buffer) => {
		if (peer.closedWith !== 0) return;
		peer.ws.send(frame, { binary: false });
		if (peer.ws.bufferedAmount > rules.mostUnsentBytes) cut(peer);
	};
	const rooms = createRooms({
		fanout,
		send,
		refuse: (peer) => close(peer, codes.overCapacity, "Events cannot be delivered at the moment, try again"),
		onDelivered: (count, at) => metrics.delivered(count, at === undefined ? undefined : (now() - at) / 1_000),
	});

	const bind = (peer: Peer, { sid, tid, most }: Who) => {
		peer.sid ??= sid;
		if (peer.tenantId !== null) return;
		peer.tenantId = tid;
		void places.take(tid, peer.socketId, most).then((isTaken) => {
			if (!isTaken) close(peer, codes.overCapacity, `Your organization has ${most} connections open, as many as may be`);
			// It may have left meanwhile.
			if (peer.closedWith !== 0) void places.leave(tid, peer.socketId);
		});
	};

	/** Closes sockets one after the other, spread over the time that clients need to come back in turn. */
	const closeSpread = async (list: readonly Peer[], message: string): Promise<void> => {
		const started = elapsed();
		for (const [index, peer] of list.entries()) {
			const due = started + (rules.spreadMs * index) / list.length;
			if (due > elapsed()) await new Promise((resolve) => setTimeout(resolve, due - elapsed()).unref());
			close(peer, codes.reconnect, message);
		}
	};

	return {
		size: () => peers.size,
		channelCount: rooms.size,
		/** Is there a place for one more socket of this address? The code to refuse it with otherwise. */
		refusalOf: (ip: string): { readonly code: Code; readonly message: string } | null => {
			if (isDraining) return { code: codes.reconnect, message: "This server goes away, connect again" };
			if (peers.size >= rules.mostSockets) return { code: codes.overCapacity, message: "This server is full, try again later" };
			if ((perIp.get(ip) ?? 0) >= rules.mostPerIp)
				return { code: codes.overCapacity, message: "This address has too many connections, try again later" };
			return null;
		},
		add: (peer: Peer) => {
			peers.add(peer);
			perIp.set(peer.ip, (perIp.get(peer.ip) ?? 0) + 1);
		},
		remove: (peer: Peer, code: number) => {
			if (!peers.delete(peer)) return;
			const left = (perIp.get(peer.ip) ?? 1) - 1;
			if (left === 0) perIp.delete(peer.ip);
			else perIp.set(peer.ip, left);
			peer.closedWith ||= code;
			for (const channel of [...peer.channels]) rooms.leave(peer, channel);
			if (peer.tenantId !== null) void places.leave(peer.tenantId, peer.socketId);
			metrics.closed(peer.closedWith);
		},
		close,
		/** Counts a frame. @returns false when it was one too many and the socket is closed */
		count: (peer: Peer): boolean => {
			const at = elapsed();
			peer.seenAt = at;
			peer.pingedAt = 0;
			if (at - peer.framesSince >= rules.framesWindowMs) {
				peer.framesSince = at;
				peer.frames = 0;
			}
			peer.frames += 1;
			if (peer.frames <= rules.mostFrames) return true;
			close(peer, codes.overCapacity, "Too many messages, try again later");
			return false;
		},
		/** Does what the protocol says about a frame. */
		react: (peer: Peer, reaction: Reaction) => {
			switch (reaction.kind) {
				case "none":
					return;
				case "send":
					return send(peer, reaction.frame);
				case "unsubscribe":
					return rooms.leave(peer, reaction.channel);
				case "sign_in":
					bind(peer, reaction.who);
					peer.isSignedIn = true;
					return send(peer, reaction.frame);
				case "subscribe": {
					const { channel, sessionId, who } = reaction;
					if (who !== null) bind(peer, who);
					if (sessionId === null || rooms.isLive(peer, channel)) {
						peer.channels.add(channel);
						return send(peer, subscribedFrame(channel));
					}
					// A second request while the first one waits is answered with the first.
					if (!peer.channels.has(channel)) void rooms.enter(peer, { channel, sessionId });
				}
			}
		},
		/** Pings silent sockets, closes those that do not answer and those without a chat. */
		sweep: () => {
			const at = elapsed();
			for (const peer of peers) {
				if (peer.pingedAt !== 0 && at - peer.pingedAt >= rules.pongMs) {
					close(peer, codes.silent, "No answer to a ping");
				} else if (peer.pingedAt === 0 && at - peer.seenAt >= rules.silentMs) {
					peer.pingedAt = at;
					send(peer, pingFrame);
				}
				if (at - peer.openedAt >= rules.idleMs && !rooms.hasAny(peer)) close(peer, codes.unauthorized, "No channel was subscribed in time");
			}
		},
		/** Keeps the places that the sockets have in the limits of their tenants. Never rejects. */
		keepPlaces: () => places.keep(peers),
		/** Closes the sockets of a sign-in. */
		revoke: (sid: SignInId) => {
			for (const peer of peers) if (peer.sid === sid) close(peer, codes.unauthorized, "The sign-in has ended");
		},
		/** Finds sign-ins whose end was announced while nobody listened. Never rejects. */
		checkSignIns: async (): Promise<void> => {
			const sids = [...new Set([...peers].flatMap(({ sid }) => (sid === null ? [] : [sid])))];
			try {
				const revoked = new Set(await revokedOf(sids));
				for (const peer of peers) if (peer.sid !== null && revoked.has(peer.sid)) close(peer, codes.unauthorized, "The sign-in has ended");
			} catch (cause) {
				log.info({ err: cause }, "sign-ins of sockets could not be checked");
			}
		},
		/** Redis was away and forgot what was published: clients with a chat connect again and read the log. */
		reconnectAll: () => closeSpread([...peers].filter(rooms.hasAny), "Connect again"),
		/** Sends everybody elsewhere. Resolves when all were told. */
		drain: async (): Promise<void> => {
			isDraining = true;
			await closeSpread([...peers], "This server goes away, connect again");
		},
		/** Cuts who is still there. */
		terminate: () => {
			for (const { ws } of peers) ws.terminate();
		},
	};
}
