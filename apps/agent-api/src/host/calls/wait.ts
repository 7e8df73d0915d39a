import { setTimeout as pause } from "node:timers/promises";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import { AppError } from "@webhand/service-kit/errors";
import { createWaker } from "@webhand/service-kit/waker";
import { Left } from "../../shared/left.ts";

type Row = { readonly state: ExecutionState };

/** How a call is followed: `read` asks the runner for its row, `listen` hears that something happened to it. */
export type Followed<R extends Row> = { readonly read: () => Promise<R>; readonly listen: (onNews: () => void) => () => void };

/** How a wait ends early: with a signal whose reason is `Left` it stops, with any other one `cancel` is asked for. */
export type Ending = { readonly cancel: () => Promise<unknown>; readonly signal: AbortSignal };

const longestOutageMs = 60_000;
const outageStepMs = 500;
/** News may be lost with Redis. */
const lookAgainMs = 2_000;

/**
 * Reads a call until it is over. While the runner restarts, the wait goes on: what it did meanwhile stands in its row.
 *
 * @throws Left; AppError of the runner, and TOOL_RUNNER_UNAVAILABLE after a minute
 */
export async function untilOver<R extends Row>({ read, listen }: Followed<R>, { cancel, signal }: Ending): Promise<R> {
	const left = Promise.withResolvers<never>();
	left.promise.catch(() => undefined);
	let isCancelled = false;
	const onAbort = async () => {
		if (signal.reason instanceof Left) return left.reject(signal.reason);
		if (isCancelled) return;
		isCancelled = true;
		// A runner that is away is asked again after the next read.
		await cancel().catch(() => {
			isCancelled = false;
		});
	};
	const hear = () => void onAbort();
	signal.addEventListener("abort", hear, { once: true });
	const waker = createWaker(listen);
	let awayMs = 0;
	try {
		for (;;) {
			waker.reset();
			if (signal.aborted) await onAbort();
			const row = await Promise.race([read(), left.promise]).catch((cause: unknown) => {
				if (!(cause instanceof AppError) || cause.code !== "TOOL_RUNNER_UNAVAILABLE" || awayMs >= longestOutageMs) throw cause;
				return null;
			});
			if (row !== null && isOver(row.state)) return row;
			awayMs = row === null ? awayMs + outageStepMs : 0;
			await Promise.race([row === null ? pause(outageStepMs) : waker.wait(lookAgainMs, never), left.promise]);
		}
	} finally {
		waker.close();
		signal.removeEventListener("abort", hear);
	}
}

const never = new AbortController().signal;

/** A call as soon as it is over, or `waitMs` have passed, or the client has left. */
export async function lookUntil<R extends Row>(
	{ read, listen }: Followed<R>,
	{ waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<R> {
	const until = performance.now() + waitMs;
	const waker = createWaker(listen);
	try {
		for (;;) {
			waker.reset();
			const row = await read();
			const left = until - performance.now();
			if (isOver(row.state) || left <= 0 || signal.aborted) return row;
			await waker.wait(Math.min(left, lookAgainMs), signal);
		}
	} finally {
		waker.close();
	}
}
