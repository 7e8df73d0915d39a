import { newest } from "@webhand/page/once";
import type { Clause } from "../clause.ts";
import { readOrder } from "../sentence/read-order.ts";
import { readMixedOrder } from "../server/mixed-order.ts";

/** When an order is read, and whether its task may use the server host. */
export type Reader = { readonly now: Date; readonly hasServer: boolean };

/** The clauses of an order, read once: the same order comes with every step of its task. Relative days change with the day. */
export function orderOf(text: string, reader: Reader): readonly Clause[] {
	return clausesOf(`${reader.now.toISOString().slice(0, 10)} ${reader.hasServer} ${text}`, text, reader);
}

const clausesOf = newest(128, (_key: string, text: string, { now, hasServer }: Reader) =>
	hasServer ? readMixedOrder(text, now) : readOrder(text, now),
);
