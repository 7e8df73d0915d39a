import type { MetricCounts } from "../metrics.ts";
import type { LargeAnswer, LargeRequest } from "./hand-over.ts";

/** What the service asks its thread; `id` names the answer. */
export type Ask =
	| { readonly kind: "request"; readonly id: number; readonly request: LargeRequest }
	| { readonly kind: "counts"; readonly id: number }
	/** Whoever sent the request has left. */
	| { readonly kind: "leave"; readonly id: number }
	| { readonly kind: "close" };

/** What the thread says; `alive` each second while its event loop turns. */
export type Said =
	| { readonly kind: "alive" }
	| { readonly kind: "answer"; readonly id: number; readonly answer: LargeAnswer }
	| { readonly kind: "counts"; readonly id: number; readonly counts: MetricCounts };

export const aliveEveryMs = 1_000;
