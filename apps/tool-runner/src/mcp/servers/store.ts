import type { TenantId } from "@webhand/contracts/ids";
import type { McpServer, McpServerId } from "@webhand/contracts/tools/mcp";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import { withLock } from "@webhand/service-kit/mongo/locks";
import type { Db } from "mongodb";
import type { AcceptedTool, AdmittedTool } from "../tools/served.ts";
import { taken } from "./taken.ts";

/** How a server is reached, without its secrets. `folder` is shown to the program; null for one of the system alone. */
export type StoredReach =
	| {
			readonly transport: "stdio";
			readonly program: string;
			readonly folder: string | null;
			readonly args: readonly string[];
			/** Its first line names Node, whatever the file is called. */
			readonly isNodeScript?: boolean;
	  }
	| { readonly transport: "http"; readonly url: string; readonly allowPrivate: boolean };

/**
 * A server that operators registered; for all tenants where `tenantId` is null. `sealed` holds its environment or headers, `revision` counts
 * changes of how it is reached. `served` are the tools of the last look, at `lookedAt`; `problem` says why that look failed, and
 * `output` what its program wrote then.
 */
export type StoredServer = {
	readonly _id: McpServerId;
	readonly tenantId: TenantId | null;
	readonly name: string;
	readonly enabled: boolean;
	readonly reach: StoredReach;
	readonly sealed: string | null;
	readonly secretNames: readonly string[];
	readonly revision: number;
	readonly served: readonly AdmittedTool[];
	readonly accepted: readonly AcceptedTool[];
	readonly leftOut: readonly string[];
	readonly problem: string | null;
	readonly output?: string;
	readonly lookedAt: Date;
	readonly source: McpServer["source"];
	readonly createdAt: Date;
};

/** What can be changed of a server. */
export type ServerChange = Partial<Omit<StoredServer, "_id" | "tenantId" | "revision" | "createdAt">>;

/** MCP servers that operators registered. */
export type ServerStore = ReturnType<typeof createServerStore>;

/** A name is unique among the servers of a tenant, and among those of all. */
export async function indexServers(db: Db): Promise<void> {
	await db.collection("mcp_servers").createIndexes([{ key: { tenantId: 1, name: 1 }, unique: true }, { key: { lookedAt: 1 } }]);
}

/** Servers that an installation has at most. */
const mostServers = 200;

export function createServerStore(db: Db) {
	const servers = db.collection<StoredServer>("mcp_servers");
	return {
		mostServers,

		/** Does `work` while nobody else, here or in another replica, registers or changes a server. */
		alone: <Result>(work: () => Promise<Result>): Promise<Result> => withLock(db, { name: "mcp-servers", holdMs: 30_000 }, work),

		/** For operators only: a server of any tenant. */
		findAny: (_id: McpServerId): Promise<StoredServer | null> => servers.findOne({ _id }, requestLimit),

		/** For operators only: all servers by name, or those that a tenant can use. */
		all: (tenantId?: TenantId): Promise<StoredServer[]> =>
			servers
				.find(tenantId === undefined ? {} : { tenantId: { $in: [tenantId, null] } }, {
					sort: { name: 1 },
					limit: mostServers,
					...requestLimit,
				})
				.toArray(),

		/** The servers that a tenant can use, by name. */
		ofTenant: (tenantId: TenantId): Promise<StoredServer[]> =>
			servers
				.find({ tenantId: { $in: [tenantId, null] }, enabled: true }, { sort: { name: 1 }, limit: mostServers, ...requestLimit })
				.toArray(),

		/** A server that a tenant can use. */
		findNamed: (tenantId: TenantId, name: string): Promise<StoredServer | null> =>
			servers.findOne({ tenantId: { $in: [tenantId, null] }, name, enabled: true }, requestLimit),

		/** Names of servers that were not reached when they were looked at last. */
		down: async (): Promise<readonly string[]> => {
			const rows = await servers
				.find(
					{ enabled: true, problem: { $ne: null } },
					{ projection: { name: 1 }, sort: { name: 1 }, limit: mostServers, ...requestLimit },
				)
				.toArray();
			return [...new Set(rows.map(({ name }) => name))];
		},

		/** @throws AppError ALREADY_EXISTS */
		add: async (server: StoredServer): Promise<void> => {
			try {
				await servers.insertOne({ ...server });
			} catch (cause) {
				if (isDuplicateKey(cause)) throw taken(cause);
				throw cause;
			}
		},

		/** @param isReached anew: connections of before are no longer used. @returns the server as it is now; null when it has gone */
		change: (_id: McpServerId, change: ServerChange, { isReached = false } = {}): Promise<StoredServer | null> =>
			servers.findOneAndUpdate({ _id }, { $set: change, $inc: { revision: isReached ? 1 : 0 } }, { returnDocument: "after" }),

		/** Keeps what a look at a server found, where it is still the same server. */
		saw: async (
			{ _id, revision }: Pick<StoredServer, "_id" | "revision">,
			look: Pick<StoredServer, "problem" | "lookedAt"> & Partial<Pick<StoredServer, "served" | "leftOut" | "output">>,
		): Promise<void> => {
			await servers.updateOne({ _id, revision }, { $set: look }, requestLimit);
		},

		/** Takes a server that was not looked at since `before`; of several replicas one gets it. */
		takeDue: (before: Date, now: Date): Promise<StoredServer | null> =>
			servers.findOneAndUpdate({ enabled: true, lookedAt: { $lt: before } }, { $set: { lookedAt: now } }, { sort: { lookedAt: 1 } }),

		remove: async (_id: McpServerId): Promise<void> => {
			await servers.deleteOne({ _id });
		},
	};
}
