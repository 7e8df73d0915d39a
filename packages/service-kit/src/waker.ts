/** Wakes who waits for news; `reset` before the look that `wait` follows. @param listen calls back with each news, and returns what ends it */
export function createWaker(listen: (onNews: () => void) => () => void) {
	let wake = () => {};
	let woken = Promise.resolve();
	const reset = () => {
		woken = new Promise((resolve) => {
			wake = resolve;
		});
	};
	reset();
	const close = listen(() => wake());
	return {
		reset,
		close,
		/** Ends with the next news, after `ms`, or with the signal. Never rejects. */
		wait: async (ms: number, signal: AbortSignal): Promise<void> => {
			let timer: NodeJS.Timeout | undefined;
			let leave = () => {};
			const pause = new Promise<void>((resolve) => {
				leave = resolve;
				timer = setTimeout(resolve, ms);
				signal.addEventListener("abort", leave, { once: true });
			});
			await Promise.race([woken, pause]);
			clearTimeout(timer);
			signal.removeEventListener("abort", leave);
		},
	};
}
