import type { Log } from "@webhand/service-kit/logs";
import { openSubscriber } from "@webhand/service-kit/redis";
import type { Redis } from "ioredis";

/** Messages about calls, at every replica; any may be lost. */
export type CallSignals = {
	/** Wakes who waits for a call. Never rejects. */
	readonly wake: (id: string) => Promise<void>;
	/** Calls `onWake` whenever something happens to a call. @returns ends it */
	readonly listen: (id: string, onWake: () => void) => () => void;
	/** Tells every runner that a call is to end. Never rejects. */
	readonly tellCancelled: (id: string) => Promise<void>;
	readonly close: () => void;
};

const control = "wh:tools:control";
/** Where who waits for a call is woken. */
export const channelOf = (id: string) => `wh:exec:${id}`;

type SignalDeps = {
	readonly redis: Redis;
	readonly url: string;
	readonly log: Log;
	/** Called for each call that is to end, of whichever runner. */
	readonly onCancelled: (id: string) => void;
};

/** Opens the messages. */
export function openSignals({ redis, url, log, onCancelled }: SignalDeps): CallSignals {
	const listeners = new Map<string, Set<() => void>>();
	const wakeAll = () => {
		for (const found of listeners.values()) for (const onWake of found) onWake();
	};
	const subscriber = openSubscriber({
		url,
		log,
		onReturn: wakeAll,
		onMessage: (channel, text) => {
			if (channel === control) onCancelled(text);
			for (const onWake of listeners.get(channel) ?? []) onWake();
		},
	});
	subscriber.subscribe(control).catch(() => undefined);
	const publish = async (channel: string, text: string) => {
		await redis.publish(channel, text).catch(() => undefined);
	};
	return {
		wake: (id) => publish(channelOf(id), ""),
		tellCancelled: (id) => publish(control, id),
		listen: (id, onWake) => {
			const channel = channelOf(id);
			const found = listeners.get(channel) ?? new Set();
			if (found.size === 0) subscriber.subscribe(channel).then(onWake, () => undefined);
			listeners.set(channel, found.add(onWake));
			return () => {
				found.delete(onWake);
				if (found.size > 0 || listeners.get(channel) !== found) return;
				listeners.delete(channel);
				subscriber.unsubscribe(channel);
			};
		},
		close: subscriber.close,
	};
}
