import type { Audit } from "@webhand/audit/chain/audit";
import { plainFact } from "@webhand/audit/chain/chain";
import type { AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { McpCallEvent } from "@webhand/contracts/tools/mcp";
import type { Log } from "@webhand/service-kit/logs";
import type { Lease } from "../../mcp/connections/pool.ts";
import { troubleOf } from "../../mcp/connections/trouble.ts";
import type { Change } from "../engine.ts";
import type { Life } from "../life.ts";
import type { CallStep, StoredToolCall, ToolCallStore } from "./store.ts";
import { resultOf } from "./view.ts";

/** A call to run: its row is there, its intent is in the audit. `tool` is the name that the server knows. */
export type RunnableCall = {
	readonly row: StoredToolCall;
	readonly lease: Lease;
	/** Leases another connection, where that one was closed meanwhile. */
	readonly renew: () => Promise<Lease>;
	readonly tool: string;
	readonly asked: AcceptedToolCall;
	readonly call: Change;
};

/** Runs calls in this process: each holds a connection of it. */
export type ToolCallRunner = {
	/** Runs a call to its end, once. Never rejects. */
	readonly run: (runnable: RunnableCall) => Promise<void>;
	/** Writes what happened in calls since. */
	readonly flush: () => Promise<void>;
};

export type ToolCallRunnerDeps = {
	readonly life: Pick<Life<StoredToolCall>, "runnerId" | "hold" | "end" | "signals">;
	readonly store: Pick<ToolCallStore, "step">;
	readonly audit: Pick<Audit, "settle">;
	readonly now: () => Date;
	readonly log: Log;
};

type End = Pick<StoredToolCall, "state" | "data" | "error">;
type Running = { readonly steps: CallStep[]; readonly signal: AbortSignal };

const stepEveryMs = 100;

/** Opens the running of calls. */
export function createToolCallRunner({ life, store, audit, now, log }: ToolCallRunnerDeps): ToolCallRunner {
	const running = new Map<string, CallStep[]>();
	const flush = async (id: string, steps: CallStep[]) => {
		const news = steps.splice(0);
		if (news.length === 0) return;
		await store.step({ _id: id, runnerId: life.runnerId }, news);
		void life.signals.wake(id);
	};
	const execute = async ({ row, renew, tool, asked, call, ...given }: RunnableCall, { signal, steps }: Running): Promise<End> => {
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
				signal,
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
			const { state, code, message } = troubleOf(cause, { isCancelled: signal.aborted, limit: lease.connection.limit() });
			if (state === "outcome_unknown") log.warn({ err: cause, callId: row._id }, "nobody knows what became of a call");
			return { state, data: null, error: { code, message } };
		} finally {
			lease.release();
		}
	};
	return {
		run: async (runnable) => {
			const { row, call } = runnable;
			const [stop, steps]: [AbortController, CallStep[]] = [new AbortController(), []];
			running.set(row._id, steps);
			const held = life.hold(row._id, call.identity.sid);
			held.begin(() => stop.abort());
			try {
				const end = await execute(runnable, { signal: stop.signal, steps });
				await flush(row._id, steps).catch((err: unknown) =>
					log.warn({ err, callId: row._id }, "the last steps of a call were not written"),
				);
				const stored = end.data === null ? 0 : Buffer.byteLength(JSON.stringify(end.data));
				await life.end(row, { ...end, finishedAt: now() }, stored);
			} catch (err) {
				// Its heartbeat stops: the sweep says that nobody knows.
				log.error({ err, callId: row._id }, "the end of a call was not written");
			} finally {
				running.delete(row._id);
				held.release();
			}
		},
		flush: async () => void (await Promise.all([...running].map(([id, steps]) => flush(id, steps)))),
	};
}

/** Steps that come faster than readers are woken replace each other, so an endless stream of progress fills nothing. */
function stepsInto(steps: CallStep[]): (step: Exclude<McpCallEvent, { type: "start" | "result" | "error" }>) => void {
	let seq = 0;
	let at = Number.NEGATIVE_INFINITY;
	return (step) => {
		const isFast = performance.now() - at < stepEveryMs && step.type === "progress" && steps.at(-1)?.type === "progress";
		if (isFast) steps.pop();
		else at = performance.now();
		seq += 1;
		if (steps.length >= 200) steps.shift();
		steps.push({ ...step, seq });
	};
}

function elicited(call: Change, { _id, name }: StoredToolCall, { message, at }: { readonly message: string; readonly at: Date }) {
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
