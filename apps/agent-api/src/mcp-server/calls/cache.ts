import type { Redis } from "ioredis";
import type { Owner } from "../../shared/rows.ts";

/** Whether a panel of the person is open: it asks for calls all the time. */
export type PanelPresence = {
	/** Never rejects. */
	readonly note: (owner: Owner) => Promise<void>;
	/** Null when Redis does not say. */
	readonly isOpen: (owner: Owner) => Promise<boolean | null>;
};

/** A panel asks again within 20 seconds. */
const presentSeconds = 30;

const keyOf = ({ tenantId, userId }: Owner) => `wh:mcp:panel:${tenantId}:${userId}`;

export function createPanelPresence(redis: Pick<Redis, "set" | "exists">): PanelPresence {
	return {
		note: async (owner) => {
			await redis.set(keyOf(owner), "1", "EX", presentSeconds).catch(() => undefined);
		},
		isOpen: async (owner) => {
			try {
				return (await redis.exists(keyOf(owner))) === 1;
			} catch {
				return null;
			}
		},
	};
}
