import { addressBucket } from "@webhand/service-kit/address-bucket";
import { AppError } from "@webhand/service-kit/errors";
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Counts what an address does without a sign-in, over all instances. */
export type AddressLimit = {
	/** @returns seconds to wait, or `null` @throws AppError SERVICE_UNAVAILABLE when Redis is silent */
	readonly waitOf: (ip: string) => Promise<number | null>;
	/** @throws AppError RATE_LIMIT; SERVICE_UNAVAILABLE when Redis is silent */
	readonly count: (ip: string) => Promise<void>;
};

/** @param options `name` of the counter in Redis; `most` in `seconds` */
export function createAddressLimit(options: {
	readonly redis: Redis;
	readonly name: string;
	readonly most: number;
	readonly seconds: number;
}): AddressLimit {
	const limiter = new RateLimiterRedis({
		storeClient: options.redis,
		rejectIfRedisNotReady: true,
		keyPrefix: `wh:${options.name}`,
		points: options.most,
		duration: options.seconds,
	});
	const waitOf = async (ip: string) => {
		try {
			await limiter.consume(addressBucket(ip), 1);
			return null;
		} catch (cause) {
			if (cause instanceof RateLimiterRes) return Math.max(1, Math.ceil(cause.msBeforeNext / 1_000));
			// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
			throw new AppError("SERVICE_UNAVAILABLE", "This does not work at the moment, try again", { cause, retryAfterSeconds: 1 });
		}
	};
	return {
		waitOf,
		count: async (ip) => {
			const retryAfterSeconds = await waitOf(ip);
			if (retryAfterSeconds !== null) throw new AppError("RATE_LIMIT", "Too many attempts, try again later", { retryAfterSeconds });
		},
	};
}
