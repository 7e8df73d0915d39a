import { randomUUID } from "node:crypto";
import type { Audit } from "@webhand/audit/chain/audit";
import { plainFact } from "@webhand/audit/chain/chain";
import type { SignInId } from "@webhand/contracts/ids";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import type { AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { McpCallEvent } from "@webhand/contracts/tools/mcp";
import type { Log } from "@webhand/service-kit/logs";
import type { DayBudget } from "../../budget/store.ts";
import type { Change } from "../../calls/engine.ts";
import type { CallSignals } from "../../calls/work.ts";
import type { Lease } from "../connections/pool.ts";
import { troubleOf } from "../connections/trouble.ts";
import type { CallEnd, CallStep, CallStore, StoredCall } from "./store.ts";
import { resultOf } from "./view.ts";

/** A call to run: its row is there, its intent is in the audit. `tool` is the name that the server knows. */
export type RunnableCall = {
	readonly row: StoredCall;
	readonly lease: Lease;
	/** Leases another connection, where that one was closed meanwhile. */
	readonly renew: () => Promise<Lease>;
	readonly tool: string;
	readonly asked: AcceptedToolCall;
	readonly call: Change;
};

/** Runs calls in this process: each holds a connection of it. */
export type CallRunner = {
	readonly id: string;
	/** Runs a call to its end, once, and writes its outcome into the audit. Never rejects. */
	readonly run: (runnable: RunnableCall) => Promise<void>;
	readonly cancel: (id: ExecutionId) => void;
	/** Looks for calls to cancel, and says that those of this process are alive. */
	readonly keep: () => Promise<void>;
	/** Ends calls of processes that died, and writes outcomes that the audit lacks. */
	readonly sweep: () => Promise<void>;
	/** Ends all calls. */
	readonly close: () => Promise<void>;
};

export type CallRunnerDeps = {
	readonly store: CallStore;
	/** Calls the listener when a sign-in ends. @returns removes the listener */
	readonly whenSignedOut: (sid: SignInId, listener: () => void) => () => void;
	readonly audit: Pick<Audit, "settle" | "settleIntent">;
	readonly budget: Pick<DayBudget, "addBytes">;
	readonly signals: Pick<CallSignals, "wake">;
	readonly now: () => Date;
	/** Counts `webhand_mcp_calls_total`. */
	readonly count: (outcome: string) => void;
	readonly log: Log;
};

type Running = { readonly stop: AbortController; readonly steps: CallStep[]; done: Promise<unknown> };

const limits = { stepEveryMs: 100, deadMs: 30_000, unauditedMs: 5_000 } as const;
const lost: CallEnd = {
	state: "outcome_unknown",
	data: null,
	error: { code: "RUNNER_LOST", message: "The service ended during the call: the tool may have done its work" },
};

export function createCallRunner({ store, whenSignedOut, audit, budget, signals, now, count, log }: CallRunnerDeps): CallRunner {
	const id = randomUUID();
	const running = new Map<ExecutionId, Running>();
	const execute = async ({ row, renew, tool, asked, call, ...given }: RunnableCall, { stop, steps }: Running): Promise<CallEnd> => {
		const add = stepsInto(steps);
		let isElicited = false;
		let { lease } = given;
		try {
			if (!lease.connection.isUsable()) {
				lease.release();
				lease = await renew();
			}
			const result = await lease.connection.call({
				name: tool,
				arguments: asked.arguments,
				silenceMs: asked.timeoutMs,
				signal: stop.signal,
				onProgress: ({ progress, total, message }) =>
					add({
						type: "progress",
						progress,
						...(total === undefined ? {} : { total }),
						...(message === undefined ? {} : { message: message.slice(0, 2_000) }),
					}),
				onMessage: (level, text) => add({ type: "message", level, text }),
				onElicited: (message) => {
					// Once a call: a flood of questions must not fill the audit.
					if (isElicited) return;
					isElicited = true;
					void audit.settle(elicited(call, row, { message, at: now() }));
				},
			});
			const data = resultOf(result);
			if (data !== null) return { state: "exited", data, error: null };
			return { state: "output_limit", data: null, error: { code: "OUTPUT_LIMIT", message: "The result is larger than 4 MiB" } };
		} catch (cause) {
			const { state, code, message } = troubleOf(cause, { isCancelled: stop.signal.aborted, limit: lease.connection.limit() });
			if (state === "outcome_unknown") log.warn({ err: cause, callId: row._id }, "nobody knows what became of a call");
			return { state, data: null, error: { code, message } };
		} finally {
			lease.release();
		}
	};
	const noteEnd = async ({ _id, intentId, ...end }: Pick<StoredCall, "_id" | "intentId"> & CallEnd) => {
		await audit.settleIntent(intentId, outcomeOf(end));
		await store.setAudited(_id);
	};
	return {
		id,
		run: (runnable) => {
			const { row } = runnable;
			const entry: Running = { stop: new AbortController(), steps: [], done: Promise.resolve() };
			running.set(row._id, entry);
			const stopListening = whenSignedOut(runnable.call.identity.sid, () => entry.stop.abort());
			const done = (async () => {
				const end = await execute(runnable, entry);
				try {
					// Another runner took this one for dead, and has said so.
					if (!(await store.finish(row, { ...end, steps: entry.steps.splice(0), finishedAt: now() }))) return;
					await signals.wake(row._id);
					count(end.state);
					if (end.data !== null)
						await budget
							.addBytes(row.tenantId, Buffer.byteLength(JSON.stringify(end.data)))
							.catch((err: unknown) => log.warn({ err, callId: row._id }, "the result of a call was not counted"));
					await noteEnd({ ...row, ...end });
				} catch (cause) {
					// Where the row has no end its heartbeat stops: the sweep says that nobody knows. It writes missing outcomes too.
					log.error({ err: cause, callId: row._id }, "the end of a call was not written");
				} finally {
					stopListening();
					running.delete(row._id);
				}
			})();
			entry.done = done;
			return done;
		},
		cancel: (call) => running.get(call)?.stop.abort(),
		keep: async () => {
			for (const call of await store.cancelled([...running.keys()])) running.get(call)?.stop.abort();
			for (const [call, { steps }] of running) {
				const news = steps.splice(0);
				await store.step({ _id: call, runnerId: id }, news);
				// A heartbeat waits for no silent Redis.
				if (news.length > 0) void signals.wake(call);
			}
		},
		sweep: async () => {
			await store.settleDead(limits.deadMs, lost, now());
			for (const row of await store.unaudited(limits.unauditedMs)) await noteEnd(row);
		},
		close: async () => {
			const all = [...running.values()];
			for (const { stop } of all) stop.abort();
			await Promise.allSettled(all.map(({ done }) => done));
		},
	};
}

/** Steps that come faster than readers are woken replace each other, so an endless stream of progress fills nothing. */
function stepsInto(steps: CallStep[]): (step: Exclude<McpCallEvent, { type: "start" | "result" | "error" }>) => void {
	let seq = 0;
	let at = Number.NEGATIVE_INFINITY;
	return (step) => {
		const isFast = performance.now() - at < limits.stepEveryMs && step.type === "progress" && steps.at(-1)?.type === "progress";
		if (isFast) steps.pop();
		else at = performance.now();
		seq += 1;
		if (steps.length >= 200) steps.shift();
		steps.push({ ...step, seq });
	};
}

/** What the audit says of an end. */
function outcomeOf({ state, error, data }: CallEnd): string {
	if (state === "outcome_unknown") return "unknown";
	if (state === "cancelled") return "cancelled";
	if (error !== null) return `error:${error.code}`;
	return data?.isError === true ? "error:TOOL_FAILED" : "ok";
}

function elicited(call: Change, { _id, name }: StoredCall, { message, at }: { readonly message: string; readonly at: Date }) {
	const { identity, ip, requestId, sessionId, workspaceId } = call;
	return {
		...plainFact,
		tenantId: identity.tenantId,
		chain: workspaceId,
		kind: "denied",
		at,
		userId: identity.userId,
		sid: identity.sid,
		ip,
		requestId,
		sessionId: sessionId ?? null,
		action: "mcp.elicitation",
		target: name,
		args: { callId: _id, message },
		reason: "declined",
		outcome: "denied:ELICITATION",
	} as const;
}
