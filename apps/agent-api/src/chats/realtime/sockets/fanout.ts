import type { SessionId } from "@webhand/contracts/ids";
import type { Subscriber } from "@webhand/service-kit/redis";
import { z } from "zod";

/** An event as replicas tell it each other; `at` is when it was published, in milliseconds since the epoch. */
export const Published = z.object({
	name: z.string().min(1).max(200),
	data: z.looseObject({ sessionId: z.string() }),
	at: z.number().optional(),
});
export type Published = z.infer<typeof Published>;

/** One listener of a chat. `ready` resolves when events arrive, and rejects when Redis is away. */
export type Listening = { readonly ready: Promise<void>; readonly stop: () => void };

/** Listens to chats for all sockets and waiting requests of this process. */
export type Fanout = {
	readonly listen: (sessionId: SessionId, listener: (event: Published) => void) => Listening;
	/** Is there a connection to Redis? */
	readonly isReady: () => boolean;
	/** Takes a message of Redis; what does not read is counted and dropped. */
	readonly take: (channel: string, text: string) => void;
};

const prefix = "wh:rt:";

/** The Redis channel of a chat. */
export const redisChannelOf = (sessionId: SessionId) => `${prefix}${sessionId}`;

/** One Redis subscription per chat, while anybody here listens. `onDropped` counts messages that do not read. */
export function createFanout({
	subscriber,
	onDropped,
}: {
	readonly subscriber: Pick<Subscriber, "subscribe" | "unsubscribe" | "isReady">;
	readonly onDropped: () => void;
}): Fanout {
	const chats = new Map<string, Set<(event: Published) => void>>();
	return {
		listen: (sessionId, listener) => {
			const channel = redisChannelOf(sessionId);
			const listeners = chats.get(channel) ?? new Set();
			chats.set(channel, listeners.add(listener));
			const stop = () => {
				if (!listeners.delete(listener) || listeners.size > 0) return;
				chats.delete(channel);
				subscriber.unsubscribe(channel);
			};
			// Asked for each listener: only Redis's own answer says that events arrive from now on.
			return { ready: subscriber.subscribe(channel), stop };
		},
		isReady: subscriber.isReady,
		take: (channel, text) => {
			const listeners = chats.get(channel);
			if (listeners === undefined) return;
			const event = parse(text);
			if (event === undefined || `${prefix}${event.data.sessionId}` !== channel) return onDropped();
			for (const listener of listeners) listener(event);
		},
	};
}

function parse(text: string): Published | undefined {
	try {
		return Published.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
