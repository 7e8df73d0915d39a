import type { ReplyOf } from "@webhand/contracts/routes";
import type { runnerMcpToolsRoute } from "@webhand/contracts/tools/internal/mcp";
import { approvalOfMcp } from "@webhand/contracts/tools/server-tools";
import type { StoredWorkspace } from "../../workspaces/store.ts";
import type { Pool } from "../connections/pool.ts";
import type { ServerStore } from "../servers/store.ts";
import { stateOf } from "../servers/view.ts";
import { foundTools } from "./served.ts";

/** The accepted tools of the servers that a workspace's tenant can use, as they were at the last look. */
export async function listTools(
	{ store, pool }: { readonly store: Pick<ServerStore, "ofTenant">; readonly pool: Pick<Pool, "isConnected"> },
	{ tenantId }: Pick<StoredWorkspace, "tenantId">,
): Promise<ReplyOf<typeof runnerMcpToolsRoute>> {
	const servers = await store.ofTenant(tenantId);
	return {
		tools: servers.flatMap((server) =>
			foundTools(server.served, server.accepted)
				.filter(({ state }) => state === "accepted")
				.map(({ name, description, parameters, hash, tier }) => {
					const isRemote = server.reach.transport === "http";
					return {
						name: `${server.name}.${name}`,
						description,
						parameters,
						tier,
						hash,
						isRemote,
						approval: approvalOfMcp({ tier, isRemote }),
						server: server.name,
						available: server.problem === null,
					};
				}),
		),
		servers: servers.map((server) => ({
			name: server.name,
			state: stateOf(server, pool.isConnected(server._id, tenantId)),
			reason: server.problem,
		})),
	};
}
