import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused } from "./scripted-api.ts";

const tool = (name: string, more: object = {}) => ({
	name,
	description: `What ${name} does, as its server says it.`,
	hash: `sha256:${name}`,
	tier: "exec",
	state: "new",
	parameters: { type: "object", properties: { path: { type: "string" } } },
	changes: [],
	acceptedDescription: null,
	...more,
});
const files = {
	id: `mcp_${"a".repeat(22)}`,
	tenantId: null,
	name: "files",
	enabled: true,
	transport: "stdio",
	allowPrivate: false,
	address: "/srv/mcp/node_modules/files-server/dist/index.js --root /workspace",
	secretNames: ["TOKEN"],
	state: "idle",
	reason: null,
	output: "",
	source: "operator",
	tools: [
		tool("read_file", { state: "accepted", tier: "read" }),
		tool("write_file", {
			state: "changed",
			tier: "write",
			changes: ["description", "parameters"],
			acceptedDescription: "Writes a file of the workspace.",
		}),
		tool("run_query"),
		tool("Donaudampfschifffahrtsgesellschaftskapitän_".repeat(3).slice(0, 120).replace("ä", "a")),
		tool("old_tool", { state: "gone", tier: "read" }),
	],
};
const down = {
	...files,
	id: `mcp_${"b".repeat(22)}`,
	name: "tickets",
	transport: "http",
	address: "https://mcp.example/tickets",
	tools: [],
	tenantId: `org_${"b".repeat(22)}`,
	secretNames: ["Authorization"],
	state: "down",
	reason: "It does not answer",
};
const broken = {
	...files,
	id: `mcp_${"e".repeat(22)}`,
	name: "mail",
	address: "/srv/mcp/node_modules/.bin/mail-server",
	tools: [],
	secretNames: [],
	state: "down",
	reason: "Its program ends at once",
	output:
		"node:internal/modules/cjs/loader:1386\n  throw err;\nError: Cannot find module 'imapflow'\nRequire stack:\n- /opt/server/node_modules/mail-server/index.js",
};
const off = { ...files, id: `mcp_${"c".repeat(22)}`, name: "later", enabled: false, state: "disabled", source: "file", tools: [] };

const at = "/api/v1/agent/operator/mcp-servers";
const organization = {
	id: `org_${"b".repeat(22)}`,
	name: "Harbour Kitchen",
	status: "active",
	traces: false,
	retentionDays: 90,
	passwordSignIn: true,
	apiKeys: "all",
	secondFactor: "optional",
	limits: {},
	createdAt: "2026-03-01T09:30:00.000Z",
};
const organizations: Replies = { "GET /api/v1/orgs": { organizations: [organization], nextCursor: null } };
const accepted = ({ body }: CallFacts) => {
	const { tools } = body as { tools: { name: string; tier: string }[] };
	const now = files.tools.map((each) => {
		const chosen = tools.find(({ name }) => name === each.name);
		return chosen === undefined ? each : { ...each, state: "accepted", tier: chosen.tier, changes: [], acceptedDescription: null };
	});
	return { server: { ...files, tools: now } };
};
const added = ({ body }: CallFacts) => {
	const { name } = body as { name: string };
	if (name === "files") return refused(409, "ALREADY_EXISTS", "There is an MCP server of this name", { field: "name" });
	const fields = [{ field: "reach.program", message: "lies in a workspace, where it could be changed. Put it elsewhere" }];
	if (name === "broken") return { server: { ...broken, name } };
	if (name === "inside") return refused(400, "VALIDATION_ERROR", "The request is not valid", { fields });
	return { server: { ...files, id: `mcp_${"d".repeat(22)}`, name, tools: [tool("search")] } };
};

/** The page of MCP servers in each of its states. */
export const mcpStates: Readonly<Record<string, { readonly path: string; readonly replies: Replies }>> = {
	"mcp-servers": {
		path: "/mcp-servers",
		replies: {
			...organizations,
			[`GET ${at}`]: { servers: [files, down, broken, off] },
			[`POST ${at}`]: added,
			[`PATCH ${at}/:id`]: { server: { ...files, enabled: false, state: "disabled" } },
			[`DELETE ${at}/:id`]: undefined,
			[`POST ${at}/:id/accept`]: accepted,
			[`POST ${at}/:id/refresh`]: { server: files },
		},
	},
	"mcp-servers-empty": { path: "/mcp-servers", replies: { [`GET ${at}`]: { servers: [] } } },
	"mcp-servers-loading": { path: "/mcp-servers", replies: { [`GET ${at}`]: "never" } },
	"mcp-servers-off": {
		path: "/mcp-servers",
		replies: { [`GET ${at}`]: refused(503, "AGENT_TOOLS_DISABLED", "Server tools are switched off") },
	},
};
