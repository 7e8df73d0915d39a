import type { WorkspaceId } from "@webhand/contracts/ids";
import { SessionId } from "@webhand/contracts/ids";
import type { Target } from "@webhand/contracts/tools/target";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { dayMs } from "../../shared/retention.ts";
import type { AgentSessionDeps, Caller } from "./ports.ts";
import type { StoredAgentSession } from "./store.ts";

/** The workspace that a call goes to and the session that it belongs to. */
export type Resolved = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId };

/**
 * Says which workspace a call is for: the one named; else that of the agent session; else the one that this sign-in selected.
 *
 * @returns the workspace, which may be unknown to the runner, and the session of the caller that keeps the call
 * @throws AppError SESSION_NOT_FOUND, also for a session of somebody else; WORKSPACE_NOT_SELECTED with `details.workspaces`
 */
export async function resolve(
	deps: AgentSessionDeps,
	{ identity, target }: { readonly identity: Identity; readonly target: Target },
): Promise<Resolved> {
	const named = target.sessionId === undefined ? null : await sessionOf(deps, { identity, id: target.sessionId });
	const isOwnNeeded = named === null || (target.workspaceId === undefined && named.workspaceId === null);
	const own = isOwnNeeded ? await deps.sessions.ofSignIn(identity, identity.sid) : null;
	const workspaceId = target.workspaceId ?? named?.workspaceId ?? own?.workspaceId ?? null;
	if (workspaceId === null) throw await notSelected(deps, identity);
	const session = named ?? own ?? (await openOwn(deps, identity));
	return { workspaceId, sessionId: session._id };
}

/** A session of the caller. @throws AppError SESSION_NOT_FOUND */
export async function sessionOf(
	{ sessions }: Pick<AgentSessionDeps, "sessions">,
	{ identity, id }: { readonly identity: Pick<Identity, "tenantId" | "userId">; readonly id: SessionId },
): Promise<StoredAgentSession> {
	return (await sessions.get(identity, id)) ?? notFound();
}

/** Refuses a session that is not there or is not the caller's. @throws AppError SESSION_NOT_FOUND */
export function notFound(): never {
	throw new AppError("SESSION_NOT_FOUND", "There is no such session");
}

/** Makes the session of this sign-in, or reads the one that another request made meanwhile. */
export async function openOwn({ sessions, ids, now, retentionDays }: AgentSessionDeps, caller: Caller): Promise<StoredAgentSession> {
	const { tenantId, userId, sid, limits } = caller;
	const at = now();
	const keptDays = limits.retentionDays ?? retentionDays;
	return await sessions.open({
		_id: ids.uuid(SessionId),
		tenantId,
		userId,
		sid,
		workspaceId: null,
		status: "idle",
		used: {},
		toolCallCount: 0,
		keptDays,
		createdAt: at,
		updatedAt: at,
		lastUsedAt: at,
		expireAt: new Date(at.getTime() + (keptDays + 1) * dayMs),
	});
}

async function notSelected(deps: AgentSessionDeps, identity: Identity): Promise<AppError> {
	// The refusal is the same while the runner is away; only its list is empty then.
	const workspaces = await deps.listWorkspaces(identity).catch(() => []);
	return new AppError("WORKSPACE_NOT_SELECTED", "Select a workspace first", {
		details: { workspaces: workspaces.map(({ id, name }) => ({ id, name })) },
	});
}
