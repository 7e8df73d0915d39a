import { setTimeout as pause } from "node:timers/promises";
import type { WorkspaceId } from "@webhand/contracts/ids";
import type { Execution, ExecutionState } from "@webhand/contracts/tools/executions";
import { isOver, runCommand } from "@webhand/contracts/tools/executions";
import type { AcceptedCommand, AcceptedToolCall, CallJob } from "@webhand/contracts/tools/internal/calls";
import {
	runnerCancelExecutionRoute,
	runnerCancelMcpCallRoute,
	runnerExecutionRoute,
	runnerMcpCallRoute,
} from "@webhand/contracts/tools/internal/calls";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { createWaker } from "@webhand/service-kit/waker";
import { Left } from "../../shared/left.ts";
import type { HostDeps, Request, ToolCall } from "../client.ts";
import { callAsUser, changeUnderApproval } from "../client.ts";
import type { Ask } from "../upstream.ts";

/** In what commands and calls of MCP tools differ for who asks for them. */
export type CallKind<Row extends CallRow, Accepted extends CallJob["request"]> = {
	readonly kind: CallJob["kind"];
	readonly tool: ToolCall["tool"];
	readonly idOf: (accepted: Accepted) => string;
	readonly read: (ask: Ask, id: string) => Promise<Row>;
	readonly cancel: (ask: Ask, id: string) => Promise<{ readonly state: ExecutionState }>;
};

type CallRow = { readonly state: ExecutionState };
type AnyKind<Row extends CallRow> = Pick<CallKind<Row, never>, "kind" | "read" | "cancel">;

export const commands: CallKind<Execution, AcceptedCommand> = {
	kind: "exec",
	tool: runCommand.name,
	idOf: ({ executionId }) => executionId,
	read: (ask, id) => ask(runnerExecutionRoute, { params: { id } }),
	cancel: (ask, id) => ask(runnerCancelExecutionRoute, { params: { id } }),
};

export const toolCalls: CallKind<McpCall, AcceptedToolCall> = {
	kind: "mcp",
	tool: callMcpTool.name,
	idOf: ({ callId }) => callId,
	read: (ask, id) => ask(runnerMcpCallRoute, { params: { id } }),
	cancel: (ask, id) => ask(runnerCancelMcpCallRoute, { params: { id } }),
};

/** A call to run. `args` are the whole request, which its approval and grant are about. */
export type GivenCall<Accepted> = Omit<ToolCall, "tool" | "args"> & { readonly args: Accepted };

/**
 * Runs a call to its end. A signal of the request that ends has it cancelled, unless its reason is `Left`.
 *
 * @param onAccepted hears the id as soon as the call can be followed
 * @throws AppError of the workspace, of the approval and of the runner; Left
 */
export async function runToEnd<Row extends CallRow, Accepted extends CallJob["request"]>(
	deps: HostDeps,
	kind: CallKind<Row, Accepted>,
	{ onAccepted, ...call }: GivenCall<Accepted> & { readonly onAccepted?: ((id: string) => void) | undefined },
): Promise<Row> {
	const { signal } = call.request;
	const then = async (ask: Ask, id: string) => {
		onAccepted?.(id);
		return await untilOver(deps, kind, { ask, id, signal });
	};
	return await handOver(deps, kind, { ...call, then });
}

/** Runs a call of a person's own, which goes on when its caller leaves. With `waitMs` it is waited for. @throws AppError as `runToEnd` */
export async function runOwn<Row extends CallRow, Accepted extends CallJob["request"]>(
	deps: HostDeps,
	kind: CallKind<Row, Accepted>,
	{ waitMs, ...call }: GivenCall<Accepted> & { readonly waitMs: number },
): Promise<Row> {
	const row = await handOver(deps, kind, { ...call, then: kind.read });
	return waitMs === 0 || isOver(row.state) ? row : await lookAt(deps, kind, { request: call.request, id: kind.idOf(call.args), waitMs });
}

/** Hands a call over under its approval: it will run. @throws AppError; Left */
async function handOver<Row extends CallRow, Accepted extends CallJob["request"]>(
	deps: HostDeps,
	{ kind, tool, idOf, read }: CallKind<Row, Accepted>,
	{ then, ...call }: GivenCall<Accepted> & { readonly then: (ask: Ask, id: string) => Promise<Row> },
): Promise<Row> {
	const { args, request } = call;
	return await changeUnderApproval(deps, { ...call, tool }, async (ask, _workspaceId, granted) => {
		const job = { kind, ...granted, request: args } as unknown as CallJob;
		await deps.jobs.start(ask, job, { isThere: (id) => isThere(read(ask, id)), signal: request.signal });
		return await then(ask, idOf(args));
	});
}

async function isThere(reading: Promise<unknown>): Promise<boolean> {
	try {
		await reading;
		return true;
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "EXECUTION_NOT_FOUND") return false;
		throw cause;
	}
}

/** A call of the caller as soon as it is over, or `waitMs` have passed, or the client has left. @throws AppError EXECUTION_NOT_FOUND */
export async function lookAt<Row extends CallRow>(
	deps: HostDeps,
	kind: AnyKind<Row>,
	{ request, id, waitMs }: { readonly request: Request; readonly id: string; readonly waitMs: number },
): Promise<Row> {
	const until = performance.now() + waitMs;
	const waker = createWaker((onNews) => deps.jobs.listen(id, onNews));
	try {
		for (;;) {
			waker.reset();
			const row = await callAsUser(deps, request, (ask) => kind.read(ask, id));
			const left = until - performance.now();
			if (isOver(row.state) || left <= 0 || request.signal.aborted) return row;
			await waker.wait(Math.min(left, lookAgainMs), request.signal);
		}
	} finally {
		waker.close();
	}
}

/** Ends a call of the caller. @returns its state @throws AppError EXECUTION_NOT_FOUND */
export async function cancelCall<Row extends CallRow>(
	deps: HostDeps,
	{ cancel }: AnyKind<Row>,
	{ request, id }: { readonly request: Request; readonly id: string },
): Promise<ExecutionState> {
	return (await callAsUser(deps, request, (ask) => cancel(ask, id))).state;
}

/**
 * Follows a call that was handed over before to its end; one that nobody has taken is taken back. A signal that ends has it cancelled, unless
 * its reason is `Left`.
 *
 * @throws AppError EXECUTION_NOT_FOUND when it will not run; Left
 */
export async function resumeCall<Row extends CallRow>(
	deps: HostDeps,
	kind: AnyKind<Row>,
	{ request, id, workspaceId }: { readonly request: Request; readonly id: string; readonly workspaceId: WorkspaceId },
): Promise<Row> {
	// The cancellation itself is sent after the signal has ended.
	return await callAsUser(deps, { ...request, signal: new AbortController().signal }, async (ask) => {
		await deps.jobs.settle(ask, { kind: kind.kind, workspaceId, id }, () => isThere(kind.read(ask, id)));
		return await untilOver(deps, kind, { ask, id, signal: request.signal });
	});
}

const longestOutageMs = 60_000;
const outageStepMs = 500;
/** News may be lost with Redis. */
const lookAgainMs = 2_000;

type Asked = { readonly ask: Ask; readonly id: string; readonly signal: AbortSignal };

/**
 * Reads a call until it is over. While the runner restarts, the wait goes on: what it did meanwhile stands in its row. With a signal whose
 * reason is `Left` it stops, with any other one the call is cancelled.
 *
 * @throws Left; AppError of the runner, and TOOL_RUNNER_UNAVAILABLE after a minute
 */
async function untilOver<Row extends CallRow>(
	{ jobs }: Pick<HostDeps, "jobs">,
	{ read, cancel }: AnyKind<Row>,
	{ ask, id, signal }: Asked,
): Promise<Row> {
	const left = Promise.withResolvers<never>();
	left.promise.catch(() => undefined);
	let isCancelled = false;
	const onAbort = async () => {
		if (signal.reason instanceof Left) return left.reject(signal.reason);
		if (isCancelled) return;
		isCancelled = true;
		// A runner that is away is asked again after the next read.
		await cancel(ask, id).catch(() => {
			isCancelled = false;
		});
	};
	const hear = () => void onAbort();
	signal.addEventListener("abort", hear, { once: true });
	const waker = createWaker((onNews) => jobs.listen(id, onNews));
	let awayMs = 0;
	try {
		for (;;) {
			waker.reset();
			if (signal.aborted) await onAbort();
			const row = await Promise.race([read(ask, id), left.promise]).catch((cause: unknown) => {
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
