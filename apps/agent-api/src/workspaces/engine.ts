import type { SessionId } from "@webhand/contracts/ids";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import type { ServerTool } from "@webhand/contracts/tools/grant";
import { runnerWorkspacesRoute } from "@webhand/contracts/tools/runner";
import type { Target } from "@webhand/contracts/tools/target";
import type { OperatorWorkspace, WorkspaceId, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { serverBanner } from "@webhand/contracts/tools/workspaces";
import type { Identity } from "@webhand/service-kit/guard";
import type { ToolsLevel } from "../tools-level.ts";
import { requireTools } from "../tools-level.ts";
import type { Used } from "./policy.ts";
import { workspaceOf } from "./policy.ts";
import type { AskRunner, RunnerInput } from "./upstream.ts";

/** What calls to the server host need. */
export type WorkspaceDeps = {
	readonly ask: AskRunner;
	readonly level: ToolsLevel;
	/** Says which workspace a call is for, and which session keeps it. @throws AppError WORKSPACE_NOT_SELECTED, SESSION_NOT_FOUND */
	readonly resolve: (identity: Identity, target: Target) => Promise<Resolved>;
	/** What the caller selected and used. */
	readonly usedBy: (identity: Identity) => Promise<Overview>;
};

export type Resolved = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId | undefined };
export type Overview = { readonly selectedWorkspaceId: WorkspaceId | null; readonly used: ReadonlyMap<WorkspaceId, Used> };

/** Who calls, and with which request. */
export type Request = { readonly identity: Identity; readonly requestId: string; readonly ip: string; readonly signal: AbortSignal };

/** Calls a route of the runner as the caller. */
type Ask = <R extends Route>(route: R, input: RunnerInput<R>) => Promise<ReplyOf<R>>;

const askAs =
	({ ask }: Pick<WorkspaceDeps, "ask">, { identity, requestId, ip, signal }: Request, sessionId?: SessionId): Ask =>
	(route, input) =>
		ask({ token: identity.token, requestId, ip, sessionId, signal }, route, input);

/** A call that needs no workspace. @throws AppError AGENT_TOOLS_DISABLED and what the runner refuses with */
export async function forward<Reply>(deps: WorkspaceDeps, request: Request, act: (ask: Ask) => Promise<Reply>): Promise<Reply> {
	requireTools(deps.level);
	return await act(askAs(deps, request));
}

/** A call into a workspace that changes nothing. @throws AppError of the resolver, of the level and of the runner */
export async function look<Reply>(
	deps: WorkspaceDeps,
	{ request, tool, target }: { readonly request: Request; readonly tool: ServerTool; readonly target: Target },
	act: (ask: Ask, workspaceId: WorkspaceId) => Promise<Reply>,
): Promise<Reply> {
	requireTools(deps.level, tool);
	const { workspaceId, sessionId } = await deps.resolve(request.identity, target);
	return await act(askAs(deps, request, sessionId), workspaceId);
}

// More workspaces than these are an error of whoever registers them.
const mostPages = 20;

/** The workspaces of the caller's tenant, by name. @throws AppError TOOL_RUNNER_UNAVAILABLE */
async function workspacesOfTenant(ask: Ask): Promise<readonly OperatorWorkspace[]> {
	const all: OperatorWorkspace[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page += 1) {
		const reply = await ask(runnerWorkspacesRoute, { query: { all: "false", cursor } });
		all.push(...reply.workspaces);
		if (reply.nextCursor === null) break;
		cursor = reply.nextCursor;
	}
	return all;
}

/** The workspaces of the tenant with the caller's own selection. @throws AppError AGENT_TOOLS_DISABLED, TOOL_RUNNER_UNAVAILABLE */
export async function listWorkspaces(deps: WorkspaceDeps, request: Request): Promise<ReplyOf<typeof workspacesRoute>> {
	requireTools(deps.level);
	const [all, { selectedWorkspaceId, used }] = await Promise.all([workspacesOfTenant(askAs(deps, request)), deps.usedBy(request.identity)]);
	const workspaces = all.map((workspace) => workspaceOf(workspace, used.get(workspace.id)));
	// A workspace that was closed meanwhile is no longer selected.
	const isThere = workspaces.some(({ id }) => id === selectedWorkspaceId);
	return { workspaces, selectedWorkspaceId: isThere ? selectedWorkspaceId : null, banner: serverBanner };
}
