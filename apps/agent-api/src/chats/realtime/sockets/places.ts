import type { TenantId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";

/** The open sockets of each tenant, over all processes, in Redis. A socket that nobody keeps loses its place after 90 s. */
export type Places = {
	/** Is there a place for a socket, which may have one already? Without Redis there is room for all. Never rejects. */
	readonly hasRoom: (tenantId: TenantId, socketId: string, most: number) => Promise<boolean>;
	/** Takes a place as `hasRoom` says. Never rejects. */
	readonly take: (tenantId: TenantId, socketId: string, most: number) => Promise<boolean>;
	/** Keeps the places of open sockets. Never rejects. */
	readonly keep: (sockets: Iterable<{ readonly tenantId: TenantId | null; readonly socketId: string }>) => Promise<void>;
	/** Never rejects. */
	readonly leave: (tenantId: TenantId, socketId: string) => Promise<void>;
};

const keptMs = 90_000;
const keyOf = (tenantId: TenantId) => `wh:sockets:${tenantId}`;

const isFull = `
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", tonumber(ARGV[1]) - ${keptMs})
if not redis.call("ZSCORE", KEYS[1], ARGV[2]) and redis.call("ZCARD", KEYS[1]) >= tonumber(ARGV[3]) then return 0 end`;
const hasRoom = `${isFull}
return 1`;
const takeUnlessFull = `${isFull}
redis.call("ZADD", KEYS[1], ARGV[1], ARGV[2])
redis.call("PEXPIRE", KEYS[1], ${keptMs})
return 1`;

/** Counts the sockets of tenants. `now` in milliseconds since 1970. */
export function createPlaces(redis: Pick<Redis, "eval" | "pipeline" | "zrem">, now: () => number): Places {
	const ask =
		(script: string): Places["take"] =>
		async (tenantId, socketId, most) => {
			try {
				return (await redis.eval(script, 1, keyOf(tenantId), now(), socketId, most)) !== 0;
			} catch {
				return true;
			}
		};
	return {
		hasRoom: ask(hasRoom),
		take: ask(takeUnlessFull),
		keep: async (sockets) => {
			const pipeline = redis.pipeline();
			const at = now();
			const tenants = new Set<TenantId>();
			for (const { tenantId, socketId } of sockets) {
				if (tenantId === null) continue;
				pipeline.zadd(keyOf(tenantId), at, socketId);
				tenants.add(tenantId);
			}
			for (const tenantId of tenants) pipeline.pexpire(keyOf(tenantId), keptMs);
			if (tenants.size > 0) await pipeline.exec().catch(() => undefined);
		},
		leave: async (tenantId, socketId) => {
			await redis.zrem(keyOf(tenantId), socketId).catch(() => undefined);
		},
	};
}
