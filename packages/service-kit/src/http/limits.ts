import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import type { Route } from "@webhand/contracts/routes";
import type { Redis } from "ioredis";
import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { addressBucket } from "../address-bucket.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../logs.ts";
import type { Metrics } from "../metrics.ts";

/** Routes that share one budget, in requests per `windowSeconds`. `perTenant` may ask the tenant's own limits. */
export type LimitGroup = {
	readonly name: string;
	readonly routes: readonly Route[];
	readonly perUser?: number;
	readonly perTenant?: number | ((limits: TenantLimits) => number);
	readonly windowSeconds: number;
};

/** Refuses a counted request that was one too many. @throws AppError RATE_LIMIT with `details { scope, limit, windowSeconds }` */
export type RefuseAbove = (limits: TenantLimits) => void;

/** Counts one request of a guarded route; what the tenant's limits are may become known meanwhile. Never rejects. */
export type CountRequest = (route: Route, who: Pick<AccessTokenClaims, "sub" | "tid">) => Promise<RefuseAbove>;

/** Counts one request of an address. @throws AppError RATE_LIMIT with `details { scope, limit, windowSeconds }` */
export type CountAddress = (route: Pick<Route, "path">, ip: string) => Promise<void>;

/**
 * Makes the counter of addresses. It counts in this process, before a token is looked at: a flood of wrong tokens costs neither a signature
 * check nor Redis.
 */
export function createAddressCounter(options: { readonly perMinute: number; readonly metrics: Metrics }): CountAddress {
	const limited = limitedBy(options.metrics);
	const counter = new RateLimiterMemory({ points: options.perMinute, duration: 60 });
	return async ({ path }, ip) => {
		const counted = await counter.penalty(addressBucket(ip), 1);
		if (counted.consumedPoints <= options.perMinute) return;
		limited.inc({ route: path, scope: "address" });
		throw tooMany({ scope: "address", limit: options.perMinute, windowSeconds: 60 }, counted);
	};
}

const limitedBy = (metrics: Metrics) => metrics.counter("webhand_rate_limited_total", "Requests refused with 429", ["route", "scope"]);

type Reached = { readonly scope: "user" | "tenant" | "address"; readonly limit: number; readonly windowSeconds: number };

const tooMany = (details: Reached, { msBeforeNext }: RateLimiterRes) =>
	new AppError("RATE_LIMIT", "Too many requests, try again later", {
		details,
		retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
	});

/** The budget of guarded routes that no group names. */
const defaultLimits = { perUser: 600, perTenant: 6_000, windowSeconds: 60 } as const;

/**
 * Makes the counter over Redis, shared by all instances: of parallel requests at a limit exactly the allowed number passes. While Redis
 * is silent the same numbers count per process.
 */
export function createRequestCounter(options: {
	readonly service: string;
	readonly groups: readonly LimitGroup[];
	readonly redis: Redis;
	readonly log: Log;
	readonly metrics: Metrics;
}): CountRequest {
	const limited = limitedBy(options.metrics);
	const local = options.metrics.counter("webhand_limiter_local_total", "Requests counted in this process, since Redis was silent", []);
	const rest: LimitGroup = { name: `${options.service}:rest`, routes: [], ...defaultLimits };
	const groupOf = new Map(options.groups.flatMap((group) => group.routes.map((route) => [route, group] as const)));
	const counters = new Map([...options.groups, rest].map((group) => [group, counterOf(options.redis, group, () => local.inc())] as const));

	return async (route, { sub, tid }) => {
		const group = groupOf.get(route) ?? rest;
		const { perUser, perTenant, windowSeconds } = group;
		const add = (key: string, isLimited: boolean) => (isLimited ? counters.get(group)?.penalty(key, 1) : undefined);
		const [user, tenant] = await Promise.all([
			add(`user:${tid}:${sub}`, perUser !== undefined),
			add(`tenant:${tid}`, perTenant !== undefined),
		]);
		const refuseAbove = (scope: "user" | "tenant", counted: RateLimiterRes | undefined, limit: number | undefined) => {
			if (counted === undefined || limit === undefined || counted.consumedPoints <= limit) return;
			limited.inc({ route: route.path, scope });
			throw tooMany({ scope, limit, windowSeconds }, counted);
		};
		return (limits) => {
			refuseAbove("user", user, perUser);
			refuseAbove("tenant", tenant, typeof perTenant === "function" ? perTenant(limits) : perTenant);
		};
	};
}

/** `penalty` only counts and never refuses: the limit may differ from tenant to tenant, so it is compared by the caller. */
function counterOf(redis: Redis, group: LimitGroup, onLocal: () => void): Pick<RateLimiterAbstract, "penalty"> {
	const settings = { keyPrefix: `wh:rate:${group.name}`, points: Number.MAX_SAFE_INTEGER, duration: group.windowSeconds };
	const shared = new RateLimiterRedis({ ...settings, storeClient: redis });
	const local = new RateLimiterMemory(settings);
	return {
		penalty: async (key, points) => {
			try {
				return await shared.penalty(key, points);
			} catch {
				onLocal();
				return local.penalty(key, points);
			}
		},
	};
}
