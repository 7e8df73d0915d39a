import type { TenantId } from "@webhand/contracts/ids";

/** How many rows a tenant has, counted as rarely as its limit allows. */
export type TenantCount = {
	/** The count; exact where it is near `most`. */
	readonly of: (tenantId: TenantId, most: number) => Promise<number>;
	/** One more row was written by this process. */
	readonly add: (tenantId: TenantId) => void;
	/** The next count is exact. */
	readonly forget: (tenantId: TenantId) => void;
};

/** Up to here a count takes less than a millisecond. */
const cheapCount = 1_000;
const knownMs = 60_000;
const mostTenants = 10_000;
/** The share of the limit that other processes may fill until the count is made again. */
const reserve = 0.05;

/** Is a count so far below a large limit that all that is inserted until the next count has room? @throws never */
export function isFarBelow(count: number, most: number): boolean {
	return most > cheapCount && count < most * (1 - reserve);
}

/** Makes the counter. `count` stops at `atMost`; `elapsed` in milliseconds. */
export function createTenantCount(count: (tenantId: TenantId, atMost: number) => Promise<number>, elapsed: () => number): TenantCount {
	const known = new Map<TenantId, { count: number; readonly at: number }>();
	return {
		of: async (tenantId, most) => {
			const last = known.get(tenantId);
			if (last !== undefined && elapsed() - last.at < knownMs && isFarBelow(last.count, most)) return last.count;
			const counted = await count(tenantId, most + 1);
			known.delete(tenantId);
			known.set(tenantId, { count: counted, at: elapsed() });
			const [oldest] = known.keys();
			if (known.size > mostTenants && oldest !== undefined) known.delete(oldest);
			return counted;
		},
		add: (tenantId) => {
			const last = known.get(tenantId);
			if (last !== undefined) last.count += 1;
		},
		forget: (tenantId) => {
			known.delete(tenantId);
		},
	};
}
