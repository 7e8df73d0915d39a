import type { Given } from "../by-hand/play.ts";
import type { Hands } from "../by-hand/record.ts";
import type { Answer, Asked } from "../serve.ts";
import type { Look } from "./kinds.ts";

/** What the server holds of a task. */
export type State = Readonly<Record<string, string>>;

/** An answer, and what the server holds from then on. */
type Done = { readonly answer: Answer; readonly state?: State };

/** A task on a site of its own: made by hand on the page as it is, then played. */
export type ChangeTask = {
	readonly name: string;
	readonly isHeldOut: boolean;
	readonly start: string;
	readonly first: State;
	readonly answer: (asked: Asked, state: State, look: Look) => Done | undefined;
	readonly hands: Hands;
	/** What the routine is played with, and what the server then holds. */
	readonly given: Given;
	readonly meant: State;
	readonly zoom: number;
};
