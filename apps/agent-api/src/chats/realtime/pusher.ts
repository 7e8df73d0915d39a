import { setTimeout as pause } from "node:timers/promises";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import Pusher from "pusher";
import type { Publisher } from "./outbox/publish.ts";
import { fit } from "./publisher.ts";

/** How a Pusher server is reached: hosted by its cluster, Sockudo or another one by host and port. */
export type PusherServer = {
	readonly appId: string;
	readonly key: string;
	readonly secret: string;
	readonly cluster?: string;
	readonly host?: string;
	readonly port: number;
	readonly useTls: boolean;
};

const batchSize = 10;
const timeoutMs = 2_000;
const listenerTimeoutMs = 300;

/** Publishes through the HTTP API of a Pusher server. `terminate` ends the connections of a sign-in; never rejects. */
export function createPusherPublisher({ appId, key, secret, cluster, host, port, useTls }: PusherServer): Publisher & {
	readonly terminate: (sid: string) => Promise<void>;
} {
	const common = { appId, key, secret, useTLS: useTls, timeout: timeoutMs };
	const pusher = new Pusher(host === undefined ? { ...common, cluster: cluster ?? "mt1" } : { ...common, host, port: String(port) });
	const isOccupied = async (sessionId: SessionId): Promise<boolean> => {
		const answer = await pusher.get({ path: `/channels/${channelOf(sessionId)}` });
		const body: unknown = await answer.json();
		return typeof body === "object" && body !== null && "occupied" in body && body.occupied === true;
	};
	return {
		publish: async (events) => {
			for (let first = 0; first < events.length; first += batchSize) {
				const batch = events.slice(first, first + batchSize);
				const messages = batch.map((event) => ({ channel: channelOf(event.sessionId), name: event.name, data: fit(event) }));
				const isSent = await pusher.triggerBatch(messages).then(
					() => true,
					() => false,
				);
				if (!isSent) return first;
			}
			return events.length;
		},
		// A step waits for the answer before it asks the model, so a slow server counts as one without listeners.
		hasListener: (sessionId) => Promise.race([isOccupied(sessionId), pause(listenerTimeoutMs, false, { ref: false })]),
		terminate: async (sid) => {
			await pusher.terminateUserConnections(sid).catch(() => undefined);
		},
	};
}
