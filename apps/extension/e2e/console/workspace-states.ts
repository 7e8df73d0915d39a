import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the pages of workspaces, and who looks at them. */
type WorkspaceState = { readonly path: string; readonly as: "admin" | "operator"; readonly replies: Replies };

const at = "2026-03-01T09:30:00.000Z";
const id = (letter: string) => `wsp_${letter.repeat(22)}`;
const demo = `org_${"b".repeat(22)}`;
const person = `usr_${"a".repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaftskapitän";

const workspace = {
	id: id("a"),
	name: "demo",
	root_path: "/var/lib/webhand/workspaces/demo",
	allowed_commands: ["*"],
	created_at: at,
	read_only: false,
	is_git: true,
	available: true,
};
const others = [
	{ ...workspace, id: id("b"), name: "price-list", root_path: "/srv/price-list", read_only: true, allowed_commands: ["ls", "npm test"] },
	{ ...workspace, id: id("c"), name: long, root_path: `/srv/${long}/${long}`, is_git: false, available: false, reason: "missing" },
	{ ...workspace, id: id("d"), name: "moved", root_path: "/srv/moved", allowed_commands: [], available: false, reason: "replaced" },
];
const ofMember = { last_used_at: null, session_count: 0 };
const ofOperator = { tenantId: demo, source: "operator", git: "trusted" };

const ownAt = "GET /api/v1/agent/workspaces";
const changeOwn = "PATCH /api/v1/agent/workspaces/:id";
const allAt = "GET /api/v1/agent/operator/workspaces";
const add = "POST /api/v1/agent/operator/workspaces";
const organization = {
	id: demo,
	name: "Demo",
	status: "active",
	traces: false,
	retentionDays: 90,
	passwordSignIn: true,
	apiKeys: "all",
	secondFactor: "optional",
	limits: {},
	createdAt: at,
};
const organizations: Replies = { "GET /api/v1/orgs": { organizations: [organization], nextCursor: null } };

const own = { workspaces: [workspace, ...others].map((each) => ({ ...each, ...ofMember })), selectedWorkspaceId: null };
const banner = "Actions run on the server host.";
const all = [
	{ ...workspace, ...ofOperator, source: "file" },
	{ ...others[0], ...ofOperator },
	{ ...others[1], ...ofOperator, git: "none" },
	{ ...workspace, ...ofOperator, id: id("e"), name: "later", root_path: "/srv/later", tenantId: person, git: "untrusted" },
];
const root = (reason: string, part: string) =>
	refused(400, "WORKSPACE_ROOT_INVALID", "This folder cannot be a workspace", { reason, at: part });
/** The name typed chooses the refusal. */
const refuseByName = ({ body }: CallFacts) => {
	const { name } = body as { name: string };
	if (name === "taken") return refused(409, "ALREADY_EXISTS", "The name is taken", { field: "name" });
	return name.startsWith("ROOT_") ? root(name, "/srv/part") : { workspace: { ...all[1], name } };
};
const off = refused(503, "AGENT_TOOLS_DISABLED", "Server tools are switched off");
const away = refused(503, "TOOL_RUNNER_UNAVAILABLE", "The server host does not answer");

/** The pages of workspaces in each of their states. */
export const workspaceStates: Readonly<Record<string, WorkspaceState>> = {
	workspaces: {
		path: "/workspaces",
		as: "admin",
		replies: {
			[ownAt]: { ...own, banner },
			[changeOwn]: ({ body }: CallFacts) =>
				(body as { readOnly?: boolean }).readOnly === false
					? refused(403, "FORBIDDEN", "An operator can give it back", { reason: "widens", field: "readOnly" })
					: { workspace: { ...own.workspaces[0], name: "renamed" } },
		},
	},
	"workspaces-empty": { path: "/workspaces", as: "admin", replies: { [ownAt]: { ...own, workspaces: [], banner } } },
	"workspaces-off": { path: "/workspaces", as: "admin", replies: { [ownAt]: off } },
	"workspaces-away": { path: "/workspaces", as: "admin", replies: { [ownAt]: away } },
	"workspaces-offline": { path: "/workspaces", as: "admin", replies: { [ownAt]: unreachable } },
	"workspaces-loading": { path: "/workspaces", as: "admin", replies: { [ownAt]: "never" } },
	"all-workspaces": {
		path: "/all-workspaces",
		as: "operator",
		replies: {
			...organizations,
			[allAt]: { workspaces: all, nextCursor: null },
			[add]: refuseByName,
			"PATCH /api/v1/agent/operator/workspaces/:id": root("ROOT_OVERLAPS", "/srv/price-list"),
			"DELETE /api/v1/agent/operator/workspaces/:id": undefined,
			"POST /api/v1/agent/operator/workspaces/:id/trust-git": { workspace: { ...all[3], git: "trusted" } },
		},
	},
	"all-workspaces-empty": {
		path: "/all-workspaces",
		as: "operator",
		replies: { ...organizations, [allAt]: { workspaces: [], nextCursor: null } },
	},
	"all-workspaces-none": {
		path: `/all-workspaces?of=${person}`,
		as: "operator",
		replies: { ...organizations, [allAt]: { workspaces: [], nextCursor: null } },
	},
	"all-workspaces-off": { path: "/all-workspaces", as: "operator", replies: { ...organizations, [allAt]: off } },
};
