import type { RoutineId } from "@webhand/contracts/ids";
import type { BrowserCallId, BrowserWork } from "@webhand/contracts/mcp-server/calls";
import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { CallReport } from "@webhand/contracts/mcp-server/reports";
import type { InputValues } from "@webhand/contracts/routine/words";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owner } from "../../shared/rows.ts";

/** What a client asks for: work of a browser, one row of a routine, or a tool of a workspace. The last two run under the sign-in of the panel that takes the call. */
export type Work =
	| Exclude<BrowserWork, { kind: "routine" }>
	| { readonly kind: "routine"; readonly routineId: RoutineId; readonly name: string; readonly values: InputValues }
	| { readonly kind: "workspace"; readonly tool: string; readonly args: string; readonly workspaceId?: string };

/** What came of a workspace tool. */
export type ToolReport = { readonly state: "answered"; readonly text: string; readonly isError: boolean };

/** Why a call ended without a last report. */
export type GivenUp = "cancelled" | "no_panel" | "silent" | "revoked";

/** A call as stored. `seenAt` is when its browser spoke of it last. */
export type StoredClientCall = Owner & {
	readonly _id: BrowserCallId;
	readonly clientId: McpClientId;
	readonly clientName: string;
	readonly work: Work;
	readonly state: "queued" | "running" | "ended";
	readonly report: CallReport | ToolReport | null;
	readonly givenUp: GivenUp | null;
	readonly createdAt: Date;
	readonly seenAt: Date;
	readonly expireAt: Date;
};

/** Calls of connected clients. */
export type CallStore = ReturnType<typeof createCallStore>;

const open = ["queued", "running"] as const;

/** Opens the store of calls. */
export function createCallStore(mongo: Pick<Mongo, "db">) {
	const calls = mongo.db.collection<StoredClientCall>("mcp_calls");
	return {
		insert: async (call: StoredClientCall): Promise<void> => {
			await calls.insertOne({ ...call }, requestLimit);
		},

		get: ({ tenantId, userId }: Owner, _id: BrowserCallId): Promise<StoredClientCall | null> =>
			calls.findOne({ tenantId, userId, _id }, requestLimit),

		/** Unfinished calls that somebody spoke of after `since`: older ones were left by a process that died. */
		countOpen: ({ tenantId, userId }: Owner, since: Date): Promise<number> =>
			calls.countDocuments({ tenantId, userId, state: { $in: [...open] }, seenAt: { $gt: since } }, requestLimit),

		/** The same of one client, oldest first. */
		openOf: ({ tenantId, userId }: Owner, clientId: McpClientId, since: Date): Promise<StoredClientCall[]> =>
			calls
				.find(
					{ tenantId, userId, clientId, state: { $in: [...open] }, seenAt: { $gt: since } },
					{ sort: { createdAt: 1 }, ...requestLimit },
				)
				.toArray(),

		/** Takes the oldest queued call that was asked for after `since`; of two browsers one gets it. */
		take: ({ tenantId, userId }: Owner, { since, at }: { readonly since: Date; readonly at: Date }): Promise<StoredClientCall | null> =>
			calls.findOneAndUpdate(
				{ tenantId, userId, state: "queued", createdAt: { $gt: since } },
				{ $set: { state: "running", seenAt: at } },
				{ sort: { createdAt: 1 }, returnDocument: "after", ...requestLimit },
			),

		/** Notes that a browser still works on these calls. @returns those that run no more */
		see: async ({ tenantId, userId }: Owner, ids: readonly BrowserCallId[], at: Date): Promise<readonly BrowserCallId[]> => {
			if (ids.length === 0) return [];
			const running = { tenantId, userId, _id: { $in: [...ids] }, state: "running" as const };
			await calls.updateMany(running, { $max: { seenAt: at } }, requestLimit);
			const known = await calls.find(running, { projection: { _id: 1 }, ...requestLimit }).toArray();
			return ids.filter((id) => !known.some(({ _id }) => _id === id));
		},

		/** Writes the newest report of a running call. @returns null when it runs no more */
		report: (
			{ tenantId, userId }: Owner,
			{
				id,
				report,
				isLast,
				at,
			}: { readonly id: BrowserCallId; readonly report: StoredClientCall["report"]; readonly isLast: boolean; readonly at: Date },
		): Promise<StoredClientCall | null> =>
			calls.findOneAndUpdate(
				{ tenantId, userId, _id: id, state: "running" },
				{ $set: { report, seenAt: at, ...(isLast ? { state: "ended" as const } : {}) } },
				{ returnDocument: "after", ...requestLimit },
			),

		/** Ends an unfinished call in the states named. @returns false when it was in none of them */
		giveUp: async (
			{ tenantId, userId }: Owner,
			id: BrowserCallId,
			{ why, from = open }: { readonly why: GivenUp; readonly from?: readonly ("queued" | "running")[] },
		): Promise<boolean> => {
			const filter = { tenantId, userId, _id: id, state: { $in: [...from] } };
			return (await calls.updateOne(filter, { $set: { state: "ended", givenUp: why } }, requestLimit)).matchedCount === 1;
		},
	};
}

/** Indexes of calls: a user's by state in order, and the end of their rows. */
export const mcpCallMigrations: readonly Migration[] = [
	{
		id: "2026-11-mcp-call-indexes",
		run: async (db) => {
			await db
				.collection("mcp_calls")
				.createIndexes([{ key: { tenantId: 1, userId: 1, state: 1, createdAt: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
		},
	},
];
