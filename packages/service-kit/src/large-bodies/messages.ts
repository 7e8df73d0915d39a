import type { MetricCounts } from "../metrics.ts";
import type { LargeAnswer, LargeRequest } from "./hand-over.ts";

/** From the service to its thread; a reply has the same `id`. `cancel`: the client of that request has left. */
export type ToThread =
	| { readonly kind: "request"; readonly id: number; readonly request: LargeRequest }
	| { readonly kind: "counts"; readonly id: number }
	| { readonly kind: "cancel"; readonly id: number }
	| { readonly kind: "close" };

/** From the thread; a `heartbeat` each second while its event loop turns. */
export type FromThread = { readonly kind: "heartbeat" } | ThreadReply;
export type ThreadReply =
	| { readonly kind: "answer"; readonly id: number; readonly answer: LargeAnswer }
	| { readonly kind: "counts"; readonly id: number; readonly counts: MetricCounts };

export const heartbeatMs = 1_000;
