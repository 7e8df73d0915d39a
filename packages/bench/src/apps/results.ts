import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Decider } from "./plan.ts";
import type { Played } from "./play/played.ts";

/** An order as a decider has played it. */
export type Result = { readonly decider: Decider; readonly played: Played };

/** Newer results in the place of older ones of the same order, decider and application. */
export function merged(older: readonly Result[], newer: readonly Result[]): readonly Result[] {
	const keyOf = ({ decider, played }: Result) => [decider, played.application, played.order.name].join("\n");
	const keys = new Set(newer.map(keyOf));
	return [...older.filter((result) => !keys.has(keyOf(result))), ...newer];
}

/** Adds results to a file of ours, which is made where it is missing. @returns all that are in it then */
export function addTo(file: string, newer: readonly Result[]): readonly Result[] {
	const older = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Result[]) : [];
	const all = merged(older, newer);
	writeFileSync(file, `${JSON.stringify(all, null, "\t")}\n`);
	return all;
}
