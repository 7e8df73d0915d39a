/** A stored event of a chat; `seq` counts 1, 2, 3 … per chat. `data` is the payload of its name. */
export type LiveEvent = {
	readonly seq: number;
	readonly eventId: string;
	readonly name: string;
	readonly data: Readonly<Record<string, unknown>>;
};

/** Most events that wait for an earlier one; the rest is read again from the log. */
const mostHeld = 1_000;

/**
 * Brings events into order: each number once, in turn, without holes.
 *
 * @param start number of the last event that was applied; 0 for none
 * @returns `take` gives the events that are due now, in order, and keeps those that came early; `isMissing` says whether some are kept.
 *   `jump` continues after a number, forwards or backwards, and drops what it skips. Nothing throws.
 */
export function createOrder(start: number) {
	let cursor = start;
	const held = new Map<number, LiveEvent>();
	const due = (): readonly LiveEvent[] => {
		const ready: LiveEvent[] = [];
		for (let next = held.get(cursor + 1); next !== undefined; next = held.get(cursor + 1)) {
			held.delete(next.seq);
			cursor = next.seq;
			ready.push(next);
		}
		return ready;
	};
	return {
		cursor: () => cursor,
		isMissing: () => held.size > 0,
		take: (events: readonly LiveEvent[]): readonly LiveEvent[] => {
			for (const event of events) if (event.seq > cursor && (held.size < mostHeld || event.seq === cursor + 1)) held.set(event.seq, event);
			return due();
		},
		jump: (to: number): readonly LiveEvent[] => {
			cursor = to;
			for (const seq of held.keys()) if (seq <= to) held.delete(seq);
			return due();
		},
	};
}
