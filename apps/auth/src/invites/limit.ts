import { AppError } from "@webhand/service-kit/errors";
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Counts what link holders do, per address, over all instances. */
export type InviteLimit = {
	/** @throws AppError RATE_LIMIT; SERVICE_UNAVAILABLE when Redis is silent */
	readonly count: (what: "page" | "accept", bucket: string) => Promise<void>;
};

/** A page is cheap; to accept may cost a hash. */
const perMinute = { page: 60, accept: 10 } as const;

export function createInviteLimit(redis: Redis): InviteLimit {
	const limiter = (what: keyof typeof perMinute) =>
		new RateLimiterRedis({
			...{ storeClient: redis, rejectIfRedisNotReady: true },
			...{ keyPrefix: `wh:invite:${what}`, points: perMinute[what], duration: 60 },
		});
	const limiters = { page: limiter("page"), accept: limiter("accept") };
	return {
		count: async (what, bucket) => {
			try {
				await limiters[what].consume(bucket, 1);
			} catch (cause) {
				if (cause instanceof RateLimiterRes) {
					const retryAfterSeconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1_000));
					// biome-ignore lint/style/useErrorCause: a full budget has no cause
					throw new AppError("RATE_LIMIT", "Too many attempts, try again later", { retryAfterSeconds });
				}
				// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
				throw new AppError("SERVICE_UNAVAILABLE", "This does not work at the moment, try again", { cause, retryAfterSeconds: 1 });
			}
		},
	};
}
