import { randomUUID } from "node:crypto";
import type { SessionId, SignInId, WorkspaceId } from "@webhand/contracts/ids";
import type { FileDiff } from "@webhand/contracts/tools/files";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";
import type { AgentSession } from "@webhand/contracts/tools/workspaces";
import { OwnError } from "@webhand/service-kit/errors";
import type { Mongo } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../../shared/retention.ts";
import type { Owner } from "../../shared/rows.ts";
import type { ServerTaskState } from "../../shared/task.ts";

/**
 * A session on the server host as stored. `sid` is the sign-in whose own it is, `task` that of a server-run task: one of them is there; `workspaceId` the selected workspace; `used` says when each
 * workspace was used last; `keptDays` is how long the session stays after its last use.
 */
export type StoredAgentSession = Owner & {
	readonly _id: SessionId;
	readonly sid?: SignInId;
	readonly task?: ServerTaskState;
	readonly workspaceId: WorkspaceId | null;
	readonly status: AgentSession["status"];
	readonly title?: string;
	/** Where commands run: below the root of that workspace. */
	readonly folder?: Folder;
	readonly used: Readonly<Partial<Record<WorkspaceId, Date>>>;
	readonly toolCallCount: number;
	readonly keptDays: number;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly lastUsedAt: Date;
	readonly expireAt: Date;
};

/** A folder of a workspace, by its path from the root. It may be gone by now. */
export type Folder = { readonly workspaceId: WorkspaceId; readonly path: string };

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

/** Which sessions of a user: in a state, that used a workspace, after a place. */
export type SessionFilter = {
	readonly status?: AgentSession["status"] | undefined;
	readonly workspaceId?: WorkspaceId | undefined;
	readonly after?: { readonly lastUsedAt: Date; readonly id: string } | undefined;
	readonly limit: number;
};

/** A use of a workspace in a session. */
type Use = Owner & { readonly sessionId: SessionId; readonly workspaceId: WorkspaceId; readonly at: Date };

/** Sessions on the server host and their tool calls. */
export type AgentSessionStore = ReturnType<typeof createAgentSessionStore>;

const newestFirst = { lastUsedAt: -1, _id: -1 } as const;

/** Opens the store of sessions on the server host. */
export function createAgentSessionStore(mongo: Pick<Mongo, "db">) {
	const sessions = mongo.db.collection<StoredAgentSession>("agent_sessions");
	const calls = mongo.db.collection<ToolCallRow>("agent_tool_calls");

	/** Notes the use of a session, and changes it. @returns null for one that is not there; it is not made again */
	const use = async ({ tenantId, userId, sessionId, workspaceId, at }: Use, changes: object): Promise<StoredAgentSession | null> => {
		// A day more: the end of a session and its calls moves at most once a day.
		const end = { $add: [at, { $multiply: [{ $add: ["$keptDays", 1] }, dayMs] }] };
		const isDue = { $gte: [{ $subtract: [end, "$expireAt"] }, dayMs] };
		const after = await sessions.findOneAndUpdate(
			{ _id: sessionId, tenantId, userId },
			[
				{
					$set: {
						lastUsedAt: { $max: ["$lastUsedAt", at] },
						updatedAt: { $max: ["$updatedAt", at] },
						used: { [workspaceId]: { $max: [`$used.${workspaceId}`, at] } },
						expireAt: { $cond: [isDue, end, "$expireAt"] },
						...changes,
					},
				},
			],
			{ returnDocument: "after", ...requestLimit },
		);
		const isProlonged = after?.expireAt.getTime() === at.getTime() + ((after?.keptDays ?? 0) + 1) * dayMs;
		if (after !== null && isProlonged) await calls.updateMany({ tenantId, userId, sessionId }, { $set: { expireAt: after.expireAt } });
		return after;
	};

	return {
		/** A session of this user. */
		get: ({ tenantId, userId }: Owner, id: SessionId): Promise<StoredAgentSession | null> =>
			sessions.findOne({ _id: id, tenantId, userId }, requestLimit),

		/** The session of a sign-in, once it was used. */
		ofSignIn: ({ tenantId, userId }: Owner, sid: SignInId): Promise<StoredAgentSession | null> =>
			sessions.findOne({ tenantId, userId, sid }, requestLimit),

		/** Sessions of the user that match, the newest use first. */
		list: ({ tenantId, userId }: Owner, { status, workspaceId, after, limit }: SessionFilter): Promise<readonly StoredAgentSession[]> =>
			sessions
				.find(
					{
						tenantId,
						userId,
						...(status === undefined ? {} : { status }),
						...(workspaceId === undefined ? {} : { [`used.${workspaceId}`]: { $exists: true } }),
						...(after === undefined
							? {}
							: {
									$or: [{ lastUsedAt: { $lt: after.lastUsedAt } }, { lastUsedAt: after.lastUsedAt, _id: { $lt: after.id as SessionId } }],
								}),
					},
					{ sort: newestFirst, limit, ...requestLimit },
				)
				.toArray(),

		/** Calls of a session before a moment, newest first. */
		calls: (
			{ tenantId, userId }: Owner,
			{ sessionId, before, limit }: { readonly sessionId: SessionId; readonly before?: Date | undefined; readonly limit: number },
		): Promise<readonly ToolCallRow[]> =>
			calls
				.find(
					{ tenantId, userId, sessionId, ...(before === undefined ? {} : { at: { $lt: before } }) },
					{ sort: { at: -1, _id: -1 }, limit, ...requestLimit },
				)
				.toArray(),

		/** Inserts the session of a sign-in, or reads the one that another request inserted first. */
		open: async (fresh: StoredAgentSession): Promise<StoredAgentSession> => {
			const { tenantId, userId, sid } = fresh;
			if (sid === undefined) throw new OwnError("a session of a sign-in names it");
			try {
				await sessions.insertOne({ ...fresh });
				return fresh;
			} catch (cause) {
				const found = isDuplicateKey(cause) ? await sessions.findOne({ tenantId, userId, sid }, requestLimit) : null;
				if (found === null) throw cause;
				return found;
			}
		},

		/** Selects the workspace of a session. @returns null for a session that is not there */
		select: (selected: Use): Promise<StoredAgentSession | null> => use(selected, { workspaceId: selected.workspaceId }),

		/** Gives a session its person's own title, and its task other settings. @returns null for a session that is not there */
		change: (
			{ tenantId, userId }: Owner,
			{
				id,
				at,
				title,
				settings = {},
			}: Partial<Pick<StoredAgentSession, "title">> & {
				readonly id: SessionId;
				readonly at: Date;
				readonly settings?: Readonly<Record<string, boolean | undefined>>;
			},
		) => {
			const given = Object.entries(settings).filter(([, value]) => value !== undefined);
			const changed = Object.fromEntries(given.map(([name, value]) => [`task.settings.${name}`, value]));
			return sessions.findOneAndUpdate(
				{ _id: id, tenantId, userId },
				{ $set: { ...(title === undefined ? {} : { title }), ...changed, updatedAt: at } },
				{ returnDocument: "after", ...requestLimit },
			);
		},

		/** Chooses the folder that commands of a session run in. */
		chooseFolder: async ({ tenantId, userId }: Owner, sessionId: SessionId, folder: Folder): Promise<void> => {
			await sessions.updateOne({ _id: sessionId, tenantId, userId }, { $set: { folder } }, requestLimit);
		},

		/** Removes a session and its calls. A removal that was cut off ends with the next one. */
		remove: async ({ tenantId, userId }: Owner, sessionId: SessionId): Promise<void> => {
			await calls.deleteMany({ tenantId, userId, sessionId });
			await sessions.deleteOne({ _id: sessionId, tenantId, userId });
		},

		/** Keeps a tool call, and that its session and workspace were used; nothing of a session that was removed meanwhile. */
		insertCall: async (call: NewToolCall): Promise<void> => {
			const session = await use(call, { toolCallCount: { $add: ["$toolCallCount", 1] } });
			if (session !== null) await calls.insertOne({ ...call, _id: randomUUID(), expireAt: session.expireAt });
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
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, sessionId: 1, at: -1, _id: -1 } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
		},
	},
	{
		id: "2026-11-agent-session-of-sign-in",
		run: async (db) => {
			const sessions = db.collection("agent_sessions");
			const name = "tenantId_1_userId_1_sid_1";
			const indexes = await sessions.indexes();
			// A server-run task belongs to no sign-in.
			if (indexes.some((index) => index.name === name && index["partialFilterExpression"] === undefined)) await sessions.dropIndex(name);
			const ofSignIn = { partialFilterExpression: { sid: { $exists: true } } };
			await sessions.createIndex({ tenantId: 1, userId: 1, sid: 1 }, { name, unique: true, ...ofSignIn });
		},
	},
];
