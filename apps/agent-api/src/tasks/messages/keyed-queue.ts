/** Runs works of one key one after the other in this process: together they would only conflict in the database, and try again. */
export function createKeyedQueue() {
	const newest = new Map<string, Promise<unknown>>();
	return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
		const before = newest.get(key) ?? Promise.resolve();
		const mine = before.then(work, work);
		newest.set(key, mine);
		try {
			return await mine;
		} finally {
			if (newest.get(key) === mine) newest.delete(key);
		}
	};
}
