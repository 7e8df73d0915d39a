import { limitOf } from "@webhand/contracts/auth/limits";
import type { SessionId } from "@webhand/contracts/ids";
import type { Execution, ExecutionState } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/calls";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfAsked } from "@webhand/service-kit/granted";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { ReadyOf } from "../../commands/engine.ts";
import type { Storage } from "../../workspaces/storage.ts";
import type { Calls, Change } from "../engine.ts";
import type { Life } from "../life.ts";
import type { Owner } from "../store.ts";
import type { OutputCache } from "./output/cache.ts";
import { lastText } from "./output/keep.ts";
import { outputLimits } from "./output/limits.ts";
import { folderOf } from "./run.ts";
import type { ExecutionStore, StoredExecution } from "./store.ts";
import { executionOf } from "./view.ts";

/** What accepting and following commands needs. */
export type ExecutionDeps = {
	readonly calls: Pick<Calls, "acceptUnderGrant">;
	readonly life: Life<StoredExecution>;
	readonly store: ExecutionStore;
	readonly cache: OutputCache;
	readonly ready: ReadyOf;
	/** Looks for a place for rows that wait, here. */
	readonly wake: () => void;
	readonly storage: Pick<Storage, "requireRoom">;
	readonly keptDays: number;
	readonly now: () => Date;
};

const dayMs = 86_400_000;

/**
 * Accepts a granted command: its row is safe once this returns, and waits for its turn. The same id again finds the row that is there.
 *
 * @throws AppError of the workspace and the grant; COMMAND_NOT_ALLOWED, PROGRAM_MISSING, WORKSPACE_READ_ONLY, IDEMPOTENCY_CONFLICT,
 * RATE_LIMIT, STORAGE_FULL
 */
export async function acceptCommand(deps: ExecutionDeps, call: Change, body: AcceptedCommand): Promise<void> {
	const { executionId, rule, ...command } = body;
	const { identity, workspaceId } = call;
	const bodyHash = hashOfAsked({ kind: "exec", workspaceId, request: body });
	const isKnown = () => deps.life.isKnown(identity, { _id: executionId, bodyHash });
	if (await isKnown()) return;
	await deps.calls.acceptUnderGrant(call, async ({ workspace, root }, claims) => {
		const ready = await deps.ready(workspace, command);
		if (ready.rule.name !== rule.name || ready.rule.version !== rule.version)
			throw new AppError("GRANT_INVALID", "The rule of this command was changed, ask again", { details: { reason: "rule" } });
		if (ready.class === "build" && workspace.readOnly)
			throw new AppError("WORKSPACE_READ_ONLY", "This workspace may only be read, and this command may write");
		await folderOf(root, command.cwd);
		const storageMb = limitOf(identity.limits, "storageMb");
		if (ready.class === "build") await deps.storage.requireRoom({ workspace, root }, { mostMb: storageMb, bytes: 0 });
		const at = deps.now();
		const row: StoredExecution = {
			_id: executionId,
			kind: "exec",
			tenantId: identity.tenantId,
			userId: identity.userId,
			sid: identity.sid,
			workspaceId,
			sessionId: claims.ags,
			ip: call.ip,
			requestId: call.requestId,
			bodyHash,
			grant: call.grant ?? "",
			grantJti: claims.jti,
			approval: { id: claims.apr, by: claims.by, hash: claims.hash },
			// What is undefined would come back as null, and no longer fit the grant.
			request: JSON.parse(JSON.stringify(body)) as AcceptedCommand,
			class: ready.class,
			state: "queued",
			reason: null,
			exitCode: null,
			signal: null,
			runnerId: null,
			heartbeatAt: null,
			isCancelled: false,
			bytes: { stdout: 0, stderr: 0 },
			omittedBytes: 0,
			lastSeq: 0,
			shown: { stdout: "", stderr: "" },
			storageMb,
			isAudited: false,
			createdAt: at,
			startedAt: null,
			finishedAt: null,
			expireAt: new Date(at.getTime() + deps.keptDays * dayMs),
			outputExpireAt: null,
		};
		const isNew = await deps.life.insert(identity, row);
		if (!isNew && !(await isKnown())) throw new AppError("GRANT_INVALID", "This grant was used before", { details: { reason: "used" } });
		deps.wake();
	});
}

/** An execution of the caller as it is now. @throws AppError EXECUTION_NOT_FOUND */
export async function readExecution(deps: ExecutionDeps, owner: Owner, id: string): Promise<Execution> {
	const row = await deps.life.find(owner, id);
	return isOver(row.state) ? executionOf(row) : executionOf(row, await shownSoFar(deps.cache, id));
}

async function shownSoFar(cache: OutputCache, id: string): Promise<StoredExecution["shown"]> {
	const newest = await cache.last(id, 100).catch(() => []);
	const of = (stream: "stdout" | "stderr") =>
		lastText(
			newest.filter((entry) => entry.stream === stream),
			outputLimits.shown,
		);
	return { stdout: of("stdout"), stderr: of("stderr") };
}

/** Which executions a caller asks for. */
export type ListRequest = {
	readonly sessionId?: SessionId | undefined;
	readonly state?: ExecutionState | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
};

/** Executions of the caller, newest first. @throws AppError VALIDATION_ERROR for a foreign cursor */
export async function listExecutions({ store }: Pick<ExecutionDeps, "store">, owner: Owner, { cursor, limit, ...wish }: ListRequest) {
	const after = readCursor(cursor, /^\d{1,15}$/);
	const before = after === null ? null : { createdAt: new Date(Number(after.key)), _id: after.id };
	const rows = await store.list(owner, { ...wish, before, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ _id, createdAt }) => ({ id: _id, key: String(createdAt.getTime()) }), limit);
	const executions = page.map((row) => {
		const { stdout: _stdout, stderr: _stderr, ...execution } = executionOf(row, { stdout: "", stderr: "" });
		return execution;
	});
	return { executions, nextCursor };
}
