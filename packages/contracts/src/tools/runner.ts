import { z } from "zod";
import { AgentAuditQuery, agentAuditRoute, verifyAuditRoute } from "../audit.ts";
import { TenantId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { DeletionId, deletionRoute } from "./files.ts";
import { WorkspaceParams } from "./internal/workspace-call.ts";
import { NewWorkspace, OperatorWorkspace, operateWorkspaceRoute } from "./workspaces.ts";

const { query: _query, ...deletion } = deletionRoute;
export const runnerDeletionRoute = defineRoute({
	...deletion,
	service: "tool-runner",
	internal: true,
	path: "/v1/workspaces/:id/fs/deletions/:deletionId",
	params: WorkspaceParams.extend({ deletionId: DeletionId }),
});
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
	reply: z.object({ workspaces: z.array(OperatorWorkspace), nextCursor: z.string().nullable() }),
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
	reply: z.object({ workspace: OperatorWorkspace }),
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
	reply: z.object({ workspace: OperatorWorkspace }),
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
	reply: z.object({ workspace: OperatorWorkspace }),
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
