import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../../shared/retention.ts";

/** How long the log keeps an event, unless its tenant keeps messages for less. */
export const eventLifeMs = 7 * dayMs;

/** Indexes of tasks, steps and events. */
export const stepMigrations: readonly Migration[] = [
	{
		id: "2026-01-steps-indexes",
		run: async (db) => {
			await db
				.collection("tasks")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, createKey: 1 }, unique: true, partialFilterExpression: { createKey: { $type: "string" } } },
					{ key: { tenantId: 1, sessionId: 1, createdAt: -1 } },
					{ key: { status: 1, updatedAt: 1 } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db.collection("task_actions").createIndexes([
				{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true },
				{ key: { tenantId: 1, userId: 1, key: 1 }, partialFilterExpression: { key: { $type: "string" } } },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
			await db.collection("events").createIndexes([
				{ key: { tenantId: 1, sessionId: 1, seq: 1 }, unique: true },
				{ key: { publishedAt: 1, createdAt: 1 }, partialFilterExpression: { publishedAt: null } },
				{ key: { createdAt: 1 }, expireAfterSeconds: eventLifeMs / 1_000 },
			]);
		},
	},
	{
		id: "2026-02-messages-indexes",
		run: async (db) => {
			await db.collection("messages").createIndexes([
				{ key: { tenantId: 1, sessionId: 1, sequenceNumber: 1 }, unique: true },
				{ key: { tenantId: 1, messageId: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
	{
		id: "2026-11-events-retention",
		run: async (db) => {
			const hasOwnTerm = { partialFilterExpression: { expireAt: { $exists: true } } };
			await db.collection("events").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0, ...hasOwnTerm });
		},
	},
	{
		id: "2026-11-stopped-keys",
		run: async (db) => {
			await db.collection("stopped_keys").createIndexes([
				{ key: { tenantId: 1, userId: 1, key: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
