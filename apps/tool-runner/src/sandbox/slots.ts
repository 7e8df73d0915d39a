import { AppError } from "@webhand/service-kit/errors";

/** How many run at once, of all and of one owner, and how many wait. */
export type SlotLimits = { readonly ofAll: number; readonly ofOne: number; readonly waiting: number };

type Waiting = { readonly owner: string; readonly begin: () => void };

/**
 * Opens places for programs. Each takes one when its owner has one free, in the order they came.
 *
 * @returns waits for a place. @returns its release @throws AppError SANDBOX_UNAVAILABLE when too many wait, or the caller has left
 */
export function createSlots(limits: SlotLimits): (owner: string, signal: AbortSignal) => Promise<() => void> {
	const running = new Map<string, number>();
	const queue: Waiting[] = [];
	let all = 0;
	const isFree = (owner: string) => all < limits.ofAll && (running.get(owner) ?? 0) < limits.ofOne;
	const take = (owner: string) => {
		all += 1;
		running.set(owner, (running.get(owner) ?? 0) + 1);
		let isHeld = true;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			all -= 1;
			const left = (running.get(owner) ?? 1) - 1;
			if (left === 0) running.delete(owner);
			else running.set(owner, left);
			const next = queue.findIndex((waiting) => isFree(waiting.owner));
			if (next !== -1) queue.splice(next, 1)[0]?.begin();
		};
	};
	return async (owner, signal) => {
		if (isFree(owner)) return take(owner);
		if (queue.length >= limits.waiting || signal.aborted) throw busy();
		return await new Promise((resolve, reject) => {
			const leave = () => {
				queue.splice(queue.indexOf(waiting), 1);
				reject(busy());
			};
			const begin = () => {
				signal.removeEventListener("abort", leave);
				resolve(take(owner));
			};
			const waiting: Waiting = { owner, begin };
			queue.push(waiting);
			signal.addEventListener("abort", leave, { once: true });
		});
	};
}

const busy = () =>
	new AppError("SANDBOX_UNAVAILABLE", "The server host has too much to do. Try again", {
		details: { reason: "BUSY" },
		retryAfterSeconds: 1,
	});
