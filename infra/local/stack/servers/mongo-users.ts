import type { Db } from "mongodb";
import type { Secrets } from "../data/secrets.ts";

/** Database and user of each service have one name, so that no service reads another's data. */
export const databases = {
	auth: { name: "webhand_auth", password: "mongoAuthPassword" },
	"agent-api": { name: "webhand_agent", password: "mongoAgentPassword" },
	"knowledge-proxy": { name: "webhand_knowledge", password: "mongoKnowledgePassword" },
	"tool-runner": { name: "webhand_tools", password: "mongoToolsPassword" },
} as const satisfies Record<string, { readonly name: string; readonly password: keyof Secrets }>;

export type DatabaseOwner = keyof typeof databases;

/** What tool-runner's user may do with its audit, and with its other collections. */
export const inspect: readonly string[] = ["find", "insert", "createCollection", "createIndex", "listIndexes", "collStats"];
export const change: readonly string[] = [...inspect, "update", "remove", "dropIndex", "collMod", "changeStream"];

/** Collections that tool-runner's user may change; MongoDB grants by name, so each is listed. */
export const toolsCollections: readonly string[] = [
	"workspaces",
	"command_rules",
	"command_rule_versions",
	"mcp_servers",
	"mcp_calls",
	"executions",
	"deletions",
	"days",
	"audit_sweeps",
	"migrations",
	"locks",
];

/** Collections that it may only add to. */
export const auditCollections: readonly string[] = ["audit", "audit_anchors"];

/** tool-runner acts on the host: it adds rows to its audit and can neither change nor remove one. */
const toolsRole = {
	name: "webhand_tools_runner",
	privileges: [
		{ resource: { db: "webhand_tools", collection: "" }, actions: ["listCollections"] },
		...auditCollections.map((collection) => ({ resource: { db: "webhand_tools", collection }, actions: inspect })),
		...toolsCollections.map((collection) => ({
			resource: { db: "webhand_tools", collection },
			actions: change,
		})),
	],
};

/**
 * One user a service, with `readWrite` on its own database only; tool-runner's may find and insert in its audit. What is there with other
 * rights, from an earlier version, gets the rights of now; passwords are never changed.
 *
 * @param admin the database `admin`, signed in as its administrator
 */
export async function ensureUsers(admin: Db, secrets: Secrets): Promise<void> {
	await ensureRole(admin);
	for (const owner of Object.keys(databases) as DatabaseOwner[]) {
		const { name, password } = databases[owner];
		const roles = [owner === "tool-runner" ? { role: toolsRole.name, db: "admin" } : { role: "readWrite", db: name }];
		const { users } = await admin.command({ usersInfo: { user: name, db: "admin" } });
		const [known] = users;
		if (known === undefined) await admin.command({ createUser: name, pwd: secrets[password], roles });
		else if (known.roles.length !== 1 || known.roles[0].role !== roles[0]?.role) await admin.command({ updateUser: name, roles });
	}
}

async function ensureRole(admin: Db): Promise<void> {
	const { name, privileges } = toolsRole;
	const { roles } = await admin.command({ rolesInfo: { role: name, db: "admin" } });
	await admin.command(roles.length === 0 ? { createRole: name, privileges, roles: [] } : { updateRole: name, privileges });
}
