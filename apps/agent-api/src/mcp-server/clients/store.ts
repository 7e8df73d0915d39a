import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { McpScope } from "@webhand/contracts/mcp-server/clients";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owner } from "../../shared/rows.ts";

/** A connected client as stored. `tokenHash` is the SHA-256 of its token in hex; `expireAt` ends the row. */
export type StoredClient = Owner & {
	readonly _id: McpClientId;
	readonly name: string;
	readonly scopes: readonly McpScope[];
	readonly tokenHash: string;
	readonly createdAt: Date;
	readonly expiresAt: Date;
	readonly lastUsedAt: Date | null;
	readonly revokedAt: Date | null;
	readonly expireAt: Date;
};

/** Connected MCP clients. */
export type ClientStore = ReturnType<typeof createClientStore>;

const longestList = 100;

/** Opens the store of connected clients. */
export function createClientStore(mongo: Pick<Mongo, "db">) {
	const clients = mongo.db.collection<StoredClient>("mcp_clients");
	return {
		insert: async (client: StoredClient): Promise<void> => {
			await clients.insertOne({ ...client }, requestLimit);
		},

		/** Newest first, revoked and expired ones included while their rows last. */
		list: ({ tenantId, userId }: Owner): Promise<StoredClient[]> =>
			clients.find({ tenantId, userId }, { sort: { createdAt: -1 }, limit: longestList, ...requestLimit }).toArray(),

		countOpen: ({ tenantId, userId }: Owner, now: Date): Promise<number> =>
			clients.countDocuments({ tenantId, userId, revokedAt: null, expiresAt: { $gt: now } }, requestLimit),

		/** The client of a token: its secret finds it, as no tenant is known before. */
		findByTokenHash: (tokenHash: string): Promise<StoredClient | null> => clients.findOne({ tokenHash }, requestLimit),

		get: ({ tenantId, userId }: Owner, _id: McpClientId): Promise<StoredClient | null> =>
			clients.findOne({ tenantId, userId, _id }, requestLimit),

		/** Ends a client. A second call changes nothing. @returns false when the user has no such client */
		revoke: async ({ tenantId, userId }: Owner, _id: McpClientId, { at, expireAt }: { readonly at: Date; readonly expireAt: Date }) => {
			const owned = { tenantId, userId, _id };
			const { matchedCount } = await clients.updateOne({ ...owned, revokedAt: null }, { $set: { revokedAt: at, expireAt } }, requestLimit);
			return matchedCount === 1 || (await clients.findOne(owned, requestLimit)) !== null;
		},

		touch: async ({ tenantId, _id }: Pick<StoredClient, "tenantId" | "_id">, at: Date): Promise<void> => {
			await clients.updateOne({ tenantId, _id }, { $max: { lastUsedAt: at } }, requestLimit);
		},
	};
}

/** Indexes of clients: a token's, a user's, and the end of their rows. */
export const mcpClientMigrations: readonly Migration[] = [
	{
		id: "2026-11-mcp-client-indexes",
		run: async (db) => {
			await db
				.collection("mcp_clients")
				.createIndexes([
					{ key: { tokenHash: 1 }, unique: true },
					{ key: { tenantId: 1, userId: 1, createdAt: -1 } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
		},
	},
];
