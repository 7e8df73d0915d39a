import type { SessionId } from "@webhand/contracts/ids";
import type { StoredEvent } from "../../../shared/rows.ts";
import type { Outbox } from "./store.ts";

/** An event for the wire. */
export type WireEvent = { readonly sessionId: SessionId; readonly name: string; readonly data: Readonly<Record<string, unknown>> };

/** The wire to clients: Redis for our own sockets, or a Pusher server. */
export type Publisher = {
	/** Publishes in order. @returns how many of them, from the first on, are on the wire; never rejects */
	readonly publish: (events: readonly WireEvent[]) => Promise<number>;
	/** Does anybody listen to the chat? @throws Error when nobody can tell */
	readonly hasListener: (sessionId: SessionId) => Promise<boolean>;
};

/** Publishes stored events. Never throws: the relay publishes what is not published now. */
export type StepEvents = {
	readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
	/** Marks what is published and not marked yet. Never rejects. */
	readonly close: () => Promise<void>;
};

const markEveryMs = 500;

/**
 * Publishes stored events. Published ones are marked twice a second, many steps in
 * one write: an unmarked event is at worst published twice, and the relay ignores events younger than two seconds.
 */
export function createStepEvents(publisher: Pick<Publisher, "publish">, outbox: Pick<Outbox, "markPublished">): StepEvents {
	let published: StoredEvent[] = [];
	let timer: NodeJS.Timeout | undefined;
	const flush = async () => {
		clearTimeout(timer);
		timer = undefined;
		const events = published;
		published = [];
		if (events.length > 0) await outbox.markPublished(events).catch(() => undefined);
	};
	return {
		publish: async (events) => {
			if (events.length === 0) return;
			const count = await publisher.publish(events);
			if (count === 0) return;
			published.push(...events.slice(0, count));
			timer ??= setTimeout(() => void flush(), markEveryMs).unref();
		},
		close: flush,
	};
}
