import { limitOf } from "@webhand/contracts/auth/limits";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import type { AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { McpCall, McpCallEvent } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfAsked } from "@webhand/service-kit/granted";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import { createWaker } from "@webhand/service-kit/waker";
import type { DayBudget } from "../../budget/store.ts";
import type { Caller, Calls, Change, Place } from "../../calls/engine.ts";
import type { CallSignals } from "../../calls/work.ts";
import type { Storage } from "../../workspaces/storage.ts";
import type { Lease, Pool } from "../connections/pool.ts";
import { downReason } from "../connections/trouble.ts";
import { sightOf } from "../servers/look.ts";
import type { ServerStore, StoredServer } from "../servers/store.ts";
import { mayWrite } from "../servers/view.ts";
import type { ArgumentCheck } from "../tools/arguments.ts";
import type { AcceptedTool } from "../tools/served.ts";
import { hashOf, splitName } from "../tools/served.ts";
import type { CallRunner } from "./run.ts";
import type { CallRow, CallStore, Owner, StoredCall } from "./store.ts";
import { callView } from "./view.ts";

/** What calls of tools need. */
export type McpCallDeps = {
	readonly calls: Calls;
	readonly storage: Pick<Storage, "requireRoom">;
	readonly store: CallStore;
	readonly servers: Pick<ServerStore, "findNamed" | "saw">;
	readonly pool: Pool;
	readonly check: ArgumentCheck["check"];
	/** Those of one tenant are counted one after the other. */
	readonly inTurn: InTurn;
	readonly budget: Pick<DayBudget, "check" | "addRun">;
	readonly runner: CallRunner;
	readonly signals: CallSignals;
	readonly retentionMs: number;
	readonly now: () => Date;
};

const limits = { ofUser: 8, lookAgainMs: 1_000 } as const;

/**
 * Accepts a call: its row and the intent in the audit are safe once this returns, and it has begun. The same id again finds the call that is
 * there.
 *
 * @param call the change for the audit and the grant, without what only the tool's tier says
 * @throws AppError TOOL_NOT_FOUND, MCP_TOOL_CHANGED, TOOL_ARGUMENTS_INVALID, MCP_SERVER_DOWN, RATE_LIMIT, IDEMPOTENCY_CONFLICT and of `Calls`
 */
export async function acceptCall(deps: McpCallDeps, call: Change, asked: AcceptedToolCall): Promise<void> {
	const { identity } = call;
	const bodyHash = hashOfAsked({ kind: "mcp", workspaceId: call.workspaceId, request: asked });
	const known = await deps.store.find(identity, asked.callId);
	if (known !== null && known.bodyHash !== bodyHash) throw conflict();
	if (known !== null) return;
	const found = await findTool(deps, identity, asked.name);
	const isForReaders = found?.tool.tier === "read";
	await deps.calls.changeUnderGrant({ ...call, isForReaders }, async (place, intentId) => {
		if (found === null) throw new AppError("TOOL_NOT_FOUND", `There is no tool ${asked.name} here`);
		await requireRoom(deps.store, identity);
		if (!isForReaders && mayWrite(found.server))
			await deps.storage.requireRoom(place, { mostMb: limitOf(identity.limits, "storageMb"), bytes: 0 });
		const renew = () => leaseFor(deps, found, { asked, place });
		await deps.check({
			schema: found.tool.parameters,
			given: asked.arguments,
			hash: found.tool.hash,
			sharer: identity,
			signal: call.signal,
		});
		const lease = await renew();
		const row: StoredCall = {
			_id: asked.callId,
			tenantId: identity.tenantId,
			userId: identity.userId,
			sessionId: call.sessionId ?? null,
			workspaceId: place.workspace._id,
			name: asked.name,
			bodyHash,
			state: "running",
			data: null,
			error: null,
			steps: [],
			isCancelled: false,
			intentId,
			isAudited: false,
			runnerId: deps.runner.id,
			heartbeatAt: deps.now(),
			createdAt: deps.now(),
			finishedAt: null,
			expireAt: new Date(deps.now().getTime() + deps.retentionMs),
		};
		try {
			await deps.inTurn(`mcp_calls:${identity.tenantId}`, async () => {
				await requireRoom(deps.store, identity);
				await deps.budget.check(identity.tenantId);
				if (!(await deps.store.insert(row))) throw conflict();
				await deps.budget.addRun(identity.tenantId);
			});
		} catch (cause) {
			lease.release();
			throw cause;
		}
		void deps.runner.run({ row, lease, renew, tool: found.tool.name, asked, call });
		return { reply: undefined, isSettledByRow: true };
	});
}

const conflict = () => new AppError("IDEMPOTENCY_CONFLICT", "This key was used for another call");

type Found = { readonly server: StoredServer; readonly tool: AcceptedTool };

async function findTool({ servers }: McpCallDeps, { tenantId }: Caller, name: string): Promise<Found | null> {
	const parts = splitName(name);
	const server = parts === null ? null : await servers.findNamed(tenantId, parts.server);
	const tool = server?.accepted.find((accepted) => accepted.name === parts?.tool);
	return server === null || tool === undefined ? null : { server, tool };
}

async function requireRoom(store: CallStore, identity: Caller): Promise<void> {
	const ofTenant = limitOf(identity.limits, "unfinishedExecutions");
	const { user, tenant } = await store.counts(identity, ofTenant + limits.ofUser);
	if (user < limits.ofUser && tenant < ofTenant) return;
	throw new AppError("RATE_LIMIT", "Too many calls of MCP tools run at once. Wait for one of them to end", {
		details: { scope: user < limits.ofUser ? "tenant" : "user" },
		retryAfterSeconds: 5,
	});
}

/** A connection on which the tool is still what was accepted and what the grant is for. */
async function leaseFor(
	deps: McpCallDeps,
	{ server, tool }: Found,
	{ asked, place }: { readonly asked: AcceptedToolCall; readonly place: Place },
): Promise<Lease> {
	const changed = () =>
		new AppError("MCP_TOOL_CHANGED", `The tool ${asked.name} changed. An operator has to accept it again`, {
			details: { tool: asked.name },
		});
	if (asked.toolHash !== tool.hash) throw changed();
	const lease = await deps.pool.lease(server, place.workspace);
	try {
		const admitted = await lease.connection.tools().catch((cause: unknown) => {
			const reason = downReason(cause);
			const message = `The MCP server ${server.name} cannot be used: ${reason}`;
			throw new AppError("MCP_SERVER_DOWN", message, { details: { server: server.name, reason }, retryAfterSeconds: 10, cause });
		});
		const served = admitted.tools.find(({ name }) => name === tool.name);
		if (served !== undefined && hashOf(served) === tool.hash) return lease;
		await deps.servers.saw(server, sightOf(admitted, deps.now()));
		throw changed();
	} catch (cause) {
		lease.release();
		throw cause;
	}
}

/** A call of its caller as it is now. @throws AppError EXECUTION_NOT_FOUND */
export async function readCall({ store }: McpCallDeps, owner: Owner, id: ExecutionId): Promise<McpCall> {
	const call = await store.find(owner, id);
	if (call === null) throw unknownCall();
	return callView(call);
}

/** Ends a call; one that is over answers with its state. @throws AppError EXECUTION_NOT_FOUND */
export async function cancelCall({ store, runner }: McpCallDeps, owner: Owner, id: ExecutionId): Promise<CallRow> {
	const call = await store.cancel(owner, id);
	if (call === null) throw unknownCall();
	if (!isOver(call.state)) runner.cancel(id);
	return call;
}

/** What happens in a call, from its beginning, and exactly one result or error at the end. @throws AppError EXECUTION_NOT_FOUND */
export async function followCall(
	deps: McpCallDeps,
	owner: Owner,
	wish: { readonly id: ExecutionId; readonly signal: AbortSignal },
): Promise<AsyncIterable<McpCallEvent>> {
	if ((await deps.store.find(owner, wish.id)) === null) throw unknownCall();
	return eventsOf(deps, owner, wish);
}

async function* eventsOf(
	{ store, signals }: McpCallDeps,
	owner: Owner,
	{ id, signal }: { readonly id: ExecutionId; readonly signal: AbortSignal },
): AsyncGenerator<McpCallEvent> {
	const waker = createWaker((onNews) => signals.listen(id, onNews));
	let seen = -1;
	try {
		while (!signal.aborted) {
			waker.reset();
			const call = await store.news(owner, id, seen);
			if (call === null) return;
			if (seen < 0) yield { type: "start", callId: id, name: call.name };
			for (const { seq: _seq, ...step } of call.steps) yield step;
			seen = call.steps.at(-1)?.seq ?? Math.max(0, seen);
			if (isOver(call.state)) return yield { type: call.error === null ? "result" : "error", call: callView(call) };
			await waker.wait(limits.lookAgainMs, signal);
		}
	} finally {
		waker.close();
	}
}

const unknownCall = () => new AppError("EXECUTION_NOT_FOUND", "There is no such call");
