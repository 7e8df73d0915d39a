import { setTimeout as pause } from "node:timers/promises";

/**
 * Does `work` while its lease is renewed, and ends once no renewal is under way. A renewal that fails says nothing about the lease: the fence
 * protects each write.
 */
export async function whileRenewed<Result>(
	{ everyMs, renew }: { readonly everyMs: number; readonly renew: () => Promise<void> },
	work: () => Promise<Result>,
): Promise<Result> {
	const ending = new AbortController();
	const isDue = () => pause(everyMs, true, { signal: ending.signal, ref: false }).catch(() => false);
	const renewing = (async () => {
		while (await isDue()) await renew().catch(() => undefined);
	})();
	try {
		return await work();
	} finally {
		ending.abort();
		await renewing;
	}
}
