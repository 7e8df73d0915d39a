import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import { openSubscriber } from "@webhand/service-kit/redis";
import type { Redis } from "ioredis";

/** What can be stopped: the decision of a task, or the request of a user under a key. */
export type StopName = TaskId | `request ${string}`;

/** Stops decisions in whichever process makes them. A message is lost while Redis is away: then the next renewal of the lease finds out. */
export type Stops = {
	/** Calls the listener when it is stopped. @returns removes the listener */
	readonly on: (name: StopName, listener: () => void) => () => void;
	/** Stops it here and in all other processes. Never throws. */
	readonly stop: (name: StopName) => void;
	readonly close: () => void;
};

/** The request of a user under a key. */
export const requestName = ({ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId }, key: string): StopName =>
	`request ${tenantId} ${userId} ${key}`;

/** The user stopped the request: the decision ends, and its task, too. */
export class Stopped extends AppError {
	constructor() {
		super("TASK_COMPLETED", "The task was stopped", { details: { status: "cancelled" } });
	}
}

const channel = "wh:stops";

/** Opens the stops over Redis. */
export function openStops({ url, redis, log }: { readonly url: string; readonly redis: Pick<Redis, "publish">; readonly log: Log }): Stops {
	const listeners = new Map<string, Set<() => void>>();
	const hear = (name: string) => {
		for (const listener of listeners.get(name) ?? []) listener();
	};
	const subscriber = openSubscriber({ url, log, onMessage: (_channel, name) => hear(name), onReturn: () => undefined });
	// Without Redis the channel is subscribed once it is back.
	subscriber.subscribe(channel).catch(() => undefined);
	return {
		on: (name, listener) => {
			const own = listeners.get(name) ?? new Set();
			listeners.set(name, own.add(listener));
			return () => {
				own.delete(listener);
				if (own.size === 0 && listeners.get(name) === own) listeners.delete(name);
			};
		},
		stop: (name) => {
			hear(name);
			redis.publish(channel, name).catch(() => undefined);
		},
		close: subscriber.close,
	};
}
