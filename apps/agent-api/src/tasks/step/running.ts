import { setTimeout as pause } from "node:timers/promises";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import { openSubscriber } from "@webhand/service-kit/redis";
import type { Redis } from "ioredis";
import { stillThinking } from "../../policy/progress/status.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { RunningRequest, StepCall, StepDeps, StepReply, StopName, Stops } from "./ports.ts";

/** How long a failure waits for the client that comes again. */
const failureKeptMs = 10_000;

type Asked = { readonly call: StepCall; readonly idempotency: IdempotencyKey; readonly signal: AbortSignal };

/**
 * Works on a request once, however often its client asks. With a key the work belongs to no connection: it goes on when the client leaves,
 * and the same request later waits for the same reply. Without a key it ends when the client leaves.
 *
 * @throws AppError TASK_BUSY with `ThinkingDetails` when the model thinks for longer than a request stays open; IDEMPOTENCY_CONFLICT for
 * another body under the same key; TASK_COMPLETED once the user stopped the request
 */
export async function workOnce(
	deps: Pick<StepDeps, "running" | "stops" | "elapsed" | "rules" | "log">,
	{ call, idempotency, signal }: Asked,
	work: (signal: AbortSignal) => Promise<StepReply>,
): Promise<StepReply> {
	const { key, bodyHash } = idempotency;
	if (key === undefined || bodyHash === undefined) {
		const reply = await work(signal);
		tellTaken(deps, call, reply);
		return reply;
	}
	const name = requestName(call.identity, key);
	const other = deps.running.get(name);
	if (other === undefined) return await replyOf(deps, begin(deps, { call, name, bodyHash }, work), signal);
	if (other.bodyHash !== bodyHash) throw keyConflict();
	return { ...(await replyOf(deps, other, signal)), isReplay: true };
}

function begin(
	deps: Pick<StepDeps, "running" | "stops" | "elapsed" | "log">,
	{ call, name, bodyHash }: { readonly call: StepCall; readonly name: ReturnType<typeof requestName>; readonly bodyHash: string },
	work: (signal: AbortSignal) => Promise<StepReply>,
): RunningRequest {
	const ending = new AbortController();
	const end = (reason: AppError) => ending.abort(reason);
	const letGo = [
		deps.stops.on(name, () => end(new Stopped())),
		call.whenSignedOut?.(() => end(new AppError("UNAUTHORIZED", "The sign-in has ended"))),
	];
	const forget = () => {
		if (deps.running.get(name) === own) deps.running.delete(name);
	};
	const own: RunningRequest = { bodyHash, startedAt: deps.elapsed(), reply: work(ending.signal), forget, end };
	deps.running.set(name, own);
	own.reply
		.then(
			(reply) => {
				forget();
				tellTaken(deps, call, reply);
			},
			(cause) => {
				if (isKept(cause) && !ending.signal.aborted) setTimeout(forget, failureKeptMs).unref();
				else forget();
			},
		)
		.finally(() => {
			for (const stop of letGo) stop?.();
		});
	return own;
}

/** What the model failed with is told to the client that comes again; other failures it may not meet again. */
const isKept = (cause: unknown) => cause instanceof AppError && cause.code === "INTERNAL_ERROR";

function tellTaken({ log }: Pick<StepDeps, "log">, { whenTaken }: StepCall, reply: StepReply): void {
	if (reply.isReplay) return;
	const warn = (cause: unknown) => log.warn({ err: cause, taskId: reply.taskId }, "what follows a step failed");
	// The reply leaves first.
	setImmediate(() => whenTaken?.(reply).catch(warn));
}

async function replyOf(deps: Pick<StepDeps, "elapsed" | "rules">, request: RunningRequest, signal: AbortSignal): Promise<StepReply> {
	const over = new AbortController();
	const reply = request.reply.catch((cause: unknown) => {
		// Heard: the next one who asks wants it tried again.
		if (!over.signal.aborted) request.forget();
		throw cause;
	});
	try {
		return await Promise.race([reply, longWait(deps, request, AbortSignal.any([signal, over.signal]))]);
	} finally {
		over.abort();
	}
}

/** @throws AppError TASK_BUSY when the request was open for long enough, SERVICE_UNAVAILABLE when its client leaves */
async function longWait(
	{ elapsed, rules }: Pick<StepDeps, "elapsed" | "rules">,
	{ startedAt }: RunningRequest,
	signal: AbortSignal,
): Promise<never> {
	await pause(rules.waitMs, undefined, { signal }).catch((cause: unknown) => {
		throw new AppError("SERVICE_UNAVAILABLE", "The client left before the step was decided", { cause });
	});
	throw stillThinking(Math.round((elapsed() - startedAt) / 1_000));
}

/** A step that ends by then was paid for and is told. */
const closingMs = 5_000;

/** Waits for what is worked on when the process closes, not for a slow model: another process can take the task then. */
export async function endRunning(running: StepDeps["running"], waitMs = closingMs): Promise<void> {
	const settled = () => Promise.allSettled([...running.values()].map(({ reply }) => reply));
	await Promise.race([settled(), pause(waitMs, undefined, { ref: false })]);
	for (const { end } of running.values()) end(new AppError("SERVICE_UNAVAILABLE", "The service is closing", { retryAfterSeconds: 1 }));
	await settled();
}

/** The request of a user under a key. */
export const requestName = ({ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId }, key: string): StopName =>
	`request ${tenantId} ${userId} ${key}`;

/** The user stopped the request: the decision ends, and its task, too. */
export class Stopped extends AppError {
	constructor() {
		super("TASK_COMPLETED", "The task was stopped", { details: { status: "cancelled" } });
	}
}

const channel = "wh:stops";

/** Opens the stops over Redis. */
export function openStops({ url, redis, log }: { readonly url: string; readonly redis: Pick<Redis, "publish">; readonly log: Log }): Stops {
	const listeners = new Map<string, Set<() => void>>();
	const hear = (name: string) => {
		for (const listener of listeners.get(name) ?? []) listener();
	};
	const subscriber = openSubscriber({ url, log, onMessage: (_channel, name) => hear(name), onReturn: () => undefined });
	// Without Redis the channel is subscribed once it is back.
	subscriber.subscribe(channel).catch(() => undefined);
	return {
		on: (name, listener) => {
			const own = listeners.get(name) ?? new Set();
			listeners.set(name, own.add(listener));
			return () => {
				own.delete(listener);
				if (own.size === 0 && listeners.get(name) === own) listeners.delete(name);
			};
		},
		stop: (name) => {
			hear(name);
			redis.publish(channel, name).catch(() => undefined);
		},
		close: subscriber.close,
	};
}
