import type { TaskId, TenantId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";

/** How many steps of a tenant are being decided at once, over all instances. */
export type Slots = {
	/** @returns false when the tenant has as many steps in hand as it may; never rejects */
	readonly take: (tenantId: TenantId, taskId: TaskId) => Promise<boolean>;
	/** Gives a slot back, whether or not it was taken. Never rejects. */
	readonly free: (tenantId: TenantId, taskId: TaskId) => Promise<void>;
};

/** A slot in hand. `free` may be called twice. */
export type HeldSlot = { readonly isTaken: Promise<boolean>; readonly free: () => void };

/** Takes a slot without waiting for the answer. */
export function holdSlot(slots: Slots, tenantId: TenantId, taskId: TaskId): HeldSlot {
	const isTaken = slots.take(tenantId, taskId);
	let isFreed = false;
	return {
		isTaken,
		free: () => {
			if (!isFreed) void isTaken.then(() => slots.free(tenantId, taskId));
			isFreed = true;
		},
	};
}

// One round trip, so that of parallel takers at the limit exactly the allowed number passes. A slot whose holder died falls free by itself.
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) and not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * Counts steps in hand in Redis; while Redis is silent the same number counts per process.
 *
 * @param options `limit` per tenant; `holdMs` is longer than any step takes
 */
export function createSlots(redis: Pick<Redis, "eval" | "zrem">, options: { readonly limit: number; readonly holdMs: number }): Slots {
	const local = new Map<TenantId, Set<TaskId>>();
	const keyOf = (tenantId: TenantId) => `wh:leases:${tenantId}`;
	const takeLocally = (tenantId: TenantId, taskId: TaskId): Set<TaskId> => {
		const held = local.get(tenantId) ?? new Set();
		local.set(tenantId, held.add(taskId));
		return held;
	};
	return {
		take: async (tenantId, taskId) => {
			const held = takeLocally(tenantId, taskId);
			try {
				return (await redis.eval(takeScript, 1, keyOf(tenantId), taskId, options.limit, options.holdMs)) === 1;
			} catch {
				return held.size <= options.limit;
			}
		},
		free: async (tenantId, taskId) => {
			const held = local.get(tenantId);
			held?.delete(taskId);
			if (held?.size === 0) local.delete(tenantId);
			await redis.zrem(keyOf(tenantId), taskId).catch(() => undefined);
		},
	};
}
