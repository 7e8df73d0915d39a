import type { Page } from "playwright-core";
import type { State } from "../../real-model/site/state.ts";
import type { Move } from "../scripted/moves.ts";

/**
 * What is asked for in an application. `literal`: the rules read it; `plain`: in other words; `impossible`: the application refuses it, so
 * it must not be told as done; `list`: five rows. `beside` says which trap stands beside it. Afterwards the records differ in `wanted` and in nothing else;
 * "gone" is a record that is not there any more. `moves`: what the scripted model knows.
 */
export type AppOrder = {
	readonly name: string;
	readonly kind: "literal" | "plain" | "impossible" | "list";
	readonly says: string;
	/** The path of the page where it is said. */
	readonly start: string;
	readonly beside: string;
	/** Further arguments of `serve` for this order. */
	readonly mode?: readonly string[];
	readonly wanted?: State;
	readonly moves: readonly Move[];
};

/**
 * Five rows of one list. Webhand's rules do the first one by `order` and the others by a routine made of it; a model is told all five by
 * `says`, with `moves` for a row and `again` from one row to the next. `wanted`: what a row leaves.
 */
export type AppList = {
	readonly start: string;
	readonly fields: readonly string[];
	readonly rows: readonly Readonly<Record<string, string>>[];
	readonly order: (row: Readonly<Record<string, string>>) => string;
	readonly says: string;
	readonly moves: (row: Readonly<Record<string, string>>) => readonly Move[];
	readonly again: readonly Move[];
	readonly wanted: (row: Readonly<Record<string, string>>) => readonly [key: string, value: string];
};

/** The name of each list among the orders. */
export const listName = "five rows";

/** A list as one order. */
export function orderOfList({ start, rows, says, moves, again, wanted }: AppList): AppOrder {
	const all = rows.flatMap((row, index) => [...(index === 0 ? [] : again), ...moves(row)]);
	return {
		name: listName,
		kind: "list",
		says,
		start,
		beside: "five times the same form",
		wanted: Object.fromEntries(rows.map(wanted)),
		moves: all,
	};
}

/** A real application. `program` makes its data (`seed DATA`) and serves it (`serve DATA PORT …`). `read` asks its database, never a page. */
export type Application = {
	readonly name: string;
	readonly program: string;
	/** The lock that pip installs, in `install/locks/`. */
	readonly lock: string;
	/** The path that answers once the application is ready. */
	readonly ready: string;
	/** Signs in as a person does; absent where nobody signs in. */
	readonly signIn?: (tab: Page, url: string) => Promise<void>;
	readonly read: (data: string) => State;
	readonly orders: readonly AppOrder[];
	readonly list?: AppList;
};
