import type { SignInId } from "@webhand/contracts/ids";
import type { Log } from "../logs.ts";
import { repeat } from "../repeat.ts";

/** Notifies long work of the end of its sign-in. */
export type SignInWatch = {
	/** Calls the listener once when the sign-in ends. @returns removes the listener; never throws */
	readonly whenEnded: (sid: SignInId, listener: () => void) => () => void;
	/** Calls the listeners of this sign-in. */
	readonly end: (sid: SignInId) => void;
	/** Finds sign-ins whose end no message told. Never rejects. */
	readonly check: () => Promise<void>;
	readonly close: () => Promise<void>;
};

const checkEveryMs = 700;

/**
 * Opens the watch. Besides the messages it checks all sign-ins with listeners: a message may be lost, and a sign-in may end between its
 * check and `whenEnded`.
 *
 * @param revokedOf which of these have ended; while it rejects no listener is called
 */
export function openSignInWatch({
	revokedOf,
	log,
}: {
	readonly revokedOf: (sids: readonly SignInId[]) => Promise<readonly SignInId[]>;
	readonly log: Log;
}): SignInWatch {
	const listeners = new Map<SignInId, Set<() => void>>();
	const end = (sid: SignInId) => {
		const ending = listeners.get(sid);
		listeners.delete(sid);
		for (const listener of ending ?? []) listener();
	};
	const check = async () => {
		const sids = [...listeners.keys()];
		if (sids.length > 0) for (const sid of await revokedOf(sids).catch(() => [])) end(sid);
	};
	const checking = repeat({ name: "check for ended sign-ins", everyMs: checkEveryMs, log }, check);
	return {
		whenEnded: (sid, listener) => {
			const own = listeners.get(sid) ?? new Set();
			// A new function: the same listener may be added twice.
			const added = () => listener();
			listeners.set(sid, own.add(added));
			return () => {
				own.delete(added);
				if (own.size === 0 && listeners.get(sid) === own) listeners.delete(sid);
			};
		},
		end,
		check,
		close: checking.stop,
	};
}
