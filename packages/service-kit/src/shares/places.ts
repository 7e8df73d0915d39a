import { AppError } from "../errors.ts";
import type { Held, Sharer } from "./policy.ts";
import { turnOf } from "./policy.ts";

/** How many places there are in this process, how many of a tenant wait at most (of a user half of them), and the most that a user has. */
export type ShareRules = { readonly places: number; readonly mostWaiting: number; readonly mostOfUser?: number };

/** Gives a place back; a second call does nothing. */
export type Release = () => void;

/** Places that tenants and their users share: `turnOf` says who is next. */
export type Places = {
	/**
	 * Waits for a place.
	 *
	 * @throws AppError RATE_LIMIT with `details { scope, limit }` when too many wait already; the reason of `signal`
	 */
	readonly enter: (sharer: Sharer, signal: AbortSignal) => Promise<Release>;
	/** Waits for the next free place before all who enter, for one who had a place and lent it. Never rejects. */
	readonly comeBack: (sharer: Sharer) => Promise<Release>;
	/** Takes a place for the one of these whose turn it is; undefined where nobody may take one. For queues that are kept elsewhere. */
	readonly pick: <Waiting extends Sharer>(waiting: Iterable<Waiting>) => { readonly next: Waiting; readonly release: Release } | undefined;
};

type Entry = Sharer & { readonly begin: () => void };

/** Opens places of this process. */
export function createPlaces({ places, mostWaiting, mostOfUser = places }: ShareRules): Places {
	const taken = createTally();
	const waiting = createTally();
	const queue = new Set<Entry>();
	const returning: (() => void)[] = [];
	const heldOf = (sharer: Sharer): Held => {
		const { all, ofTenant, ofUser } = taken.of(sharer);
		return { free: ofUser >= mostOfUser ? 0 : places - all, ofTenant, ofUser };
	};
	const take = (sharer: Sharer): Release => {
		taken.add(sharer, 1);
		let isHeld = true;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			taken.add(sharer, -1);
			returning.shift()?.();
			for (let next = turnOf(queue, heldOf); next !== undefined; next = turnOf(queue, heldOf)) next.begin();
		};
	};
	const refuseMany = (sharer: Sharer) => {
		const { ofTenant, ofUser } = waiting.of(sharer);
		const mostOfOne = Math.ceil(mostWaiting / 2);
		if (ofTenant < mostWaiting && ofUser < mostOfOne) return;
		const scope = ofUser >= mostOfOne ? "user" : "tenant";
		throw tooMany(scope, scope === "user" ? mostOfOne : mostWaiting);
	};
	return {
		enter: async (sharer, signal) => {
			signal.throwIfAborted();
			if (turnOf([sharer], heldOf) !== undefined) return take(sharer);
			refuseMany(sharer);
			return await new Promise((resolve, reject) => {
				const stop = () => {
					queue.delete(entry);
					waiting.add(sharer, -1);
					signal.removeEventListener("abort", leave);
				};
				const leave = () => {
					stop();
					reject(signal.reason);
				};
				const begin = () => {
					stop();
					resolve(take(sharer));
				};
				const entry: Entry = { ...sharer, begin };
				queue.add(entry);
				waiting.add(sharer, 1);
				signal.addEventListener("abort", leave, { once: true });
			});
		},
		comeBack: (sharer) =>
			taken.of(sharer).all < places ? Promise.resolve(take(sharer)) : new Promise((resolve) => returning.push(() => resolve(take(sharer)))),
		pick: (all) => {
			const next = turnOf(all, heldOf);
			return next === undefined ? undefined : { next, release: take(next) };
		},
	};
}

const tooMany = (scope: "user" | "tenant", limit: number) => {
	const whose = scope === "user" ? "yours" : "your organization";
	return new AppError("RATE_LIMIT", `${limit} requests of ${whose} wait here already. Try again when one of them has ended`, {
		details: { scope, limit },
		retryAfterSeconds: 1,
	});
};

/** Counts by tenant and user. */
function createTally() {
	const counts = new Map<string, number>();
	let all = 0;
	const keysOf = ({ tenantId, userId }: Sharer) => [tenantId, `${tenantId} ${userId}`] as const;
	return {
		of: (sharer: Sharer) => {
			const [ofTenant, ofUser] = keysOf(sharer).map((key) => counts.get(key) ?? 0) as [number, number];
			return { all, ofTenant, ofUser };
		},
		add: (sharer: Sharer, change: 1 | -1) => {
			all += change;
			for (const key of keysOf(sharer)) {
				const count = (counts.get(key) ?? 0) + change;
				if (count === 0) counts.delete(key);
				else counts.set(key, count);
			}
		},
	};
}
