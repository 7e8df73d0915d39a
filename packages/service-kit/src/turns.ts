/** Runs work after all earlier work of the same key has ended. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Opens turns; a key without work takes no memory. */
export function createTurns(): Turns {
	const last = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
		last.set(key, mine);
		try {
			return await mine;
		} finally {
			if (last.get(key) === mine) last.delete(key);
		}
	};
}
