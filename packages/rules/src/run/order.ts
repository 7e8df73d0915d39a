import type { Clause } from "../clause.ts";
import { readOrder } from "../sentence/read-order.ts";

const most = 128;
const read = new Map<string, readonly Clause[]>();

/** The clauses of an order, read once: the same order comes with every step of its task. Relative days change with the day. */
export function orderOf(text: string, now: Date): readonly Clause[] {
	const key = `${now.toISOString().slice(0, 10)} ${text}`;
	const known = read.get(key);
	if (known !== undefined) return known;
	const clauses = readOrder(text, now);
	const [oldest] = read.keys();
	if (read.size >= most && oldest !== undefined) read.delete(oldest);
	read.set(key, clauses);
	return clauses;
}
