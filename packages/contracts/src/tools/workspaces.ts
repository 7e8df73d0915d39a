import { z } from "zod";
import { SessionId, TenantId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** Name of a host that has workspaces; an installation with one host leaves it at `mainHost`. */
export const HostName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
export const mainHost = "main";

/** What is shown wherever server tools are. */
export const serverBanner = "Actions run on the server host.";

const noControls = [/^\P{Cc}*$/u, "must not hold control characters"] as const;
const WorkspaceName = z
	.string()
	.trim()
	.min(1)
	.max(80)
	.regex(...noControls);
/** Names of command rules; `*` allows each of them. */
const AllowedCommands = z.array(z.string().min(1).max(80)).max(200);

/**
 * A folder of the server host that an operator opened to a tenant (004, Data Model). `available` is false while the folder is missing or is
 * another one than was registered; `reason` says which. `last_used_at` and `session_count` are the caller's own.
 */
export const Workspace = z.object({
	id: WorkspaceId,
	name: z.string(),
	root_path: z.string(),
	allowed_commands: z.array(z.string()),
	created_at: z.iso.datetime(),
	read_only: z.boolean(),
	is_git: z.boolean(),
	available: z.boolean(),
	reason: z.string().optional(),
	last_used_at: z.iso.datetime().nullable(),
	session_count: z.number().int().nonnegative(),
});
export type Workspace = z.infer<typeof Workspace>;

export const workspacesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/workspaces",
	summary: "Workspaces of the tenant on the server host",
	description: "The workspaces of the tenant, by name, and the one that this sign-in has selected.",
	reply: z.object({
		workspaces: z.array(Workspace),
		selectedWorkspaceId: WorkspaceId.nullable(),
		banner: z.literal(serverBanner),
	}),
	errors: ["AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"],
});

export const changeWorkspaceRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: "/api/v1/agent/workspaces/:id",
	summary: "Change a workspace of the tenant",
	description:
		"Renames, narrows or locks a workspace of the tenant. For admins; its folder stays the operator's, and only an operator widens or unlocks it again.",
	params: z.strictObject({ id: WorkspaceId }),
	body: z.strictObject({ name: WorkspaceName.optional(), readOnly: z.boolean().optional(), allowedCommands: AllowedCommands.optional() }),
	reply: z.object({ workspace: Workspace }),
	errors: ["FORBIDDEN", "WORKSPACE_NOT_FOUND", "MANAGED_BY_FILE", "ALREADY_EXISTS", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"],
});

/** A session on the server host (004, Data Model). `workspace` is a workspace id, null before a selection. */
export const AgentSession = z.object({
	id: SessionId,
	user_id: z.string(),
	workspace: WorkspaceId.nullable(),
	created_at: z.iso.datetime(),
	last_used_at: z.iso.datetime(),
	status: z.enum(["idle", "running", "waiting_approval", "complete", "error", "cancelled"]),
});
export type AgentSession = z.infer<typeof AgentSession>;

export const selectWorkspaceRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/workspace/select",
	summary: "Select a workspace",
	description:
		"Selects the workspace of an agent session, or of this sign-in's own, which is made on first use. The folder is opened and checked.",
	body: z.strictObject({ workspaceId: WorkspaceId, sessionId: SessionId.optional() }),
	reply: z.object({ session: AgentSession, workspace: Workspace }),
	errors: [
		"WORKSPACE_NOT_FOUND",
		"SESSION_NOT_FOUND",
		"SESSION_ACTIVE",
		"WORKSPACE_MOVED",
		"AGENT_TOOLS_DISABLED",
		"TOOL_RUNNER_UNAVAILABLE",
	],
});

/** A workspace for operators: with its tenant, its host, and where it comes from. `git` is `untrusted` after a command made a `.git`. */
export const OperatorWorkspace = Workspace.omit({ last_used_at: true, session_count: true }).extend({
	tenantId: TenantId,
	host: HostName.default(mainHost),
	source: z.enum(["operator", "file"]),
	git: z.enum(["none", "trusted", "untrusted"]),
});
export type OperatorWorkspace = z.infer<typeof OperatorWorkspace>;

/** Why a folder cannot be a workspace: `details.reason` of WORKSPACE_ROOT_INVALID; `details.at` is the part of the path to blame. */
export const RootProblem = z.enum([
	"ROOT_FORBIDDEN",
	"ROOT_OVERLAPS",
	"ROOT_IS_LINK",
	"ROOT_UNREACHABLE",
	"ROOT_OWNER",
	"ROOT_MISSING",
	"ROOT_NOT_A_DIRECTORY",
	"ROOT_TOO_LARGE",
	"ROOT_HARD_LINK",
]);
export type RootProblem = z.infer<typeof RootProblem>;

const RootPath = z
	.string()
	.max(4_096)
	.startsWith("/", "must be an absolute path on the server host")
	.regex(...noControls);
const operatorErrors = ["FORBIDDEN", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"] as const;

export const operatorWorkspacesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/operator/workspaces",
	summary: "Workspaces of all tenants",
	description: "All workspaces, by tenant and name, 50 a page. For operators.",
	query: z.strictObject({ tenantId: TenantId.optional(), cursor: z.string().max(600).optional() }),
	reply: z.object({ workspaces: z.array(OperatorWorkspace), nextCursor: z.string().nullable() }),
	errors: operatorErrors,
});

/** What an operator registers. `takeOwnership` gives a folder of root to a user id of its own, once. */
export const NewWorkspace = z.strictObject({
	tenantId: TenantId,
	name: WorkspaceName,
	rootPath: RootPath,
	readOnly: z.boolean().default(false),
	allowedCommands: AllowedCommands.default(["*"]),
	takeOwnership: z.boolean().default(false),
});
export type NewWorkspace = z.infer<typeof NewWorkspace>;

export const addWorkspaceRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/workspaces",
	status: 201,
	summary: "Open a folder of the server host to a tenant",
	description: "Registers a folder as a workspace of a tenant. For operators.",
	body: NewWorkspace,
	reply: z.object({ workspace: OperatorWorkspace }),
	errors: [...operatorErrors, "WORKSPACE_ROOT_INVALID", "ALREADY_EXISTS", "LIMIT_REACHED"],
});

export const operateWorkspaceRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: "/api/v1/agent/operator/workspaces/:id",
	summary: "Change a workspace",
	description: "Changes a workspace; a new `rootPath` is checked like a first one. For operators.",
	params: z.strictObject({ id: WorkspaceId }),
	body: z.strictObject({
		name: WorkspaceName.optional(),
		rootPath: RootPath.optional(),
		readOnly: z.boolean().optional(),
		allowedCommands: AllowedCommands.optional(),
	}),
	reply: z.object({ workspace: OperatorWorkspace }),
	errors: [...operatorErrors, "WORKSPACE_NOT_FOUND", "WORKSPACE_ROOT_INVALID", "ALREADY_EXISTS", "MANAGED_BY_FILE"],
});

export const removeWorkspaceRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/operator/workspaces/:id",
	status: 204,
	summary: "Close a workspace, its files stay",
	description: "Closes a workspace: its folder stays as it is. For operators.",
	params: z.strictObject({ id: WorkspaceId }),
	errors: [...operatorErrors, "WORKSPACE_NOT_FOUND", "MANAGED_BY_FILE"],
});

export const trustGitRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/workspaces/:id/trust-git",
	summary: "Trust the git folder of a workspace",
	description: "Trusts the `.git` folder that a command made in a workspace. For operators.",
	params: z.strictObject({ id: WorkspaceId }),
	reply: z.object({ workspace: OperatorWorkspace }),
	errors: [...operatorErrors, "WORKSPACE_NOT_FOUND", "NOT_A_REPOSITORY"],
});
