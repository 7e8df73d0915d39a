/** Lets a number of callers in at once; the others wait and enter in their order. */
export type Semaphore = {
	/** Waits for a place. The reply gives it back; call it once. @throws the reason of `signal` */
	readonly enter: (signal: AbortSignal) => Promise<() => void>;
};

export function createSemaphore(most: number): Semaphore {
	const waiting = new Set<() => void>();
	let free = most;
	const leave = () => {
		const [next] = waiting;
		if (next === undefined) free++;
		else {
			waiting.delete(next);
			next();
		}
	};
	return {
		enter: (signal) =>
			new Promise((resolve, reject) => {
				signal.throwIfAborted();
				const enter = () => {
					signal.removeEventListener("abort", giveUp);
					resolve(leave);
				};
				const giveUp = () => {
					waiting.delete(enter);
					reject(signal.reason);
				};
				if (free > 0) {
					free--;
					enter();
					return;
				}
				waiting.add(enter);
				signal.addEventListener("abort", giveUp, { once: true });
			}),
	};
}
