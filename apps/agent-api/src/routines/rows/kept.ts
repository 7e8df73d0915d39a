/** Bounds of what is kept: how many, and their sizes together. */
export type KeptLimits<Value> = { readonly most: number; readonly mostSize: number; readonly sizeOf: (value: Value) => number };

/** Keeps the newest values by key, within bounds; one that could not be read is read again. */
export function keptBy<Key, Value>({ most, mostSize, sizeOf }: KeptLimits<Value>) {
	const kept = new Map<Key, { readonly value: Promise<Value>; size: number }>();
	let size = 0;
	const drop = (key: Key) => {
		size -= kept.get(key)?.size ?? 0;
		kept.delete(key);
	};
	const shrink = () => {
		for (const oldest of kept.keys()) {
			if (kept.size <= most && size <= mostSize) break;
			drop(oldest);
		}
	};
	return (key: Key, read: () => Promise<Value>): Promise<Value> => {
		const entry = kept.get(key) ?? { value: read(), size: 0 };
		const isNew = !kept.has(key);
		kept.delete(key);
		kept.set(key, entry);
		if (isNew)
			entry.value.then(
				(value) => {
					if (kept.get(key) !== entry) return;
					entry.size = sizeOf(value);
					size += entry.size;
					shrink();
				},
				() => kept.get(key) === entry && drop(key),
			);
		shrink();
		return entry.value;
	};
}
