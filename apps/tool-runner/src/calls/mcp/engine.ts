import { limitOf } from "@webhand/contracts/auth/limits";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import type { AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { McpCallEvent } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfAsked } from "@webhand/service-kit/granted";
import { createWaker } from "@webhand/service-kit/waker";
import type { Lease, Pool } from "../../mcp/connections/pool.ts";
import { downReason } from "../../mcp/connections/trouble.ts";
import { sightOf } from "../../mcp/servers/look.ts";
import type { ServerStore, StoredServer } from "../../mcp/servers/store.ts";
import { mayWrite } from "../../mcp/servers/view.ts";
import type { ArgumentCheck } from "../../mcp/tools/arguments.ts";
import type { AcceptedTool } from "../../mcp/tools/served.ts";
import { hashOf, splitName } from "../../mcp/tools/served.ts";
import type { Storage } from "../../workspaces/storage.ts";
import type { Caller, Calls, Change, Place } from "../engine.ts";
import type { Life } from "../life.ts";
import { keyConflict } from "../life.ts";
import type { Owner } from "../store.ts";
import type { ToolCallRunner } from "./run.ts";
import type { StoredToolCall, ToolCallStore } from "./store.ts";
import { callView } from "./view.ts";

/** What calls of tools need. */
export type McpCallDeps = {
	readonly calls: Pick<Calls, "changeUnderGrant">;
	readonly life: Life<StoredToolCall>;
	readonly store: ToolCallStore;
	readonly storage: Pick<Storage, "requireRoom">;
	readonly servers: Pick<ServerStore, "findNamed" | "saw">;
	readonly pool: Pick<Pool, "lease">;
	readonly check: ArgumentCheck["check"];
	readonly runner: Pick<ToolCallRunner, "run">;
	readonly keptDays: number;
	readonly now: () => Date;
};

const lookAgainMs = 1_000;
const dayMs = 86_400_000;

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
	if (await deps.life.isKnown(identity, { _id: asked.callId, bodyHash })) return;
	const found = await findTool(deps, identity, asked.name);
	const isForReaders = found?.tool.tier === "read";
	await deps.calls.changeUnderGrant({ ...call, isForReaders }, async (place, intentId) => {
		if (found === null) throw new AppError("TOOL_NOT_FOUND", `There is no tool ${asked.name} here`);
		await deps.life.requireRoom(identity);
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
		const at = deps.now();
		const row: StoredToolCall = {
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
			isCancelled: false,
			intentId,
			isAudited: false,
			runnerId: deps.life.runnerId,
			heartbeatAt: at,
			createdAt: at,
			finishedAt: null,
			expireAt: new Date(at.getTime() + deps.keptDays * dayMs),
		};
		const isNew = await deps.life.insert(identity, row).catch((cause: unknown) => {
			lease.release();
			throw cause;
		});
		// The row that is there has another grant.
		if (!isNew) {
			lease.release();
			throw keyConflict();
		}
		void deps.runner.run({ row, lease, renew, tool: found.tool.name, asked, call });
		return { reply: undefined, isSettledByRow: true };
	});
}

type Found = { readonly server: StoredServer; readonly tool: AcceptedTool };

async function findTool({ servers }: McpCallDeps, { tenantId }: Caller, name: string): Promise<Found | null> {
	const parts = splitName(name);
	const server = parts === null ? null : await servers.findNamed(tenantId, parts.server);
	const tool = server?.accepted.find((accepted) => accepted.name === parts?.tool);
	return server === null || tool === undefined ? null : { server, tool };
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

/** What happens in a call, from its beginning, and exactly one result or error at the end. @throws AppError EXECUTION_NOT_FOUND */
export async function followCall(
	deps: McpCallDeps,
	owner: Owner,
	wish: { readonly id: ExecutionId; readonly signal: AbortSignal },
): Promise<AsyncIterable<McpCallEvent>> {
	await deps.life.find(owner, wish.id);
	return eventsOf(deps, owner, wish);
}

async function* eventsOf(
	{ store, life }: McpCallDeps,
	owner: Owner,
	{ id, signal }: { readonly id: ExecutionId; readonly signal: AbortSignal },
): AsyncGenerator<McpCallEvent> {
	const waker = createWaker((onNews) => life.signals.listen(id, onNews));
	let seen = -1;
	try {
		while (!signal.aborted) {
			waker.reset();
			const call = await store.news(owner, id, seen);
			if (call === null) return;
			if (seen < 0) yield { type: "start", callId: id, name: call.name };
			const steps = call.steps ?? [];
			for (const { seq: _seq, ...step } of steps) yield step;
			seen = steps.at(-1)?.seq ?? Math.max(0, seen);
			if (isOver(call.state)) return yield { type: call.error === null ? "result" : "error", call: callView(call) };
			await waker.wait(lookAgainMs, signal);
		}
	} finally {
		waker.close();
	}
}
