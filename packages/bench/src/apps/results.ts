import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Decider } from "./plan.ts";
import type { Played } from "./play/played.ts";

/** An order as a decider has played it. */
export type Result = { readonly decider: Decider; readonly played: Played };

const keyOf = ({ decider, played: { application, order } }: Result) => keyFor(decider, application, order.name);
const keyFor = (decider: Decider, application: string, order: string) => [decider, application, order].join("\n");

/** Whether an order stands among results. */
export function has(results: readonly Result[], decider: Decider, of: { readonly application: string; readonly order: string }): boolean {
	const key = keyFor(decider, of.application, of.order);
	return results.some((result) => keyOf(result) === key);
}

/** What a file of ours holds; nothing where there is none. */
export function readResults(file: string): readonly Result[] {
	return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Result[]) : [];
}

/** Adds a result to a file of ours, which is made where it is missing. @returns all that are in it then */
export function addTo(file: string, result: Result): readonly Result[] {
	const all = [...readResults(file), result];
	writeFileSync(file, `${JSON.stringify(all, null, "\t")}\n`);
	return all;
}
