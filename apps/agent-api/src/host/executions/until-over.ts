import { setTimeout as pause } from "node:timers/promises";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { AppError } from "@webhand/service-kit/errors";
import { Left } from "../../shared/left.ts";
import { isOver } from "./policy.ts";

/** How a wait ends early: with a signal whose reason is `Left` it stops, with any other one `cancel` is asked for. */
export type Ending = { readonly cancel: () => Promise<unknown>; readonly signal: AbortSignal };

const longestOutageMs = 60_000;
const outageStepMs = 500;

/**
 * Reads an execution until it is over. While the runner restarts, the wait goes on: what it did meanwhile stands in its row.
 *
 * @throws Left; AppError of the runner, and TOOL_RUNNER_UNAVAILABLE after a minute
 */
export async function untilOver<Row extends { readonly state: ExecutionState }>(
	read: () => Promise<Row>,
	{ cancel, signal }: Ending,
): Promise<Row> {
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
	let awayMs = 0;
	try {
		for (;;) {
			if (signal.aborted) await onAbort();
			const row = await Promise.race([read(), left.promise]).catch((cause: unknown) => {
				if (!(cause instanceof AppError) || cause.code !== "TOOL_RUNNER_UNAVAILABLE" || awayMs >= longestOutageMs) throw cause;
				return null;
			});
			if (row !== null && isOver(row.state)) return row;
			if (row === null) {
				awayMs += outageStepMs;
				await pause(outageStepMs);
			} else awayMs = 0;
		}
	} finally {
		signal.removeEventListener("abort", hear);
	}
}
