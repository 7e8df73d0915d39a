import type { Log } from "@webhand/service-kit/logs";
import { repeat } from "@webhand/service-kit/repeat";
import type { CallStore, StoredCall } from "./store.ts";

/** Why a call was ended by us. */
export type StopCause =
	| { readonly kind: "cancelled"; readonly reason: "user" | "runner_shutdown" | "signed_out" }
	| { readonly kind: "timed_out" | "output_limit" | "memory_limit" | "disk_limit" };

/** Ends what runs: a program gets TERM and some seconds later KILL, or KILL at once. */
type Stop = (isGraceful: boolean) => void;

/** A call that this process has. */
export type Held = {
	/** From now on `stop` ends it; at once where it is to end already. */
	readonly begin: (stop: Stop) => void;
	/** The first cause counts. */
	readonly stop: (cause: StopCause, how?: { readonly isGraceful: boolean }) => void;
	/** The row has gone to somebody else: the program is killed, and nothing is written. */
	readonly lose: () => void;
	readonly isLost: () => boolean;
	readonly cause: () => StopCause | undefined;
	readonly release: () => void;
};

/** The calls of this process. */
export type Live = {
	readonly hold: (id: string) => Held;
	/** Ends a call, if it is one of this process. */
	readonly cancel: (id: string) => void;
	/** Ends all of them, and waits until they have ended. */
	readonly close: () => Promise<void>;
};

const everyMs = 1_000;
const beatEveryMs = 5_000;

type LiveDeps = {
	readonly stores: readonly Pick<CallStore<StoredCall>, "held">[];
	readonly runnerId: string;
	readonly log: Log;
};

/** Keeps the calls of this process, says in their rows that they live, and ends those that were cancelled elsewhere. */
export function keepLive({ stores, runnerId, log }: LiveDeps): Live {
	const all = new Map<string, Held>();
	const empty = new Set<() => void>();
	let isClosing = false;
	let lastBeat = 0;
	const look = async () => {
		const ids = [...all.keys()];
		if (ids.length === 0) return;
		const isBeat = performance.now() - lastBeat >= beatEveryMs;
		if (isBeat) lastBeat = performance.now();
		const rows = (await Promise.all(stores.map((store) => store.held(runnerId, ids, isBeat)))).flat();
		const mine = new Map(rows.map(({ _id, isCancelled }) => [_id, isCancelled]));
		for (const id of ids) {
			if (mine.get(id) === true) all.get(id)?.stop({ kind: "cancelled", reason: "user" });
			if (!mine.has(id)) all.get(id)?.lose();
		}
	};
	const looking = repeat({ name: "calls that run here", everyMs, log }, look);
	return {
		hold: (id) => {
			let [end, cause]: [Stop | undefined, StopCause | undefined] = [undefined, undefined];
			let isLost = false;
			const held: Held = {
				begin: (stop) => {
					end = stop;
					if (isLost) stop(false);
					else if (cause !== undefined) stop(true);
				},
				stop: (given, { isGraceful } = { isGraceful: true }) => {
					cause ??= given;
					end?.(isGraceful);
				},
				lose: () => {
					isLost = true;
					end?.(false);
				},
				isLost: () => isLost,
				cause: () => cause,
				release: () => {
					all.delete(id);
					if (all.size === 0) for (const tell of empty) tell();
				},
			};
			all.set(id, held);
			if (isClosing) held.stop({ kind: "cancelled", reason: "runner_shutdown" });
			return held;
		},
		cancel: (id) => all.get(id)?.stop({ kind: "cancelled", reason: "user" }),
		close: async () => {
			isClosing = true;
			for (const held of all.values()) held.stop({ kind: "cancelled", reason: "runner_shutdown" });
			if (all.size > 0) await new Promise<void>((resolve) => empty.add(resolve));
			await looking.stop();
		},
	};
}
