import type { TaskId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Redis } from "ioredis";

/** Bounds the steps that this process decides at once. */
export type ConcurrencyLimit = {
	/** Waits for a place, first come, first served. @returns gives the place back @throws AppError SERVICE_UNAVAILABLE when none gets free in time */
	readonly enter: (signal: AbortSignal) => Promise<() => void>;
};

/**
 * Bounds the steps of this process: each holds a page in memory and a database session.
 *
 * @param options `waitMs`: how long a step waits at most before its client is told to retry
 */
export function createConcurrencyLimit({ places, waitMs }: { readonly places: number; readonly waitMs: number }): ConcurrencyLimit {
	const queue = new Set<() => void>();
	let taken = 0;
	const leave = () => {
		let isInside = true;
		return () => {
			if (!isInside) return;
			isInside = false;
			const [next] = queue;
			// The place goes to the longest waiting: a newcomer does not overtake.
			if (next === undefined) taken -= 1;
			else next();
		};
	};
	return {
		enter: async (signal) => {
			if (taken < places) {
				taken += 1;
				return leave();
			}
			const ends = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
			await new Promise<void>((resolve, reject) => {
				const settle = (how: () => void) => {
					queue.delete(admit);
					ends.removeEventListener("abort", giveUp);
					how();
				};
				const admit = () => settle(resolve);
				const giveUp = () => settle(() => reject(new AppError("SERVICE_UNAVAILABLE", "Too many steps are being decided here")));
				queue.add(admit);
				ends.addEventListener("abort", giveUp);
				if (ends.aborted) giveUp();
			});
			return leave();
		},
	};
}

/** Does `work` within the limit. @throws what `work` throws; AppError SERVICE_UNAVAILABLE */
export async function withinLimit<Result>(
	concurrency: ConcurrencyLimit,
	signal: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result> {
	const leave = await concurrency.enter(signal);
	try {
		return await work();
	} finally {
		leave();
	}
}

/** Bounds the steps of a tenant that are decided at once, over all instances. */
export type TenantLimit = {
	/** @returns false when the tenant has reached its limit; never rejects */
	readonly take: (tenantId: TenantId, taskId: TaskId) => Promise<boolean>;
	/** Gives a slot back, whether or not it was taken. Never rejects. */
	readonly free: (tenantId: TenantId, taskId: TaskId) => Promise<void>;
};

/** A slot that is being taken. `free` may be called twice. */
export type TenantSlot = { readonly isTaken: Promise<boolean>; readonly free: () => void };

/** How long a slot outlives its holder; a step that takes longer takes its slot again and again. */
export const slotMs = 60_000;

/** Takes a slot without waiting for the answer. */
export function takeSlot(tenantLimit: TenantLimit, tenantId: TenantId, taskId: TaskId): TenantSlot {
	const isTaken = tenantLimit.take(tenantId, taskId);
	const renewal = setInterval(() => void isTaken.then((isHeld) => isHeld && tenantLimit.take(tenantId, taskId)), slotMs / 3);
	let isFreed = false;
	return {
		isTaken,
		free: () => {
			clearInterval(renewal);
			if (!isFreed) void isTaken.then(() => tenantLimit.free(tenantId, taskId));
			isFreed = true;
		},
	};
}

// One round trip, so that at the limit exactly the allowed number passes. The slot of a dead holder expires by itself.
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) and not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * Counts running steps in Redis; while Redis is down the same limit counts per process.
 *
 * @param options `limit` per tenant; `holdMs`: how long a slot is held that is not taken again
 */
export function createTenantLimit(
	redis: Pick<Redis, "eval" | "zrem">,
	options: { readonly limit: number; readonly holdMs: number },
): TenantLimit {
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
