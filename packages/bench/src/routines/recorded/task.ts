import type { Hands } from "../by-hand/record.ts";

/**
 * A task on pages of ours. `pages`: bodies by path, `/` first; a page says what it was told with `say(…)`, the words of its judge. `hands`
 * does the task once; then it is replayed with `values`, by the labels of their inputs, and the page must say `solved`.
 */
export type HandTask = {
	readonly name: string;
	readonly pages: Readonly<Record<string, string>>;
	readonly hands: Hands;
	readonly values: Readonly<Record<string, string>>;
	readonly solved: string;
};
