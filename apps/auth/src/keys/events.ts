import { keysChannel } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { Redis } from "ioredis";

/** Tells all services about the keys. */
export type KeyAnnouncer = {
	/** Never rejects: without the message services drop the key at their next refresh, five minutes later at most. */
	readonly announceRetired: (kid: string) => Promise<void>;
};

export function createKeyAnnouncer(redis: Pick<Redis, "publish">, log: Log): KeyAnnouncer {
	return {
		announceRetired: async (retired) => {
			await redis
				.publish(keysChannel, JSON.stringify({ retired }))
				.catch((cause: unknown) => log.warn({ err: cause }, "a retired key was not announced; services drop it within five minutes"));
		},
	};
}
