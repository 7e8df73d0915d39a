import { z } from "zod";
import { AgentAuditQuery, agentAuditRoute, verifyAuditRoute } from "../audit.ts";
import { TenantId } from "../ids.ts";
import type { Route } from "../routes.ts";
import { defineRoute } from "../routes.ts";
import {
	DeletionId,
	deleteFileRoute,
	deletionRoute,
	isOnePatch,
	listFilesRoute,
	makeFolderRoute,
	onePatch,
	Patch,
	patchFilesRoute,
	readFileRoute,
	writeFileRoute,
} from "./files.ts";
import { gitAddRoute, gitBranchRoute, gitCommitRoute, gitDiffRoute, gitLogRoute, gitStatusRoute } from "./git.ts";
import { CallHeaders, WorkspaceParams } from "./internal/workspace-call.ts";
import { searchFilesRoute } from "./search.ts";
import { NewWorkspace, OperatorWorkspace, operateWorkspaceRoute } from "./workspaces.ts";

/** A call into a workspace as the runner takes it: the same arguments, with the workspace in the path. */
function inWorkspace<const R extends Route, const Path extends string>(route: R, path: Path): InWorkspace<R, Path> {
	return { ...route, service: "tool-runner", internal: true, path, params: WorkspaceParams, headers: CallHeaders };
}

type InWorkspace<R extends Route, Path extends string> = Omit<R, "service" | "internal" | "path" | "params" | "headers"> & {
	readonly service: "tool-runner";
	readonly internal: true;
	readonly path: Path;
	readonly params: typeof WorkspaceParams;
	readonly headers: typeof CallHeaders;
};

const target = { workspaceId: true, sessionId: true } as const;

export const runnerListRoute = defineRoute({
	...inWorkspace(listFilesRoute, "/v1/workspaces/:id/fs/list"),
	query: listFilesRoute.query.omit(target),
});
export const runnerReadRoute = defineRoute({
	...inWorkspace(readFileRoute, "/v1/workspaces/:id/fs/read"),
	query: readFileRoute.query.omit(target),
});
export const runnerWriteRoute = defineRoute({
	...inWorkspace(writeFileRoute, "/v1/workspaces/:id/fs/write"),
	body: writeFileRoute.body.omit(target),
});
export const runnerMakeFolderRoute = defineRoute({
	...inWorkspace(makeFolderRoute, "/v1/workspaces/:id/fs/mkdir"),
	body: makeFolderRoute.body.omit(target),
});
export const runnerDeleteRoute = defineRoute({
	...inWorkspace(deleteFileRoute, "/v1/workspaces/:id/fs/delete"),
	body: deleteFileRoute.body.omit(target),
});
const { query: _query, ...deletion } = deletionRoute;
export const runnerDeletionRoute = defineRoute({
	...deletion,
	service: "tool-runner",
	internal: true,
	path: "/v1/workspaces/:id/fs/deletions/:deletionId",
	params: WorkspaceParams.extend({ deletionId: DeletionId }),
});
export const runnerSearchRoute = defineRoute({
	...inWorkspace(searchFilesRoute, "/v1/workspaces/:id/search"),
	body: searchFilesRoute.body.omit(target),
});
export const runnerGitStatusRoute = defineRoute({
	...inWorkspace(gitStatusRoute, "/v1/workspaces/:id/git/status"),
	query: gitStatusRoute.query.omit(target),
});
export const runnerGitDiffRoute = defineRoute({
	...inWorkspace(gitDiffRoute, "/v1/workspaces/:id/git/diff"),
	query: gitDiffRoute.query.omit(target),
});
export const runnerGitLogRoute = defineRoute({
	...inWorkspace(gitLogRoute, "/v1/workspaces/:id/git/log"),
	query: gitLogRoute.query.omit(target),
});
export const runnerGitBranchRoute = defineRoute({
	...inWorkspace(gitBranchRoute, "/v1/workspaces/:id/git/branch"),
	query: gitBranchRoute.query.omit(target),
});
export const runnerGitAddRoute = defineRoute({
	...inWorkspace(gitAddRoute, "/v1/workspaces/:id/git/add"),
	body: gitAddRoute.body.omit(target),
});
/** `author` is part of the granted request, so nobody commits in another's name. */
export const runnerGitCommitRoute = defineRoute({
	...inWorkspace(gitCommitRoute, "/v1/workspaces/:id/git/commit"),
	body: gitCommitRoute.body.omit(target).extend({ author: z.strictObject({ name: z.string().min(1).max(200), email: z.email() }) }),
});
export const runnerPatchRoute = defineRoute({
	...inWorkspace(patchFilesRoute, "/v1/workspaces/:id/fs/patch"),
	body: Patch.refine(isOnePatch, onePatch),
});

/** A workspace as the runner knows it. */
const RunnerWorkspace = OperatorWorkspace;

export const runnerWorkspacesRoute = defineRoute({
	service: "tool-runner",
	method: "GET",
	path: "/v1/workspaces",
	summary: "Workspaces of a tenant",
	description:
		"All workspaces of the caller's tenant by name; for operators with `all` those of every tenant, by tenant and name, 50 a page.",
	internal: true,
	query: z.strictObject({
		all: z.enum(["true", "false"]).default("false"),
		tenantId: TenantId.optional(),
		cursor: z.string().max(600).optional(),
	}),
	reply: z.object({ workspaces: z.array(RunnerWorkspace), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN", "AGENT_TOOLS_DISABLED"],
});

export const runnerWorkspaceRoute = defineRoute({
	service: "tool-runner",
	method: "GET",
	path: "/v1/workspaces/:id",
	summary: "A workspace, opened and checked",
	description: "A workspace of the caller's tenant, opened and checked.",
	internal: true,
	params: WorkspaceParams,
	reply: z.object({ workspace: RunnerWorkspace }),
	errors: ["WORKSPACE_NOT_FOUND", "WORKSPACE_MOVED", "AGENT_TOOLS_DISABLED"],
});

export const runnerAddWorkspaceRoute = defineRoute({
	service: "tool-runner",
	method: "POST",
	path: "/v1/workspaces",
	status: 201,
	summary: "Register a folder",
	description: "Registers a folder. For operators.",
	internal: true,
	body: NewWorkspace,
	reply: z.object({ workspace: RunnerWorkspace }),
	errors: ["FORBIDDEN", "WORKSPACE_ROOT_INVALID", "ALREADY_EXISTS", "LIMIT_REACHED", "AGENT_TOOLS_DISABLED", "AUDIT_UNAVAILABLE"],
});

/** What is to be changed of a workspace. */
export const RunnerWorkspaceChange = operateWorkspaceRoute.body.extend({ trustGit: z.literal(true).optional() });
export type RunnerWorkspaceChange = z.infer<typeof RunnerWorkspaceChange>;

export const runnerChangeWorkspaceRoute = defineRoute({
	service: "tool-runner",
	method: "PATCH",
	path: "/v1/workspaces/:id",
	summary: "Change a workspace",
	description:
		"Changes a workspace: an operator everything; an admin of its tenant its name, and `readOnly` and `allowedCommands` to less than they are. `trustGit` trusts the `.git` folder that is there now.",
	internal: true,
	params: WorkspaceParams,
	body: RunnerWorkspaceChange,
	reply: z.object({ workspace: RunnerWorkspace }),
	errors: [
		...(["FORBIDDEN", "WORKSPACE_NOT_FOUND", "WORKSPACE_MOVED", "WORKSPACE_ROOT_INVALID", "ALREADY_EXISTS", "MANAGED_BY_FILE"] as const),
		...(["NOT_A_REPOSITORY", "AGENT_TOOLS_DISABLED", "AUDIT_UNAVAILABLE"] as const),
	],
});

export const runnerRemoveWorkspaceRoute = defineRoute({
	service: "tool-runner",
	method: "DELETE",
	path: "/v1/workspaces/:id",
	status: 204,
	summary: "Close a workspace",
	description: "Closes a workspace. For operators.",
	internal: true,
	params: WorkspaceParams,
	errors: ["FORBIDDEN", "WORKSPACE_NOT_FOUND", "MANAGED_BY_FILE", "AGENT_TOOLS_DISABLED", "AUDIT_UNAVAILABLE"],
});

/** `notes: "none"` leaves out what agent-api noted. */
export const runnerAuditRoute = defineRoute({
	...agentAuditRoute,
	service: "tool-runner",
	internal: true,
	path: "/v1/audit",
	query: AgentAuditQuery.extend({ notes: z.literal("none").optional() }),
});

/** Whether chains are whole. For admins. */
export const runnerVerifyRoute = defineRoute({ ...verifyAuditRoute, service: "tool-runner", internal: true, path: "/v1/audit/verify" });

export const runnerNotesRoute = defineRoute({
	service: "tool-runner",
	method: "POST",
	path: "/v1/audit/notes",
	summary: "Notes of agent-api for the audit",
	description:
		"A note of agent-api for the audit, as a JWS with `typ: audit-note+jwt`: an approval, a gate decision, a raised mode. A note that comes again is the same row. The signature is what lets it in: no user calls here.",
	public: true,
	internal: true,
	bodyLimit: 262_144,
	body: z.strictObject({ notes: z.array(z.string().max(16_000)).min(1).max(100) }),
	reply: z.object({ accepted: z.array(z.string()) }),
	errors: ["GRANT_INVALID", "AUDIT_UNAVAILABLE"],
});
