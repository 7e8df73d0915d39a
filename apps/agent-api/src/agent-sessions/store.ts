import { randomUUID } from "node:crypto";
import type { SessionId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { FileDiff } from "@webhand/contracts/tools/files";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";
import type { AgentSession, WorkspaceId } from "@webhand/contracts/tools/workspaces";
import type { Mongo } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../retention.ts";

/** Whose sessions. */
export type Owner = { readonly tenantId: TenantId; readonly userId: UserId };

/**
 * A session on the server host as stored. `sid` is the sign-in whose own it is; `workspaceId` the selected workspace; `used` says when each
 * workspace was used last; `keptDays` is how long the session stays after its last use.
 */
export type StoredAgentSession = Owner & {
	readonly _id: SessionId;
	readonly sid: SignInId;
	readonly workspaceId: WorkspaceId | null;
	readonly status: AgentSession["status"];
	readonly title?: string;
	readonly used: Readonly<Partial<Record<WorkspaceId, Date>>>;
	readonly toolCallCount: number;
	readonly keptDays: number;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly lastUsedAt: Date;
	readonly expireAt: Date;
};

/** A tool call to keep: `arguments` and `result` are previews without file contents, of at most 2,000 and 4,000 characters. */
export type NewToolCall = Owner & {
	readonly sessionId: SessionId;
	readonly workspaceId: WorkspaceId;
	readonly name: string;
	readonly arguments: string;
	readonly result?: string;
	readonly status: StoredToolCall["status"];
	readonly at: Date;
	readonly durationMs: number;
	readonly approvalId?: string;
	/** Changes of files, without hunks. */
	readonly diffs?: readonly Omit<FileDiff, "hunks">[];
};

/** A tool call as stored. */
export type ToolCallRow = NewToolCall & { readonly _id: string; readonly expireAt: Date };

/** Sessions on the server host and their tool calls. */
export type AgentSessionStore = ReturnType<typeof createAgentSessionStore>;

/** The place of a session in a list: the newest use first. */
export type SessionPlace = { readonly lastUsedAt: Date; readonly id: SessionId };

const newestFirst = { lastUsedAt: -1, _id: -1 } as const;

/** Opens the store of sessions on the server host. */
export function createAgentSessionStore(mongo: Pick<Mongo, "db">) {
	const sessions = mongo.db.collection<StoredAgentSession>("agent_sessions");
	const calls = mongo.db.collection<ToolCallRow>("agent_tool_calls");
	return {
		/** A session of this user. */
		get: ({ tenantId, userId }: Owner, id: SessionId): Promise<StoredAgentSession | null> =>
			sessions.findOne({ _id: id, tenantId, userId }, requestLimit),

		/** The session of a sign-in, once it was used. */
		ofSignIn: ({ tenantId, userId }: Owner, sid: SignInId): Promise<StoredAgentSession | null> =>
			sessions.findOne({ tenantId, userId, sid }, requestLimit),

		/** Inserts the session of a sign-in, or reads the one that another request inserted first. */
		open: async (fresh: StoredAgentSession): Promise<StoredAgentSession> => {
			const { tenantId, userId, sid } = fresh;
			try {
				await sessions.insertOne({ ...fresh });
				return fresh;
			} catch (cause) {
				const found = isDuplicateKey(cause) ? await sessions.findOne({ tenantId, userId, sid }, requestLimit) : null;
				if (found === null) throw cause;
				return found;
			}
		},

		/** Keeps a tool call, and that its session and workspace were used. */
		insertCall: async (call: NewToolCall): Promise<void> => {
			const { tenantId, userId, sessionId, workspaceId, at } = call;
			const before = await sessions.findOneAndUpdate(
				{ _id: sessionId, tenantId, userId },
				[
					{
						$set: {
							lastUsedAt: { $max: ["$lastUsedAt", at] },
							updatedAt: { $max: ["$updatedAt", at] },
							used: { [workspaceId]: { $max: [`$used.${workspaceId}`, at] } },
							toolCallCount: { $add: ["$toolCallCount", 1] },
							expireAt: { $max: ["$expireAt", { $add: [at, { $multiply: ["$keptDays", dayMs] }] }] },
						},
					},
				],
				{ projection: { keptDays: 1, expireAt: 1 }, ...requestLimit },
			);
			// The person removed the session meanwhile: its history stays removed.
			if (before === null) return;
			const expireAt = new Date(at.getTime() + before.keptDays * dayMs);
			await calls.insertOne({ ...call, _id: randomUUID(), expireAt });
		},
	};
}

/** Indexes of sessions and their tool calls. */
export const agentSessionMigrations: readonly Migration[] = [
	{
		id: "2026-11-agent-session-indexes",
		run: async (db) => {
			await db
				.collection("agent_sessions")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, sid: 1 }, unique: true },
					{ key: { tenantId: 1, userId: 1, ...newestFirst } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db
				.collection("agent_tool_calls")
				.createIndexes([{ key: { tenantId: 1, userId: 1, sessionId: 1, at: -1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
		},
	},
];
