import { SessionId } from "@webhand/contracts/ids";
import type { Target } from "@webhand/contracts/tools/target";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import { expiryOf } from "../retention.ts";
import type { AgentSessionStore, NewToolCall, StoredAgentSession } from "./store.ts";

/** Who calls: a user of a tenant, through a sign-in. */
export type Caller = Pick<Identity, "tenantId" | "userId" | "sid" | "limits" | "token">;

/** A workspace as it is named to a person who has to choose one. */
export type NamedWorkspace = { readonly id: WorkspaceId; readonly name: string };

export type AgentSessionDeps = {
	readonly sessions: AgentSessionStore;
	/** The workspaces of the caller's tenant; rejects while the runner does not answer. */
	readonly listWorkspaces: (caller: Caller) => Promise<readonly NamedWorkspace[]>;
	readonly ids: Pick<Ids, "uuid">;
	readonly now: () => Date;
	/** How many days a session stays after its last use, where the tenant says nothing. */
	readonly retentionDays: number;
};

/** The workspace that a call goes to and the session that it belongs to. */
export type Resolved = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId };

/** What features that call tools need of sessions. */
export type AgentSessions = {
	/**
	 * Says which workspace a call is for: the one named; else that of the agent session; else the one that this sign-in selected.
	 *
	 * @returns the workspace, which may be unknown to the runner, and the session of the caller that keeps the call
	 * @throws AppError SESSION_NOT_FOUND, also for a session of somebody else; WORKSPACE_NOT_SELECTED with `details.workspaces`
	 */
	readonly resolve: (caller: Caller, target: Target) => Promise<Resolved>;
	readonly toolCalls: {
		/** Keeps a call in the history of its session; nothing is kept for a session that was removed meanwhile. */
		readonly insert: (call: NewToolCall) => Promise<void>;
	};
};

/** Opens the sessions on the server host. */
export function createAgentSessions(deps: AgentSessionDeps): AgentSessions {
	return {
		resolve: (caller, target) => resolve(deps, { caller, target }),
		toolCalls: { insert: deps.sessions.insertCall },
	};
}

async function resolve(
	deps: AgentSessionDeps,
	{ caller, target }: { readonly caller: Caller; readonly target: Target },
): Promise<Resolved> {
	const named = target.sessionId === undefined ? null : await sessionOf(deps, { caller, id: target.sessionId });
	const own = named?.workspaceId === undefined || named.workspaceId === null ? await deps.sessions.ofSignIn(caller, caller.sid) : null;
	const workspaceId = target.workspaceId ?? named?.workspaceId ?? own?.workspaceId;
	if (workspaceId === undefined || workspaceId === null) throw await notSelected(deps, caller);
	const session = named ?? own ?? (await openSession(deps, caller));
	return { workspaceId, sessionId: session._id };
}

/** A session of the caller. @throws AppError SESSION_NOT_FOUND */
async function sessionOf(
	{ sessions }: AgentSessionDeps,
	{ caller, id }: { readonly caller: Caller; readonly id: SessionId },
): Promise<StoredAgentSession> {
	const session = await sessions.get(caller, id);
	if (session === null) throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	return session;
}

/** The session of this sign-in, made on first use. */
async function openSession({ sessions, ids, now, retentionDays }: AgentSessionDeps, caller: Caller): Promise<StoredAgentSession> {
	const { tenantId, userId, sid, limits } = caller;
	const at = now();
	return await sessions.open({
		_id: ids.uuid(SessionId),
		tenantId,
		userId,
		sid,
		workspaceId: null,
		status: "idle",
		used: {},
		toolCallCount: 0,
		keptDays: limits.retentionDays ?? retentionDays,
		createdAt: at,
		updatedAt: at,
		lastUsedAt: at,
		expireAt: expiryOf(at, { limits }, { retentionDays }),
	});
}

async function notSelected(deps: AgentSessionDeps, caller: Caller): Promise<AppError> {
	// The refusal is the same while the runner is away; only its list is empty then.
	const workspaces = await deps.listWorkspaces(caller).catch(() => []);
	return new AppError("WORKSPACE_NOT_SELECTED", "Select a workspace first", {
		details: { workspaces: workspaces.map(({ id, name }) => ({ id, name })) },
	});
}
