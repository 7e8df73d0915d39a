import { setTimeout as after } from "node:timers/promises";
import type { TaskId, WorkspaceId } from "@webhand/contracts/ids";
import type { ToolCall, ToolResult } from "@webhand/contracts/tools/agent-events";
import { workspaceToolNamed } from "@webhand/contracts/tools/server-tools";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { Sealer } from "@webhand/service-kit/seal";
import { decideApprovals, withdrawApprovals } from "../../host/approvals/decide.ts";
import type { HostDeps } from "../../host/client.ts";
import type { AgentCaller, PreparedCall, RefusedCall, ServerTools } from "../../host/tools/ports.ts";
import { listWorkspaces } from "../../host/workspaces/engine.ts";
import { defined } from "../../shared/defined.ts";
import { Left } from "../../shared/left.ts";
import { expiryOf } from "../../shared/retention.ts";
import { modelNameOf } from "../../shared/tool-names.ts";
import type { ServerCallStore } from "../store/calls.ts";
import { whileRenewed } from "../while-renewed.ts";
import type { CancelledTask, HostRequest, OfferedTool, ServerCall, ServerCalls } from "./ports.ts";

/** What calls in steps need. */
export type ServerCallDeps = {
	readonly calls: ServerCallStore;
	readonly serverTools: ServerTools;
	readonly workspaces: HostDeps;
	readonly sealer: Sealer;
	readonly now: () => Date;
	readonly retentionDays: number;
	/** Ends with the reason `Left` when this process stops. */
	readonly stopping: AbortSignal;
	readonly log: Log;
};

/** How long a step waits for a call. */
const waitMs = 5_000;
/** A process that runs a call says so every second, and hears there of a cancellation; after this time without it the call counts as lost. */
const holdMs = 30_000;
const renewMs = 1_000;
/** A command runs for ten minutes at most. */
const longestMs = 660_000;
/** In a task that reads pages no setting lets a change pass without a question. */
const settings = { autoApproveWrites: false, autoApproveExec: false };

/** A call that runs in this process; its result is null where the process stops and another one goes on with it. */
type Running = Map<string, { readonly result: Promise<ToolResult | null>; readonly taskId: TaskId; readonly stop: AbortController }>;

/** Opens the tools of the server host for steps of browser tasks. */
export function createServerCalls(deps: ServerCallDeps): ServerCalls {
	const running: Running = new Map();
	return {
		workspaceOf: (request, named) => workspaceOf(deps, request, named),
		toolsFor: (request, workspaceId) => toolsFor(deps, request, workspaceId),
		ask: async (call) => {
			const caller = await callerOf(deps, call);
			const prepared = await prepare(deps, caller, call);
			if ("result" in prepared) return null;
			const [permission] = await deps.serverTools.permit(caller, [prepared]);
			return permission?.state === "pending" ? permission.approval : null;
		},
		approvalOf: async ({ identity }, id) => (await deps.serverTools.decisions(identity, [id]))[0] ?? { status: "rejected" },
		decide: async ({ identity }, { id, isApproved }) => {
			const decision = isApproved ? ("approved" as const) : ("rejected" as const);
			const [asked] = await deps.serverTools.decisions(identity, [id]);
			// Only a tool that reads offers more than one call here, and the question says so.
			const scope = asked?.ruleText.session === undefined ? ("once" as const) : ("session" as const);
			await decideApprovals(deps.workspaces.approvals, identity, { decisions: [{ id, decision, scope }] }).catch((cause: unknown) => {
				// Decided before, perhaps on another device: that counts.
				if (!(cause instanceof AppError)) throw cause;
			});
			return (await deps.serverTools.decisions(identity, [id]))[0] ?? { status: "rejected" };
		},
		settle: (call) => settle(deps, running, call),
		stop: async (task) => {
			for (const call of running.values()) if (call.taskId === task.taskId) call.stop.abort();
			await Promise.all([deps.calls.cancel(task, deps.now()), withdraw(deps, task)]).catch((err: unknown) =>
				deps.log.warn({ err, taskId: task.taskId }, "a cancelled task left something on the server host"),
			);
		},
		resultsOf: async (owner, ids) => {
			const rows = ids.length === 0 ? [] : await deps.calls.done(owner, ids);
			return new Map(rows.flatMap(({ _id, sealed }) => (sealed === undefined ? [] : [[_id, opened(deps, sealed)] as const])));
		},
	};
}

async function withdraw({ workspaces: { approvals } }: ServerCallDeps, { approvalId, ...owner }: CancelledTask): Promise<void> {
	const asked = approvalId === undefined ? null : await approvals.approvals.find(owner, approvalId);
	if (asked === null) return;
	const { sessionId, toolCallId } = asked;
	await withdrawApprovals(approvals, owner, { sessionId, reason: "cancelled", ...defined({ toolCallId }) });
}

async function workspaceOf(
	{ workspaces }: ServerCallDeps,
	request: HostRequest | undefined,
	named: WorkspaceId | null | undefined,
): Promise<WorkspaceId | null> {
	if (request === undefined || named === null) return null;
	if (named === undefined)
		return workspaces.level === null ? null : (await workspaces.sessions.usedBy(request.identity)).selectedWorkspaceId;
	const all = await listWorkspaces(workspaces, { ...request, signal: AbortSignal.timeout(waitMs) });
	if (all.workspaces.some(({ id }) => id === named)) return named;
	throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
}

async function toolsFor({ serverTools, stopping }: ServerCallDeps, request: HostRequest, workspaceId: WorkspaceId) {
	const tools = await serverTools.list({ request: { ...request, signal: stopping }, workspaceId });
	return tools.flatMap(({ name, description, parameters, available }): readonly OfferedTool[] => {
		if (!available) return [];
		const { properties, required } = parameters;
		const isNeeded = new Set(Array.isArray(required) ? required : []);
		return [{ name, description, parameters: Object.keys(Object(properties)).map((one) => (isNeeded.has(one) ? one : `${one}?`)) }];
	});
}

/** The agent of a call. Its session is the one on the server host, which keeps what was called. */
async function callerOf(
	{ workspaces, stopping }: ServerCallDeps,
	{ request, workspaceId, secrets }: ServerCall,
	until = new AbortController().signal,
): Promise<AgentCaller> {
	const { sessionId } = await workspaces.sessions.resolve(request.identity, { workspaceId });
	const signal = AbortSignal.any([stopping, until, AbortSignal.timeout(longestMs)]);
	return { request: { ...request, signal }, workspaceId, sessionId, settings, asksEachTime: true, ...defined({ secrets }) };
}

function prepare({ serverTools }: ServerCallDeps, caller: AgentCaller, call: ServerCall): Promise<PreparedCall | RefusedCall> {
	const asked: ToolCall = {
		id: call.id,
		type: "function",
		function: { name: modelNameOf(call.tool), arguments: JSON.stringify(call.arguments) },
	};
	return serverTools.prepare(caller, asked);
}

/** The result of a call, where it is there or comes in time. A call that was begun and is lost is not made again. */
async function settle(deps: ServerCallDeps, running: Running, call: ServerCall): ReturnType<ServerCalls["settle"]> {
	const { identity } = call.request;
	const own = running.get(call.id);
	const at = deps.now();
	if (own === undefined) {
		const row = {
			_id: call.id,
			tenantId: identity.tenantId,
			userId: identity.userId,
			taskId: call.taskId,
			tool: call.tool,
			until: new Date(at.getTime() + holdMs),
			createdAt: at,
			expireAt: expiryOf(at, identity, deps),
		};
		if (await deps.calls.begin(row)) {
			const stop = new AbortController();
			const result = keptRunning(deps, { row, stop }, () => run(deps, call, stop.signal))
				.catch((cause: unknown) => {
					if (cause instanceof Left) return null;
					throw cause;
				})
				.finally(() => running.delete(call.id));
			running.set(call.id, { result, taskId: call.taskId, stop });
		} else {
			const found = await deps.calls.find(identity, call.id);
			if (found?.sealed !== undefined) return { kind: "done", result: opened(deps, found.sealed) };
			if (found !== null && found.until > at) return { kind: "running" };
			const lost = await recovered(deps, call, found?.createdAt ?? at);
			await deps.calls.finish(row, deps.sealer.seal(JSON.stringify(lost)));
			return { kind: "done", result: lost };
		}
	}
	const waited = new AbortController();
	const result = await Promise.race([running.get(call.id)?.result, after(waitMs, null, { signal: waited.signal }).catch(() => null)]);
	waited.abort();
	return result === null || result === undefined ? { kind: "running" } : { kind: "done", result };
}

/** Runs a call while its row says so, and keeps its result. @throws Left */
async function keptRunning(
	{ calls, sealer, now, log }: ServerCallDeps,
	{ row, stop }: { readonly row: Parameters<ServerCallStore["begin"]>[0]; readonly stop: AbortController },
	work: () => Promise<ToolResult>,
): Promise<ToolResult> {
	const renew = async () => {
		const { isCancelled } = await calls.prolong(row, new Date(now().getTime() + holdMs));
		if (isCancelled) stop.abort();
	};
	const result = await whileRenewed({ everyMs: renewMs, renew }, work);
	// The result is in memory for the step that waits: a failure here only loses it for later ones.
	await calls
		.finish(row, sealer.seal(JSON.stringify(result)))
		.catch((err: unknown) => log.warn({ err, callId: row._id }, "a result was not kept"));
	return result;
}

/** What became of a call whose process is gone. Reading again does no harm; nothing else is done twice. */
async function recovered(deps: ServerCallDeps, call: ServerCall, startedAt: Date): Promise<ToolResult> {
	try {
		const caller = await callerOf(deps, call);
		const prepared = await prepare(deps, caller, call);
		if ("result" in prepared) return prepared.result;
		return workspaceToolNamed(prepared.tool)?.tier === "read"
			? await run(deps, call, new AbortController().signal)
			: await deps.serverTools.recover(caller, prepared, { approvalId: call.approvalId, startedAt });
	} catch (cause) {
		if (cause instanceof Left) throw cause;
		return refusal(deps, call, cause);
	}
}

async function run(deps: ServerCallDeps, call: ServerCall, signal: AbortSignal): Promise<ToolResult> {
	try {
		const caller = await callerOf(deps, call, signal);
		const prepared = await prepare(deps, caller, call);
		if ("result" in prepared) return prepared.result;
		if (call.approvalId !== undefined) return await deps.serverTools.run(caller, prepared, { approvalId: call.approvalId });
		const [permission] = await deps.serverTools.permit(caller, [prepared]);
		if (permission?.state === "refused") return permission.result;
		if (permission === undefined || permission.state === "pending") return { ok: false, error: "GRANT_INVALID: This was not approved" };
		return await deps.serverTools.run(caller, prepared, permission.state === "auto" ? {} : defined({ approvalId: permission.approvalId }));
	} catch (cause) {
		if (cause instanceof Left) throw cause;
		return refusal(deps, call, cause);
	}
}

function refusal({ log }: Pick<ServerCallDeps, "log">, { id }: ServerCall, cause: unknown): ToolResult {
	if (cause instanceof AppError) return { ok: false, error: `${cause.code}: ${cause.message}` };
	log.warn({ err: cause, callId: id }, "a call of the server host failed");
	return { ok: false, error: "INTERNAL_ERROR: The call failed" };
}

const opened = ({ sealer }: Pick<ServerCallDeps, "sealer">, sealed: string): ToolResult => JSON.parse(sealer.open(sealed));
