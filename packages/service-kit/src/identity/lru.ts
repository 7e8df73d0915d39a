/** A bounded memory that forgets what was used longest ago. */
export type Lru<Value> = {
	readonly get: (key: string) => Value | undefined;
	readonly set: (key: string, value: Value) => void;
	readonly delete: (key: string) => void;
	readonly size: () => number;
};

/** @param capacity entries kept at most */
export function createLru<Value>(capacity: number): Lru<Value> {
	// A Map walks its keys in the order they were set, so the first is the oldest.
	const entries = new Map<string, Value>();
	return {
		get: (key) => {
			const value = entries.get(key);
			if (value === undefined) return undefined;
			entries.delete(key);
			entries.set(key, value);
			return value;
		},
		set: (key, value) => {
			entries.delete(key);
			entries.set(key, value);
			const [oldest] = entries.keys();
			if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
		},
		delete: (key) => {
			entries.delete(key);
		},
		size: () => entries.size,
	};
}
