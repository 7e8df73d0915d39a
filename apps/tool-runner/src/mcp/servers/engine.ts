import type { Audit } from "@webhand/audit/chain/audit";
import type { TenantId } from "@webhand/contracts/ids";
import type { acceptMcpToolsRoute, changeMcpServerRoute, McpServer, NewMcpServer, Reach } from "@webhand/contracts/tools/mcp";
import { McpServerId } from "@webhand/contracts/tools/mcp";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import { invalid } from "@webhand/service-kit/http/replies";
import type { Ids } from "@webhand/service-kit/ids";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import type { Actor, RecordedAction } from "../../workspaces/record.ts";
import { recorded } from "../../workspaces/record.ts";
import { sealSecrets } from "../connections/open.ts";
import type { Pool } from "../connections/pool.ts";
import type { AcceptedTool } from "../tools/served.ts";
import { hashOf, tierFor } from "../tools/served.ts";
import type { LookDeps } from "./look.ts";
import { lookAt } from "./look.ts";
import type { ProgramFacts } from "./program.ts";
import { checkProgram } from "./program.ts";
import type { ServerStore, StoredReach, StoredServer } from "./store.ts";
import { taken } from "./taken.ts";
import { serverView } from "./view.ts";

/** What registering servers needs. */
export type ServerDeps = Omit<LookDeps, "store"> & {
	readonly store: ServerStore;
	readonly pool: Pool;
	readonly program: ProgramFacts;
	readonly sealer: Sealer | null;
	readonly audit: Audit;
	readonly ids: Ids;
};

/** Servers of all tenants, for operators. @throws AppError FORBIDDEN */
export async function listServers(deps: ServerDeps, tenantId: TenantId | undefined, actor: Actor): Promise<McpServer[]> {
	requireRole(actor.identity, "operator");
	return (await deps.store.all(tenantId)).map((server) => viewOf(deps, server));
}

/**
 * Registers a server and looks at its tools; none is offered before an operator accepts it. One that cannot be reached is registered all the
 * same, with the reason.
 *
 * @throws AppError FORBIDDEN, VALIDATION_ERROR, ALREADY_EXISTS, LIMIT_REACHED, AUDIT_UNAVAILABLE
 */
export async function addServer(deps: ServerDeps, wanted: NewMcpServer, actor: Actor): Promise<McpServer> {
	const action = actionOf(actor, {
		action: "mcp_server.add",
		target: wanted.name,
		args: { transport: wanted.reach.transport, tenant: wanted.tenantId },
	});
	const server = await recorded(deps, { actor, action }, async (intend) => {
		requireRole(actor.identity, "operator");
		return await deps.store.alone(async () => {
			await requireName(deps.store, wanted);
			const made = await newServer(deps, wanted, "operator");
			await intend("tenant");
			await deps.store.add(made);
			return made;
		});
	});
	if (server.enabled) await lookAt(deps, server);
	return await viewOfCurrent(deps, server._id);
}

/** The row of a server that is registered now. @throws AppError VALIDATION_ERROR */
async function newServer(deps: ServerDeps, wanted: NewMcpServer, source: StoredServer["source"]): Promise<StoredServer> {
	const _id = deps.ids.prefixed(McpServerId, "mcp");
	const { name, tenantId, enabled } = wanted;
	return {
		_id,
		tenantId,
		name,
		enabled,
		...(await reached(deps, _id, wanted.reach)),
		revision: 1,
		served: [],
		accepted: [],
		leftOut: [],
		problem: null,
		lookedAt: new Date(0),
		source,
		createdAt: deps.now(),
	};
}

/** How a server is reached, checked and with its secrets sealed. @throws AppError VALIDATION_ERROR */
async function reached(deps: ServerDeps, id: McpServerId, reach: Reach): Promise<Pick<StoredServer, "reach" | "sealed" | "secretNames">> {
	const values = reach.transport === "stdio" ? reach.env : reach.headers;
	const secretNames = Object.keys(values).sort();
	const field = reach.transport === "stdio" ? "reach.env" : "reach.headers";
	if (secretNames.length > 0 && deps.sealer === null)
		throw invalid("There is no key to seal secrets with", [{ field, message: "cannot be kept: this installation has no MCP_SECRETS_KEY" }]);
	const sealed = deps.sealer === null || secretNames.length === 0 ? null : sealSecrets(deps.sealer, id, values);
	return { reach: await storedReach(deps, reach), sealed, secretNames };
}

async function storedReach({ program }: ServerDeps, reach: Reach): Promise<StoredReach> {
	if (reach.transport === "stdio") return await checkProgram(program, reach);
	const { username, password, protocol } = new URL(reach.url);
	const wrong = (message: string) => invalid(`The address ${message}`, [{ field: "reach.url", message }]);
	if (username !== "" || password !== "") throw wrong("holds a password. Put it into a header");
	if (protocol !== "https:" && !reach.allowPrivate) throw wrong("is not https. Plain http is for servers of a private network alone");
	return { transport: "http", url: reach.url, allowPrivate: reach.allowPrivate };
}

/** Switches a server on or off, or reaches it another way. @throws AppError FORBIDDEN, MCP_SERVER_NOT_FOUND, MANAGED_BY_FILE, VALIDATION_ERROR */
export async function changeServer(
	deps: ServerDeps,
	{ id, change }: { readonly id: McpServerId; readonly change: z.output<typeof changeMcpServerRoute.body> },
	actor: Actor,
): Promise<McpServer> {
	const args = { enabled: change.enabled, transport: change.reach?.transport };
	await withServer(deps, { id, actor, action: "mcp_server.change", args }, async (server, intend) => {
		requireOwn(server);
		const reach = change.reach === undefined ? {} : await reached(deps, id, change.reach);
		await intend();
		const enabled = change.enabled ?? server.enabled;
		await deps.store.change(id, { enabled, ...reach }, { isReached: true });
		deps.pool.drop(id);
	});
	await lookAgain(deps, id);
	return await viewOfCurrent(deps, id);
}

/** Forgets a server and what was accepted of it. @throws AppError FORBIDDEN, MCP_SERVER_NOT_FOUND, MANAGED_BY_FILE */
export async function removeServer(deps: ServerDeps, id: McpServerId, actor: Actor): Promise<void> {
	await withServer(deps, { id, actor, action: "mcp_server.remove", args: {} }, async (server, intend) => {
		requireOwn(server);
		await intend();
		await deps.store.remove(id);
		deps.pool.drop(id);
	});
}

/**
 * Accepts tools as they are now, as the tier that the operator gives them.
 *
 * @throws AppError FORBIDDEN, MCP_SERVER_NOT_FOUND, MCP_TOOL_CHANGED when one is no longer as it was shown
 */
export async function acceptTools(
	deps: ServerDeps,
	{ id, tools }: { readonly id: McpServerId } & z.output<typeof acceptMcpToolsRoute.body>,
	actor: Actor,
): Promise<McpServer> {
	const args = { tools: tools.slice(0, 20).map(({ name, tier }) => `${name}: ${tier}`), count: tools.length };
	await withServer(deps, { id, actor, action: "mcp_server.accept", args }, async (server, intend) => {
		const accepted = tools.map(({ name, hash, tier }): AcceptedTool => {
			const served = server.served.find((tool) => tool.name === name);
			if (served === undefined || hashOf(served) !== hash)
				throw new AppError("MCP_TOOL_CHANGED", `The tool ${name} is no longer as it was shown. Look at it again`, {
					details: { tool: name },
				});
			return { ...served, hash, tier: tierFor(served, tier) };
		});
		await intend();
		const others = server.accepted.filter(({ name }) => accepted.every((tool) => tool.name !== name));
		await deps.store.change(id, { accepted: [...others, ...accepted] });
	});
	return await viewOfCurrent(deps, id);
}

/** Looks at the tools of a server again. @throws AppError FORBIDDEN, MCP_SERVER_NOT_FOUND */
export async function refreshServer(deps: ServerDeps, id: McpServerId, actor: Actor): Promise<McpServer> {
	requireRole(actor.identity, "operator");
	await lookAgain(deps, id);
	return await viewOfCurrent(deps, id);
}

async function lookAgain(deps: ServerDeps, id: McpServerId): Promise<void> {
	const server = await deps.store.findAny(id);
	if (server?.enabled === true) await lookAt(deps, server);
}

/**
 * Makes the servers of a configuration file those of the database with `source: "file"`, one replica at a time. What was accepted of one
 * stays while its name does; those that are no longer in the file are removed.
 *
 * @throws AppError VALIDATION_ERROR, ALREADY_EXISTS
 */
export async function applyServers(deps: ServerDeps, wanted: readonly NewMcpServer[]): Promise<void> {
	await deps.store.alone(async () => {
		const known = (await deps.store.all()).filter(({ source }) => source === "file");
		const isSame = (row: StoredServer, { name, tenantId }: NewMcpServer) => row.name === name && row.tenantId === tenantId;
		for (const row of known) if (!wanted.some((each) => isSame(row, each))) await deps.store.remove(row._id);
		for (const each of wanted) {
			const before = known.find((row) => isSame(row, each));
			if (before === undefined) {
				await requireName(deps.store, each);
				await deps.store.add(await newServer(deps, each, "file"));
			} else {
				const reach = await reached(deps, before._id, each.reach);
				await deps.store.change(before._id, { enabled: each.enabled, ...reach, lookedAt: new Date(0) }, { isReached: true });
			}
		}
	});
}

type Operation = { readonly id: McpServerId; readonly actor: Actor } & Pick<RecordedAction, "action" | "args">;

/** Finds a server and changes it, alone, with its rows in the audit. */
async function withServer(
	deps: ServerDeps,
	{ id, actor, action, args }: Operation,
	act: (server: StoredServer, intend: () => Promise<void>) => Promise<void>,
): Promise<void> {
	await recorded(deps, { actor, action: actionOf(actor, { action, target: id, args }) }, async (intend) => {
		requireRole(actor.identity, "operator");
		await deps.store.alone(async () => {
			const server = await deps.store.findAny(id);
			if (server === null) throw unknownServer();
			await act(server, () => intend("tenant"));
		});
	});
}

/** A name is that of one server for each tenant, also among those of all. */
async function requireName(store: ServerStore, { name, tenantId }: NewMcpServer): Promise<void> {
	const all = await store.all();
	if (all.length >= store.mostServers) throw new AppError("LIMIT_REACHED", `There are ${store.mostServers} MCP servers at most`);
	if (all.some((other) => other.name === name && (other.tenantId === tenantId || other.tenantId === null || tenantId === null)))
		throw taken();
}

function actionOf({ identity }: Actor, action: Pick<RecordedAction, "action" | "target" | "args">): RecordedAction {
	return { tenantId: identity.tenantId, ...action };
}

async function viewOfCurrent(deps: ServerDeps, id: McpServerId): Promise<McpServer> {
	const server = await deps.store.findAny(id);
	if (server === null) throw unknownServer();
	return viewOf(deps, server);
}

const viewOf = ({ pool }: ServerDeps, server: StoredServer) => serverView(server, pool.isConnected(server._id));

function requireOwn({ source }: StoredServer): void {
	if (source === "file") throw new AppError("MANAGED_BY_FILE", "This MCP server stands in TOOLS_CONFIG_FILE. Change it there");
}

const unknownServer = () => new AppError("MCP_SERVER_NOT_FOUND", "There is no such MCP server");
