import type { TenantId } from "@webhand/contracts/ids";

/** What is known of tenants, read again when it is old. */
export type TenantCache<Value, Id extends string = TenantId> = {
	/** The value, at most `freshMs` old. @throws what reading throws; the next call reads again */
	readonly of: (tenantId: Id) => Promise<Value>;
	/** The next call of this process reads again. */
	readonly forget: (tenantId: Id) => void;
};

/** `read` gets what was known before, which may have failed; `elapsed` counts milliseconds. */
export type TenantCacheDeps<Value, Id extends string = TenantId> = {
	readonly read: (tenantId: Id, before: Promise<Value> | undefined) => Promise<Value>;
	readonly freshMs: number;
	readonly elapsed: () => number;
};

type Known<Value> = { readonly until: number; readonly value: Promise<Value> };

const maxTenants = 1_000;

/** Makes the cache: calls at the same time share one reading, and the tenants that were read last are kept. */
export function createTenantCache<Value, Id extends string = TenantId>({
	read,
	freshMs,
	elapsed,
}: TenantCacheDeps<Value, Id>): TenantCache<Value, Id> {
	const known = new Map<Id, Known<Value>>();
	const renew = (tenantId: Id, before: Promise<Value> | undefined): Promise<Value> => {
		const entry = { until: elapsed() + freshMs, value: read(tenantId, before) };
		known.delete(tenantId);
		known.set(tenantId, entry);
		for (const oldest of known.keys()) {
			if (known.size <= maxTenants) break;
			known.delete(oldest);
		}
		entry.value.catch(() => known.get(tenantId) === entry && known.delete(tenantId));
		return entry.value;
	};
	return {
		of: (tenantId) => {
			const last = known.get(tenantId);
			return last !== undefined && last.until > elapsed() ? last.value : renew(tenantId, last?.value);
		},
		forget: (tenantId) => {
			known.delete(tenantId);
		},
	};
}
