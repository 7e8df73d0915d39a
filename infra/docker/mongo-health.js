// The health check of the MongoDB container, run by mongosh: initiates the set once, makes the administrator (by the localhost exception)
// and one user a service, each on its own database; tool-runner's can add to its audit, not change it. Healthy is a writable primary that knows all users
// with the rights of this version.

const { env } = process;
const owners = {
	webhand_auth: "MONGO_AUTH_PASSWORD",
	webhand_agent: "MONGO_AGENT_PASSWORD",
	webhand_knowledge: "MONGO_KNOWLEDGE_PASSWORD",
	webhand_tools: "MONGO_TOOLS_PASSWORD",
};
const collections = [
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
const auditCollections = ["audit", "audit_anchors"];
const inspect = ["find", "insert", "createCollection", "createIndex", "listIndexes", "collStats"];
const change = [...inspect, "update", "remove", "dropIndex", "collMod", "changeStream"];
const toolsRole = "webhand_tools_runner";
const admin = db.getSiblingDB("admin");
const name = "webhand_admin";
const password = env.MONGO_ADMIN_PASSWORD;
const host = env.MONGO_HOST ?? "mongo:27017";

/** The answer of a command, also when it is a refusal. */
async function ask(command) {
	try {
		return await admin.runCommand(command);
	} catch (error) {
		return { ok: 0, codeName: error.codeName, errmsg: error.message };
	}
}

async function isWritable() {
	const hello = await ask({ hello: 1 });
	if (hello.setName === undefined) await ask({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host }] } });
	return hello.isWritablePrimary === true;
}

async function signIn() {
	try {
		return Boolean(await admin.auth(name, password));
	} catch {
		return false;
	}
}

async function makeRole() {
	const on = (collection, actions) => ({ resource: { db: "webhand_tools", collection }, actions });
	const privileges = [
		on("", ["listCollections"]),
		...auditCollections.map((name) => on(name, inspect)),
		...collections.map((name) => on(name, change)),
	];
	const { roles = [] } = await ask({ rolesInfo: { role: toolsRole, db: "admin" }, showPrivileges: true });
	if (roles.length === 0) return await ask({ createRole: toolsRole, privileges, roles: [] });
	// The check runs every 15 s, and each write of a role makes the server look up all of its users again.
	return rightsIn(roles[0].privileges) === rightsIn(privileges) ? { ok: 1 } : await ask({ updateRole: toolsRole, privileges });
}

/** Rights as one text, whatever their order. */
function rightsIn(privileges) {
	return privileges
		.flatMap(({ resource, actions }) => actions.map((action) => `${resource.db}.${resource.collection} ${action}`))
		.sort()
		.join("\n");
}

async function makeUsers() {
	const { users = [] } = await ask({ usersInfo: 1 });
	const known = new Map(users.map(({ user, roles }) => [user, roles[0]?.role]));
	// Always: a later version has more collections.
	if ((await makeRole()).ok !== 1) return false;
	for (const [owner, variable] of Object.entries(owners)) {
		const roles = [owner === "webhand_tools" ? { role: toolsRole, db: "admin" } : { role: "readWrite", db: owner }];
		if (known.get(owner) === roles[0].role) continue;
		const made = await ask(known.has(owner) ? { updateUser: owner, roles } : { createUser: owner, pwd: env[variable], roles });
		if (made.ok !== 1) return false;
	}
	return true;
}

async function isHealthy() {
	if (!(await isWritable())) return false;
	if (await signIn()) return await makeUsers();
	await ask({ createUser: name, pwd: password, roles: ["root"] });
	return (await signIn()) && (await makeUsers());
}

quit((await isHealthy()) ? 0 : 1);
