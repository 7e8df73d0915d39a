import type { Order } from "./orders/order.ts";
import type { State } from "./site/state.ts";

/** How a run ended: `over` is false where the limit ended it. */
export type End = {
	readonly over: boolean;
	readonly isCompleted: boolean;
	readonly answer: string | null;
	readonly before: State;
	readonly after: State;
};

/** What became of an order. `falselyDone`: told as done, which the state or the answer denies; `unasked`: what changed besides. */
export type Judgement = { readonly right: boolean; readonly falselyDone: boolean; readonly unasked: readonly string[] };

/** What an order asks for: of its kinds only `impossible` counts. */
type Judged = Pick<Order, "wanted" | "answer"> & { readonly kind: string };

/** Where the tab is is no change. */
const whereKey = "path";

/** Judges an end by the state, and by the answer where the order asks for one. */
export function judge({ kind, wanted = {}, answer }: Judged, end: End): Judgement {
	const keys = new Set([...Object.keys(end.before), ...Object.keys(end.after)]);
	const unasked = [...keys].filter((key) => key !== whereKey && !(key in wanted) && end.before[key] !== end.after[key]);
	const isReached = Object.entries(wanted).every(([key, value]) => end.after[key] === value);
	const isAnswered = answer === undefined || answer.test(end.answer ?? "");
	const isDone = kind !== "impossible" && isReached && isAnswered;
	const right = end.over && unasked.length === 0 && (kind === "impossible" ? !end.isCompleted : end.isCompleted && isDone);
	return { right, falselyDone: end.isCompleted && !isDone, unasked };
}
