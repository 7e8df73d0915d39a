import { PublicJwk } from "@webhand/contracts/auth/tokens";
import type { CryptoKey } from "jose";
import { importJWK } from "jose";
import { z } from "zod";
import { OwnError } from "../errors.ts";
import type { Log } from "../logs.ts";

/** The public keys that tokens are verified with. */
export type KeySet = {
	/** The key of that id; an unknown id causes at most one fetch in 30 s. */
	readonly find: (kid: string) => Promise<CryptoKey | undefined>;
	/** Is the key in the set now, without asking anybody? */
	readonly has: (kid: string) => boolean;
	/** Was a usable set ever loaded? */
	readonly isLoaded: () => boolean;
	/** Seconds since the last good set; 0 before the first. */
	readonly ageSeconds: () => number;
	readonly refresh: () => Promise<void>;
	/** Drops a key for good, also from sets that a slow cache or instance of auth still hands out, and refreshes. */
	readonly retire: (kid: string) => Promise<void>;
	readonly close: () => void;
};

/** `load` gives the key set as parsed JSON and rejects when nobody answers; `now` in milliseconds. */
export type KeySetOptions = {
	readonly load: () => Promise<unknown>;
	readonly log: Log;
	readonly now: () => number;
	readonly refreshMs?: number;
	readonly cooldownMs?: number;
};

const Envelope = z.object({ keys: z.array(z.unknown()).max(20) });

/**
 * Keeps the key set fresh: every 300 s, and once when an unknown key id turns up (cooldown 30 s). An answer that is no key set, or has
 * no usable key, leaves the last good set in place.
 */
export function createKeySet(options: KeySetOptions): KeySet {
	const { load, log, now, refreshMs = 300_000, cooldownMs = 30_000 } = options;
	let keys: ReadonlyMap<string, CryptoKey> = new Map();
	const retired = new Set<string>();
	const withoutRetired = (set: ReadonlyMap<string, CryptoKey>) => new Map([...set].filter(([kid]) => !retired.has(kid)));
	let loadedAt: number | undefined;
	let askedAt = Number.NEGATIVE_INFINITY;
	let running: Promise<void> | undefined;

	const fetchKeys = async () => {
		askedAt = now();
		try {
			const usable = withoutRetired(await usableKeys(await load()));
			if (usable.size === 0) throw new OwnError("the key set holds no usable key");
			keys = usable;
			loadedAt = now();
		} catch (cause) {
			log.warn({ err: cause, keys: keys.size }, "the key set could not be refreshed, the last good one stays");
		}
	};
	const refresh = () => {
		running ??= fetchKeys().finally(() => {
			running = undefined;
		});
		return running;
	};
	// Before the first good set there is nothing to protect, so a second is cooldown enough.
	const mayAsk = () => now() - askedAt >= (loadedAt === undefined ? Math.min(1_000, cooldownMs) : cooldownMs);
	const timer = setInterval(() => void refresh(), refreshMs);
	timer.unref();
	// Without a first set the service is not ready and gets no calls, so it retries by itself.
	const eager = setInterval(() => (loadedAt === undefined ? void refresh() : clearInterval(eager)), Math.min(1_000, refreshMs));
	eager.unref();
	void refresh();

	return {
		find: async (kid) => {
			const known = keys.get(kid);
			if (known !== undefined) return known;
			if (running !== undefined) await running;
			else if (mayAsk()) await refresh();
			return keys.get(kid);
		},
		has: (kid) => keys.has(kid),
		isLoaded: () => loadedAt !== undefined,
		ageSeconds: () => (loadedAt === undefined ? 0 : (now() - loadedAt) / 1_000),
		refresh,
		retire: async (kid) => {
			retired.add(kid);
			keys = withoutRetired(keys);
			// A fetch that is under way may have been answered before.
			await running;
			await refresh();
		},
		close: () => {
			clearInterval(timer);
			clearInterval(eager);
		},
	};
}

/** Only Ed25519 public keys; a key of another kind, or one that carries its private part, is passed over. */
async function usableKeys(json: unknown): Promise<ReadonlyMap<string, CryptoKey>> {
	const usable = new Map<string, CryptoKey>();
	for (const entry of Envelope.parse(json).keys) {
		const jwk = PublicJwk.safeParse(entry);
		if (!jwk.success || (typeof entry === "object" && entry !== null && "d" in entry)) continue;
		const key = await importJWK(jwk.data, "Ed25519").catch(() => undefined);
		if (key !== undefined && !(key instanceof Uint8Array)) usable.set(jwk.data.kid, key);
	}
	return usable;
}
