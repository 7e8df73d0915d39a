import { AppError } from "@webhand/service-kit/errors";

/** Places for the steps that this process decides at the same time. */
export type Room = {
	/** Waits for a place, first come, first served. @returns gives it back @throws AppError SERVICE_UNAVAILABLE when none falls free in time */
	readonly enter: (signal: AbortSignal) => Promise<() => void>;
};

type Waiting = { readonly admit: () => void };

/**
 * Keeps a process from beginning more steps than it can end: each holds a page in memory and a session of the database.
 *
 * @param options `waitMs`: how long a step waits at most; its client is told to come again then
 */
export function createRoom({ places, waitMs }: { readonly places: number; readonly waitMs: number }): Room {
	const queue = new Set<Waiting>();
	let taken = 0;
	const leave = () => {
		let isInside = true;
		return () => {
			if (!isInside) return;
			isInside = false;
			const [next] = queue;
			// A place goes from hand to hand: nobody who comes now is before those who wait.
			if (next === undefined) taken -= 1;
			else next.admit();
		};
	};
	return {
		enter: async (signal) => {
			if (taken < places) {
				taken += 1;
				return leave();
			}
			const ends = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
			await new Promise<void>((resolve, reject) => {
				const settle = (how: () => void) => {
					queue.delete(waiting);
					ends.removeEventListener("abort", giveUp);
					how();
				};
				const waiting: Waiting = { admit: () => settle(resolve) };
				const giveUp = () => settle(() => reject(new AppError("SERVICE_UNAVAILABLE", "Too many steps are being decided here")));
				queue.add(waiting);
				ends.addEventListener("abort", giveUp);
				if (ends.aborted) giveUp();
			});
			return leave();
		},
	};
}

/** Does `work` in a place of the room. @throws what `work` throws; AppError SERVICE_UNAVAILABLE */
export async function inRoom<Result>(room: Room, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
	const leave = await room.enter(signal);
	try {
		return await work();
	} finally {
		leave();
	}
}
