import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import { runCommand } from "@webhand/contracts/tools/executions";
import type { AgentSessionRow, agentSessionRoute, agentSessionsRoute, changeAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import type { Target } from "@webhand/contracts/tools/target";
import type { AgentSession, selectWorkspaceRoute, Workspace } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import { hide, secretsIn } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import type { Owner } from "../../shared/rows.ts";
import { requireTools } from "../level.ts";
import type { WorkspaceNames } from "./map.ts";
import { agentSessionOf, detailOf, listedOf, taskDetailOf } from "./map.ts";
import { historyLimit, usageOf } from "./policy.ts";
import type { AgentSessionDeps, Caller, CallerRequest, Used } from "./ports.ts";
import type { Resolved } from "./resolve.ts";
import { notFound, openOwn, resolve, sessionOf } from "./resolve.ts";
import type { NewToolCall, StoredAgentSession } from "./store.ts";

/** What features that call tools need of sessions. */
export type AgentSessions = {
	/** Says which workspace and session a call is for. @throws AppError SESSION_NOT_FOUND, WORKSPACE_NOT_SELECTED with `details.workspaces` */
	readonly resolve: (identity: Identity, target: Target) => Promise<Resolved>;
	readonly toolCalls: {
		/** Keeps a call in the history of its session; nothing is kept for a session that was removed meanwhile. */
		readonly insert: (call: NewToolCall) => Promise<void>;
	};
	/** The folder that commands of a session run in, from the root of the workspace; the root, `""`, until one was chosen there. */
	readonly folders: {
		readonly get: (owner: Owner, place: Place) => Promise<string>;
		readonly set: (owner: Owner, place: Place & { readonly path: string }) => Promise<void>;
	};
	/** What this sign-in selected and the caller used; also workspaces that were closed meanwhile. */
	readonly usedBy: (
		caller: Caller,
	) => Promise<{ readonly selectedWorkspaceId: WorkspaceId | null; readonly used: ReadonlyMap<WorkspaceId, Used> }>;
};

/** A session in a workspace. */
type Place = { readonly sessionId: SessionId; readonly workspaceId: WorkspaceId };

/** Opens the sessions on the server host for other features. */
export function createAgentSessions(deps: AgentSessionDeps): AgentSessions {
	return {
		resolve: (identity, target) => resolve(deps, { identity, target }),
		toolCalls: { insert: deps.sessions.insertCall },
		folders: {
			get: async (owner, { sessionId, workspaceId }) => {
				const folder = (await deps.sessions.get(owner, sessionId))?.folder;
				return folder?.workspaceId === workspaceId ? folder.path : "";
			},
			set: (owner, { sessionId, workspaceId, path }) => deps.sessions.chooseFolder(owner, sessionId, { workspaceId, path }),
		},
		usedBy: (caller) => usedBy(deps, caller),
	};
}

const mostSessions = 1_000;
/** What a task's settings come to where the installation lets none count. */
const nothingPasses: AgentSettings = { autoApproveWrites: false, autoApproveExec: false };

async function usedBy({ sessions }: AgentSessionDeps, caller: Caller): ReturnType<AgentSessions["usedBy"]> {
	const all = await sessions.list(caller, { limit: mostSessions });
	return { selectedWorkspaceId: all.find(({ sid }) => sid === caller.sid)?.workspaceId ?? null, used: usageOf(all) };
}

/** A caller and one of its sessions. */
type SessionCall = { readonly identity: Identity; readonly id: SessionId };

/**
 * Selects a workspace for a session, or for this sign-in.
 *
 * @throws AppError SESSION_NOT_FOUND, SESSION_ACTIVE, and what opening the workspace throws; nothing is selected then
 */
export async function selectWorkspace(
	deps: AgentSessionDeps,
	{ request, body }: { readonly request: CallerRequest; readonly body: z.output<typeof selectWorkspaceRoute.body> },
): Promise<{ session: AgentSession; workspace: Workspace }> {
	requireTools(deps.level);
	const { identity } = request;
	const { workspaceId, sessionId } = body;
	const named = sessionId === undefined ? undefined : await sessionOf(deps, { identity, id: sessionId });
	if (named !== undefined) refuseActive(named);
	const opened = await deps.openWorkspace(request, workspaceId);
	const session = named ?? (await deps.sessions.ofSignIn(identity, identity.sid)) ?? (await openOwn(deps, identity));
	const { tenantId, userId } = identity;
	const selected = await deps.sessions.select({ tenantId, userId, sessionId: session._id, workspaceId, at: deps.now() });
	const { used } = await usedBy(deps, identity);
	return { session: agentSessionOf(selected ?? notFound()), workspace: deps.viewOf(opened, used.get(workspaceId)) };
}

/** The caller's sessions, the newest use first. @throws AppError VALIDATION_ERROR for a cursor that is none */
export async function listAgentSessions(
	deps: AgentSessionDeps,
	{ identity, query }: { readonly identity: Identity; readonly query: z.output<typeof agentSessionsRoute.query> },
): Promise<ReplyOf<typeof agentSessionsRoute>> {
	requireTools(deps.level);
	const { limit, cursor, ...filter } = query;
	const place = readCursor(cursor, /^\d{1,15}$/);
	const after = place === null ? undefined : { lastUsedAt: new Date(Number(place.key)), id: place.id };
	const rows = await deps.sessions.list(identity, { ...filter, after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ _id, lastUsedAt }) => ({ key: String(lastUsedAt.getTime()), id: _id }), limit);
	const names = await namesFor(deps, identity, page);
	return { sessions: page.map((row) => listedOf(row, names)), nextCursor };
}

/** A session with its newest calls, or those before a moment. @throws AppError SESSION_NOT_FOUND */
export async function readAgentSession(
	deps: AgentSessionDeps,
	{ identity, id, before }: SessionCall & { readonly before?: string | undefined },
): Promise<ReplyOf<typeof agentSessionRoute>> {
	requireTools(deps.level);
	const row = await sessionOf(deps, { identity, id });
	const range = { sessionId: id, before: before === undefined ? undefined : new Date(before), limit: historyLimit + 1 };
	const { task } = row;
	if (task !== undefined) {
		const [calls, history] = await Promise.all([
			deps.sessions.calls(identity, range),
			deps.tasks.history(row, { ...range, limit: historyLimit }),
		]);
		const settings = deps.mayAutoApprove ? task.settings : nothingPasses;
		return taskDetailOf({ ...row, task: { ...task, settings } }, calls, history);
	}
	const [calls, names] = await Promise.all([deps.sessions.calls(identity, range), namesFor(deps, identity, [row])]);
	const hasCommands = calls.some(({ name }) => name === runCommand.name);
	// Without the runner, what ran is told without exit codes.
	const exitCodes = hasCommands ? await deps.exitCodesOf(identity, id).catch(() => undefined) : undefined;
	return detailOf(row, { calls, names, ...defined({ exitCodes }) });
}

/**
 * Renames a session, or changes what passes without a question in a server-run task. What looks like a secret in the title is masked.
 *
 * @throws AppError SESSION_NOT_FOUND, VALIDATION_ERROR naming `settings` where the session is no task, or no setting may count here
 */
export async function changeAgentSession(
	deps: AgentSessionDeps,
	{ identity, id, title, settings }: SessionCall & z.output<typeof changeAgentSessionRoute.body>,
): Promise<{ session: AgentSessionRow }> {
	requireTools(deps.level);
	const { task } = await sessionOf(deps, { identity, id });
	if (settings !== undefined && task === undefined)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "settings", message: "belong to a server-run task" }] },
		});
	const passing = Object.entries(settings ?? {}).filter(([, value]) => value === true);
	if (passing.length > 0 && !deps.mayAutoApprove)
		throw new AppError("VALIDATION_ERROR", "This installation asks for each change", {
			details: {
				fields: passing.map(([name]) => ({
					field: `settings.${name}`,
					message: "must be false: an operator has not set ALLOW_AUTO_APPROVE",
				})),
			},
		});
	const masked = title === undefined ? undefined : hide(title, secretsIn(title));
	const row = await deps.sessions.change(identity, { id, ...defined({ title: masked, settings }), at: deps.now() });
	if (masked !== undefined && task !== undefined) await deps.tasks.rename(identity, { id, title: masked });
	// A title of its own needs no names.
	return { session: listedOf(row ?? notFound(), new Map()) };
}

/** Removes a session and its history; the audit keeps its rows. @throws AppError SESSION_NOT_FOUND, SESSION_ACTIVE */
export async function removeAgentSession(deps: AgentSessionDeps, { identity, id }: SessionCall): Promise<undefined> {
	requireTools(deps.level);
	const row = await sessionOf(deps, { identity, id });
	refuseActive(row);
	if (row.task !== undefined) await deps.tasks.remove(identity, id);
	await deps.sessions.remove(identity, id);
}

function refuseActive({ status }: Pick<StoredAgentSession, "status">): void {
	if (status === "running" || status === "waiting_approval") throw new AppError("SESSION_ACTIVE", "This session is working. Stop it first");
}

/** Names for titles; without the runner the titles go without. */
async function namesFor(
	{ listWorkspaces }: AgentSessionDeps,
	identity: Identity,
	rows: readonly StoredAgentSession[],
): Promise<WorkspaceNames> {
	if (rows.every(({ title, workspaceId }) => title !== undefined || workspaceId === null)) return new Map();
	const workspaces = await listWorkspaces(identity).catch(() => []);
	return new Map(workspaces.map(({ id, name }) => [id, name]));
}
