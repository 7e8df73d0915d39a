import type { Execution, ExecutionState } from "@webhand/contracts/tools/executions";
import type { CallJob } from "@webhand/contracts/tools/internal/calls";
import {
	runnerCancelExecutionRoute,
	runnerCancelMcpCallRoute,
	runnerExecutionRoute,
	runnerMcpCallRoute,
} from "@webhand/contracts/tools/internal/calls";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Request, WorkspaceDeps } from "../workspaces/engine.ts";
import { callAsUser } from "../workspaces/engine.ts";
import type { Ask } from "../workspaces/upstream.ts";
import { lookUntil, untilOver } from "./wait.ts";

/** How rows of one kind of calls are read and cancelled. */
export type CallKind<Row extends { readonly state: ExecutionState }> = {
	readonly kind: CallJob["kind"];
	readonly read: (ask: Ask, id: string) => Promise<Row>;
	readonly cancel: (ask: Ask, id: string) => Promise<unknown>;
};

export const commands: CallKind<Execution> = {
	kind: "exec",
	read: (ask, id) => ask(runnerExecutionRoute, { params: { id } }),
	cancel: (ask, id) => ask(runnerCancelExecutionRoute, { params: { id } }),
};

export const toolCalls: CallKind<McpCall> = {
	kind: "mcp",
	read: (ask, id) => ask(runnerMcpCallRoute, { params: { id } }),
	cancel: (ask, id) => ask(runnerCancelMcpCallRoute, { params: { id } }),
};

type Jobs = Pick<WorkspaceDeps, "jobs">;

/** Hands a granted call over: it will run, also when its caller leaves. @throws AppError of the runner; Left */
export async function startCall(
	{ jobs }: Jobs,
	ask: Ask,
	{ job, signal }: { readonly job: CallJob; readonly signal: AbortSignal },
): Promise<void> {
	const { read } = job.kind === "exec" ? commands : toolCalls;
	await jobs.start(ask, job, { isThere: (id) => isThere(read(ask, id)), signal });
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

type Asked = { readonly ask: Ask; readonly id: string };

const followed = <Row extends { readonly state: ExecutionState }>({ jobs }: Jobs, { read }: CallKind<Row>, { ask, id }: Asked) => ({
	read: () => read(ask, id),
	listen: (onNews: () => void) => jobs.listen(id, onNews),
});

/** A call once it is over. A signal that ends has it cancelled, unless its reason is `Left`. @throws AppError of the runner; Left */
export async function endOf<Row extends { readonly state: ExecutionState }>(
	deps: Jobs,
	kind: CallKind<Row>,
	{ ask, id, signal }: Asked & { readonly signal: AbortSignal },
): Promise<Row> {
	return await untilOver(followed(deps, kind, { ask, id }), { cancel: () => kind.cancel(ask, id), signal });
}

/** A call of the caller as soon as it is over, or `waitMs` have passed, or the client has left. @throws AppError EXECUTION_NOT_FOUND */
export async function lookAt<Row extends { readonly state: ExecutionState }>(
	deps: WorkspaceDeps,
	kind: CallKind<Row>,
	{ request, id, waitMs }: { readonly request: Request; readonly id: string; readonly waitMs: number },
): Promise<Row> {
	return await callAsUser(deps, request, (ask) => lookUntil(followed(deps, kind, { ask, id }), { waitMs, signal: request.signal }));
}

/**
 * Follows a call that was handed over before to its end; one that nobody has taken is taken back. A signal that ends has it cancelled, unless
 * its reason is `Left`.
 *
 * @throws AppError EXECUTION_NOT_FOUND when it will not run; Left
 */
export async function resumeCall<Row extends { readonly state: ExecutionState }>(
	deps: WorkspaceDeps,
	kind: CallKind<Row>,
	{ request, id, workspaceId }: { readonly request: Request; readonly id: string; readonly workspaceId: WorkspaceId },
): Promise<Row> {
	// The cancellation itself is sent after the signal has ended.
	return await callAsUser(deps, { ...request, signal: new AbortController().signal }, async (ask) => {
		await deps.jobs.settle(ask, { kind: kind.kind, workspaceId, id }, () => isThere(kind.read(ask, id)));
		return await endOf(deps, kind, { ask, id, signal: request.signal });
	});
}
