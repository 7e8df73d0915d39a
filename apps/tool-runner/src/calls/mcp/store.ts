import type { McpCall, McpCallEvent } from "@webhand/contracts/tools/mcp";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import type { Holder, Owner, StoredCall } from "../store.ts";
import { createCallStore, heldBy } from "../store.ts";

/** What happened in a call before its end; `seq` counts from 1. */
export type CallStep = Extract<McpCallEvent, { type: "progress" | "message" }> & { readonly seq: number };

/** A call of a tool of an MCP server and what became of it. It runs at once, in the process that has accepted it. */
export type StoredToolCall = StoredCall & {
	readonly name: string;
	readonly data: NonNullable<McpCall["data"]> | null;
	readonly error: NonNullable<McpCall["error"]> | null;
	/** The newest ones; read by `news` alone. */
	readonly steps?: readonly CallStep[];
	readonly intentId: string;
};

export type ToolCallStore = ReturnType<typeof createToolCallStore>;

export async function indexMcpCalls(db: Db): Promise<void> {
	await db
		.collection("mcp_calls")
		.createIndexes([
			{ key: { tenantId: 1, userId: 1, state: 1 } },
			{ key: { state: 1, heartbeatAt: 1 } },
			{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
		]);
}

/** Indexes of calls for their outcomes in the audit and for the counts of a tenant. */
export async function indexMcpCallEnds(db: Db): Promise<void> {
	await db
		.collection("mcp_calls")
		.createIndexes([
			{ key: { intentId: 1 }, partialFilterExpression: { intentId: { $type: "string" } } },
			{ key: { isAudited: 1, finishedAt: 1 }, partialFilterExpression: { isAudited: false } },
			{ key: { tenantId: 1, state: 1 } },
		]);
}

const mostSteps = 200;

/** Opens the store of calls of MCP tools. */
export function createToolCallStore(db: Db) {
	const calls = db.collection<StoredToolCall>("mcp_calls");
	return {
		...createCallStore<StoredToolCall>(db, "mcp_calls", "steps"),

		/** A call with its steps after `seen`. */
		news: ({ tenantId, userId }: Owner, _id: string, seen: number): Promise<StoredToolCall | null> => {
			const steps = { $filter: { input: "$steps", as: "step", cond: { $gt: ["$$step.seq", seen] } } };
			const shown = { name: 1, state: 1, data: 1, error: 1, createdAt: 1, finishedAt: 1 };
			return calls.findOne({ tenantId, userId, _id }, { projection: { ...shown, steps }, ...requestLimit });
		},

		/** Adds steps. */
		step: async (holder: Holder, steps: readonly CallStep[]): Promise<void> => {
			await calls.updateOne(heldBy(holder), { $push: { steps: { $each: [...steps], $slice: -mostSteps } } });
		},

		/** Of these intents the ones that a call belongs to. */
		withIntent: async (intentIds: readonly string[]): Promise<ReadonlySet<string>> => {
			const rows = await calls.find({ intentId: { $in: [...intentIds] } }, { projection: { intentId: 1 } }).toArray();
			return new Set(rows.map(({ intentId }) => intentId));
		},
	};
}
