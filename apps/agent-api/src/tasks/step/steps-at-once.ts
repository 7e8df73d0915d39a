import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Release } from "@webhand/service-kit/shares/places";
import { createPlaces } from "@webhand/service-kit/shares/places";
import type { Sharer } from "@webhand/service-kit/shares/policy";
import type { Redis } from "ioredis";
import type { Decider } from "../../decider/port.ts";
import type { Task } from "../../shared/task.ts";

/** Bounds the steps that this process decides at once: tenants and their users share its places. */
export type ConcurrencyLimit = {
	/** Waits for a place. @returns gives the place back @throws AppError SERVICE_UNAVAILABLE when none gets free in time, RATE_LIMIT */
	readonly enter: (sharer: Sharer, signal: AbortSignal) => Promise<Release>;
	/** Waits for the next place that gets free, before all who enter. @returns gives the place back */
	readonly comeBack: (sharer: Sharer) => Promise<Release>;
};

/** Waits for something outside the limit: meanwhile the place is somebody else's. */
export type Outside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

const mostWaiting = 1_000;

/**
 * Bounds the steps of this process: each holds a page in memory and a database session.
 *
 * @param options `waitMs`: how long a step waits at most before its client is told to retry
 */
export function createConcurrencyLimit(options: { readonly places: number; readonly waitMs: number }): ConcurrencyLimit {
	const places = createPlaces({ places: options.places, mostWaiting });
	return {
		enter: async (sharer, signal) => {
			const ends = AbortSignal.any([signal, AbortSignal.timeout(options.waitMs)]);
			return await places.enter(sharer, ends).catch((cause: unknown) => {
				if (!ends.aborted) throw cause;
				throw new AppError("SERVICE_UNAVAILABLE", "Too many steps are being decided here", { cause });
			});
		},
		comeBack: places.comeBack,
	};
}

/** Does `work` within the limit, but for what it waits for outside. @throws what `work` throws; AppError SERVICE_UNAVAILABLE, RATE_LIMIT */
export async function withinLimit<Result>(
	concurrency: ConcurrencyLimit,
	{ sharer, signal }: { readonly sharer: Sharer; readonly signal: AbortSignal },
	work: (outside: Outside) => Promise<Result>,
): Promise<Result> {
	let leave = await concurrency.enter(sharer, signal);
	try {
		return await work(async (wait) => {
			leave();
			try {
				return await wait();
			} finally {
				leave = await concurrency.comeBack(sharer);
			}
		});
	} finally {
		leave();
	}
}

/** The same decider, which is waited for outside the limit: a model that hangs holds up nobody else. */
export function decidingOutside(decider: Decider, outside: Outside): Decider {
	// The rules wait for nothing.
	if (decider.name === "rules") return decider;
	return {
		...decider,
		decide: (turn, signal, onChunk) => outside(() => decider.decide(turn, signal, onChunk)),
		judge: (step, signal) => outside(() => decider.judge(step, signal)),
		complete: (turn, answer, signal) => outside(() => decider.complete(turn, answer, signal)),
	};
}

/** Whose step takes a slot. */
export type SlotWish = { readonly tenantId: TenantId; readonly userId: UserId; readonly taskId: TaskId };

/** The limit that is reached. */
export type ReachedLimit = { readonly scope: "tenant" | "user"; readonly limit: number };

/** Bounds the steps of a tenant that are decided at once, over all instances, and those of each user to half of them. */
export type TenantLimit = {
	/** @returns null, or the limit that is reached; never rejects */
	readonly take: (wish: SlotWish) => Promise<ReachedLimit | null>;
	/** Gives a slot back, whether or not it was taken. Never rejects. */
	readonly free: (wish: SlotWish) => Promise<void>;
};

/** A slot that is being taken; `refusal` is null once it is. `free` may be called twice. */
export type TenantSlot = { readonly refusal: Promise<ReachedLimit | null>; readonly free: () => void };

/** How long a slot outlives its holder; a step that takes longer takes its slot again and again. */
export const slotMs = 60_000;

/** Takes a slot without waiting for the answer. */
export function takeSlot(
	tenantLimit: TenantLimit,
	{ tenantId, userId, _id: taskId }: Pick<Task, "tenantId" | "userId" | "_id">,
): TenantSlot {
	const wish = { tenantId, userId, taskId };
	const refusal = tenantLimit.take(wish);
	const renewal = setInterval(() => void refusal.then((reached) => (reached === null ? tenantLimit.take(wish) : reached)), slotMs / 3);
	let isFreed = false;
	return {
		refusal,
		free: () => {
			clearInterval(renewal);
			if (!isFreed) void refusal.then(() => tenantLimit.free(wish));
			isFreed = true;
		},
	};
}

// One round trip, so that at a limit exactly the allowed number passes. The slot of a dead holder expires by itself.
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for place, key in ipairs(KEYS) do
	redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
	if redis.call('ZCARD', key) >= tonumber(ARGV[2 + place]) and not redis.call('ZSCORE', key, ARGV[1]) then return place end
end
for _, key in ipairs(KEYS) do
	redis.call('ZADD', key, now + ARGV[2], ARGV[1])
	redis.call('PEXPIRE', key, ARGV[2])
end
return 0`;

/**
 * Counts running steps in Redis; while Redis is down the same limits count per process.
 *
 * @param options `limit` per tenant; `holdMs`: how long a slot is held that is not taken again
 */
export function createTenantLimit(
	redis: Pick<Redis, "eval" | "zrem">,
	options: { readonly limit: number; readonly holdMs: number },
): TenantLimit {
	const limits: readonly ReachedLimit[] = [
		{ scope: "tenant", limit: options.limit },
		{ scope: "user", limit: Math.max(1, Math.floor(options.limit / 2)) },
	];
	const local = new Map<string, Set<TaskId>>();
	const keysOf = ({ tenantId, userId }: SlotWish) => [`wh:leases:${tenantId}`, `wh:leases:${tenantId}:${userId}`];
	return {
		take: async (wish) => {
			const { taskId } = wish;
			const keys = keysOf(wish);
			for (const key of keys) local.set(key, (local.get(key) ?? new Set()).add(taskId));
			try {
				const reached = await redis.eval(takeScript, keys.length, ...keys, taskId, options.holdMs, ...limits.map(({ limit }) => limit));
				return limits[Number(reached) - 1] ?? null;
			} catch {
				return limits.find(({ limit }, index) => (local.get(keys[index] ?? "")?.size ?? 0) > limit) ?? null;
			}
		},
		free: async (wish) => {
			const { taskId } = wish;
			for (const key of keysOf(wish)) {
				const held = local.get(key);
				held?.delete(taskId);
				if (held?.size === 0) local.delete(key);
			}
			await Promise.all(keysOf(wish).map((key) => redis.zrem(key, taskId))).catch(() => undefined);
		},
	};
}
