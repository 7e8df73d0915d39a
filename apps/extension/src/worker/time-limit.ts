/** Waits for work at most `limitMs`. @returns the work's value, else what `late` returns or throws */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number, late: () => T): Promise<T> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, limitMs);
	try {
		return await Promise.race([work, promise.then(late)]);
	} finally {
		clearTimeout(timer);
	}
}
