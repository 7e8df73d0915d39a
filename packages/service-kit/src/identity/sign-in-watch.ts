import type { SignInId } from "@webhand/contracts/ids";
import type { Log } from "../logs.ts";
import { repeat } from "../repeat.ts";

/** Tells what outlasts a request that its sign-in has ended. */
export type SignInWatch = {
	/** Calls `hear` once when the sign-in ends. @returns stops that; never throws */
	readonly whenEnded: (sid: SignInId, hear: () => void) => () => void;
	/** Tells those who wait for the end of this sign-in. */
	readonly end: (sid: SignInId) => void;
	/** Looks whether one ended that nobody told of. Never rejects. */
	readonly check: () => Promise<void>;
	readonly close: () => Promise<void>;
};

const checkEveryMs = 700;

/**
 * Opens the watch: it hears of ended sign-ins at once, and looks after those that somebody waits for, since a message may be lost and a
 * sign-in may end between its check and the wait.
 *
 * @param revokedOf which of these have ended; while it fails nobody is told
 */
export function openSignInWatch({
	revokedOf,
	log,
}: {
	readonly revokedOf: (sids: readonly SignInId[]) => Promise<readonly SignInId[]>;
	readonly log: Log;
}): SignInWatch {
	const waiting = new Map<SignInId, Set<() => void>>();
	const end = (sid: SignInId) => {
		const hearers = waiting.get(sid);
		waiting.delete(sid);
		for (const hear of hearers ?? []) hear();
	};
	const check = async () => {
		const sids = [...waiting.keys()];
		if (sids.length > 0) for (const sid of await revokedOf(sids).catch(() => [])) end(sid);
	};
	const checking = repeat({ name: "look after ended sign-ins", everyMs: checkEveryMs, log }, check);
	return {
		whenEnded: (sid, hear) => {
			const hearers = waiting.get(sid) ?? new Set();
			// A function of its own: the same one may wait twice.
			const own = () => hear();
			waiting.set(sid, hearers.add(own));
			return () => {
				hearers.delete(own);
				if (hearers.size === 0 && waiting.get(sid) === hearers) waiting.delete(sid);
			};
		},
		end,
		check,
		close: checking.stop,
	};
}
