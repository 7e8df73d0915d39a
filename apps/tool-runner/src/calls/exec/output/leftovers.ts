/** How long the stream of an ended command stays in Redis, in seconds; 0: late readers take the output from MongoDB at once. */
export type Leftovers = (tenantId: string, bytes: number) => number;

type Leftover = { readonly bytes: number; readonly until: number };

const limits = { seconds: 60, bytesOfTenant: 33_554_432 } as const;

/** Opens the account of ended streams in this process: those of a tenant hold 32 MiB at most. `elapsed` in milliseconds. */
export function createLeftovers(elapsed: () => number): Leftovers {
	const ofTenant = new Map<string, Leftover[]>();
	return (tenantId, bytes) => {
		for (const [key, found] of ofTenant) {
			const left = found.filter(({ until }) => until > elapsed());
			if (left.length === 0) ofTenant.delete(key);
			else ofTenant.set(key, left);
		}
		const held = ofTenant.get(tenantId) ?? [];
		if (held.reduce((sum, each) => sum + each.bytes, bytes) > limits.bytesOfTenant) return 0;
		ofTenant.set(tenantId, [...held, { bytes, until: elapsed() + limits.seconds * 1_000 }]);
		return limits.seconds;
	};
}
