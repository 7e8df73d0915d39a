import type { SessionId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { AgentSessionRow, agentSessionRoute, agentSessionsRoute } from "@webhand/contracts/tools/sessions";
import type { Target } from "@webhand/contracts/tools/target";
import type { AgentSession, Workspace, WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import { hide, secretsIn } from "../secrets/find.ts";
import type { WorkspaceNames } from "./map.ts";
import { agentSessionOf, detailOf, listedOf } from "./map.ts";
import { historyLimit, usageOf } from "./policy.ts";
import type { Resolved } from "./resolve.ts";
import { notFound, openOwn, resolve, sessionOf } from "./resolve.ts";
import type { AgentSessionStore, NewToolCall, StoredAgentSession } from "./store.ts";

/** Who calls: a user of a tenant, through a sign-in. */
export type Caller = Pick<Identity, "tenantId" | "userId" | "sid" | "limits" | "token">;

/** A workspace before the caller's own use of it is known. */
export type BareWorkspace = Omit<Workspace, "last_used_at" | "session_count">;

/** What the routes and other features need of sessions on the server host. */
export type AgentSessionDeps = {
	readonly sessions: AgentSessionStore;
	/** The workspaces of the caller's tenant. @throws AppError TOOL_RUNNER_UNAVAILABLE */
	readonly listWorkspaces: (caller: Caller) => Promise<readonly { readonly id: WorkspaceId; readonly name: string }[]>;
	/** A workspace of the caller's tenant, opened and checked. @throws AppError WORKSPACE_NOT_FOUND, WORKSPACE_MOVED, TOOL_RUNNER_UNAVAILABLE */
	readonly openWorkspace: (caller: Caller, id: WorkspaceId) => Promise<BareWorkspace>;
	readonly ids: Pick<Ids, "uuid">;
	readonly now: () => Date;
	/** How many days a session stays after its last use, where the tenant says nothing. */
	readonly retentionDays: number;
};

/** What features that call tools need of sessions. */
export type AgentSessions = {
	/** Says which workspace and session a call is for. @throws AppError SESSION_NOT_FOUND, WORKSPACE_NOT_SELECTED with `details.workspaces` */
	readonly resolve: (caller: Caller, target: Target) => Promise<Resolved>;
	readonly toolCalls: {
		/** Keeps a call in the history of its session; nothing is kept for a session that was removed meanwhile. */
		readonly insert: (call: NewToolCall) => Promise<void>;
	};
	/** Adds the caller's own use to workspaces, and says which of them this sign-in has selected. */
	readonly describe: (
		caller: Caller,
		workspaces: readonly BareWorkspace[],
	) => Promise<{ readonly workspaces: Workspace[]; readonly selectedWorkspaceId: WorkspaceId | null }>;
};

/** Opens the sessions on the server host for other features. */
export function createAgentSessions(deps: AgentSessionDeps): AgentSessions {
	return {
		resolve: (caller, target) => resolve(deps, { caller, target }),
		toolCalls: { insert: deps.sessions.insertCall },
		describe: (caller, workspaces) => describe(deps, { caller, workspaces }),
	};
}

const mostSessions = 1_000;

async function describe(
	{ sessions }: AgentSessionDeps,
	{ caller, workspaces }: { readonly caller: Caller; readonly workspaces: readonly BareWorkspace[] },
): Promise<Awaited<ReturnType<AgentSessions["describe"]>>> {
	const all = await sessions.list(caller, { limit: mostSessions });
	const usage = usageOf(all);
	const selected = all.find(({ sid }) => sid === caller.sid)?.workspaceId ?? null;
	return {
		workspaces: workspaces.map((workspace) => ({
			...workspace,
			last_used_at: usage.get(workspace.id)?.lastUsedAt.toISOString() ?? null,
			session_count: usage.get(workspace.id)?.sessionCount ?? 0,
		})),
		selectedWorkspaceId: workspaces.some(({ id }) => id === selected) ? selected : null,
	};
}

/** A caller and one of its sessions. */
type SessionCall = { readonly caller: Caller; readonly id: SessionId };

/**
 * Selects a workspace for a session, or for this sign-in.
 *
 * @throws AppError SESSION_NOT_FOUND, SESSION_ACTIVE, and what opening the workspace throws; nothing is selected then
 */
export async function selectWorkspace(
	deps: AgentSessionDeps,
	{
		caller,
		workspaceId,
		sessionId,
	}: { readonly caller: Caller; readonly workspaceId: WorkspaceId; readonly sessionId?: SessionId | undefined },
): Promise<{ session: AgentSession; workspace: Workspace }> {
	const named = sessionId === undefined ? undefined : await sessionOf(deps, { caller, id: sessionId });
	if (named !== undefined) refuseActive(named);
	const bare = await deps.openWorkspace(caller, workspaceId);
	const session = named ?? (await deps.sessions.ofSignIn(caller, caller.sid)) ?? (await openOwn(deps, caller));
	const { tenantId, userId } = caller;
	const selected = await deps.sessions.select({ tenantId, userId, sessionId: session._id, workspaceId, at: deps.now() });
	const { workspaces } = await describe(deps, { caller, workspaces: [bare] });
	const [workspace = { ...bare, last_used_at: null, session_count: 0 }] = workspaces;
	return { session: agentSessionOf(selected ?? notFound()), workspace };
}

/** The caller's sessions, the newest use first. @throws AppError VALIDATION_ERROR for a cursor that is none */
export async function listAgentSessions(
	deps: AgentSessionDeps,
	{ caller, query }: { readonly caller: Caller; readonly query: z.output<typeof agentSessionsRoute.query> },
): Promise<ReplyOf<typeof agentSessionsRoute>> {
	const { limit, cursor, ...filter } = query;
	const place = readCursor(cursor, /^\d{1,15}$/);
	const after = place === null ? undefined : { lastUsedAt: new Date(Number(place.key)), id: place.id };
	const rows = await deps.sessions.list(caller, { ...filter, after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ _id, lastUsedAt }) => ({ key: String(lastUsedAt.getTime()), id: _id }), limit);
	const names = await namesFor(deps, caller, page);
	return { sessions: page.map((row) => listedOf(row, names)), nextCursor };
}

/** A session with its newest calls, or those before a moment. @throws AppError SESSION_NOT_FOUND */
export async function readAgentSession(
	deps: AgentSessionDeps,
	{ caller, id, before }: SessionCall & { readonly before?: string | undefined },
): Promise<ReplyOf<typeof agentSessionRoute>> {
	const row = await sessionOf(deps, { caller, id });
	const range = { sessionId: id, before: before === undefined ? undefined : new Date(before), limit: historyLimit + 1 };
	const [calls, names] = await Promise.all([deps.sessions.calls(caller, range), namesFor(deps, caller, [row])]);
	return detailOf(row, calls, names);
}

/** Renames a session. What looks like a secret in the title is masked. @throws AppError SESSION_NOT_FOUND */
export async function renameAgentSession(
	deps: AgentSessionDeps,
	{ caller, id, title }: SessionCall & { readonly title: string },
): Promise<{ session: AgentSessionRow }> {
	const row = await deps.sessions.rename(caller, { id, title: hide(title, secretsIn(title)), at: deps.now() });
	return { session: listedOf(row ?? notFound(), new Map()) };
}

/** Removes a session and its history; the audit keeps its rows. @throws AppError SESSION_NOT_FOUND, SESSION_ACTIVE */
export async function removeAgentSession(deps: AgentSessionDeps, { caller, id }: SessionCall): Promise<undefined> {
	refuseActive(await sessionOf(deps, { caller, id }));
	await deps.sessions.remove(caller, id);
}

function refuseActive({ status }: Pick<StoredAgentSession, "status">): void {
	if (status === "running" || status === "waiting_approval") throw new AppError("SESSION_ACTIVE", "This session is working. Stop it first");
}

/** Names for titles; without the runner the titles go without. */
async function namesFor(
	{ listWorkspaces }: AgentSessionDeps,
	caller: Caller,
	rows: readonly StoredAgentSession[],
): Promise<WorkspaceNames> {
	if (rows.every(({ title, workspaceId }) => title !== undefined || workspaceId === null)) return new Map();
	const workspaces = await listWorkspaces(caller).catch(() => []);
	return new Map(workspaces.map(({ id, name }) => [id, name]));
}
