import type { Message } from "@webhand/contracts/chat/message";
import type { TenantId } from "@webhand/contracts/ids";
import type { Mongo, Transaction, Update } from "@webhand/service-kit/mongo";
import { updateInOrder } from "@webhand/service-kit/mongo";
import type { Collection } from "mongodb";
import { ObjectId } from "mongodb";
import type { OutboxEvent, OutboxMessage, SessionChange, StepWrite, StoredEvent, StoredMessage } from "../../shared/rows.ts";
import type { Task } from "../../shared/task.ts";
import { verdictOf } from "../../shared/task.ts";
import { messageForEvent } from "../messages/messages.ts";
import { eventLifeMs } from "./migrations.ts";

/** Advances the chat session in a step's transaction; injected, since sessions are another feature. @returns its new numbers, 0 for none */
export type AdvanceSession = (
	change: SessionChange,
	session: Transaction,
) => Promise<{ readonly lastEventSeq: number; readonly messageCount: number }>;

/** A step's row without what is sealed in it, as a pipeline sets it. */
const unsealed = { reply: { $cond: ["$isSealed", "$$REMOVE", "$reply"] }, sealed: "$$REMOVE" } as const;

/** Drops what is sealed in the newest step of a task that ends without another step. */
export async function dropSealed(
	{ db }: Pick<Mongo, "db">,
	{ tenantId, _id: taskId, stepCount }: Task,
	session: Transaction,
): Promise<void> {
	const update = { q: { tenantId, taskId, stepIndex: stepCount - 1 }, u: [{ $set: unsealed }] };
	if (stepCount > 0) await updateInOrder(db, { collection: "task_actions", updates: [update], session });
}

/**
 * Inserts the new step and sets the verdict on the last one, which also loses what is sealed in it. The insert is an upsert that matches
 * nothing, so both go in one command; the unique index still refuses a step that exists.
 */
export async function insertStep({ db }: Pick<Mongo, "db">, { task, step, verified }: StepWrite, session: Transaction): Promise<void> {
	const { tenantId, stepIndex } = step;
	const collection = "task_actions";
	const insert: Update = { q: { _id: new ObjectId() }, u: step, upsert: true };
	if (stepIndex === 0) {
		await updateInOrder(db, { collection, updates: [insert], session });
		return;
	}
	const filter = { tenantId, taskId: task._id, stepIndex: stepIndex - 1 };
	const verdict = verified?.stepIndex === filter.stepIndex ? verdictOf(verified) : null;
	const settled = {
		// Literals: text of a page may look like an expression.
		...Object.fromEntries(Object.entries(verdict ?? {}).map(([field, value]) => [field, { $literal: value }])),
		...unsealed,
	};
	await updateInOrder(db, { collection, updates: [insert, { q: filter, u: [{ $set: settled }] }], session });
}

/** What a chat needs to know of a task. */
export type ChatTask = Pick<Task, "_id" | "sessionId" | "expireAt">;

/** Inserts the chat turns of a step and sets the outcomes of earlier ones, in one command. */
export async function insertMessages(
	{ db }: Pick<Mongo, "db">,
	job: {
		readonly tenantId: TenantId;
		readonly write: Pick<StepWrite, "patch" | "messages" | "settled"> & { readonly task: ChatTask };
		readonly messageCount: number;
		readonly session: Transaction;
	},
): Promise<readonly Message[]> {
	const { tenantId, write, messageCount, session } = job;
	const { _id: taskId, sessionId, expireAt } = { ...write.task, ...write.patch };
	const first = messageCount - write.messages.length;
	const sent = write.messages.map((message, index): Message => ({ ...message, sessionId, taskId, sequenceNumber: first + index }));
	const inserts = sent.map((message): Update => {
		const stored: StoredMessage = { ...message, tenantId, expireAt };
		return { q: { _id: new ObjectId() }, u: stored, upsert: true };
	});
	const changes = write.settled.map(({ messageId, ...change }): Update => ({ q: { tenantId, messageId }, u: { $set: change } }));
	await updateInOrder(db, { collection: "messages", updates: [...inserts, ...changes], session });
	return sent;
}

/** Numbers the events of a write and inserts them. */
export async function insertEvents(
	events: Collection<StoredEvent>,
	job: {
		readonly tenantId: TenantId;
		readonly write: Pick<StepWrite, "session" | "events" | "patch"> & { readonly task: ChatTask };
		readonly sent: readonly Message[];
		readonly lastEventSeq: number;
		readonly session: Transaction;
	},
): Promise<readonly StoredEvent[]> {
	const { tenantId, write, sent, session } = job;
	const { sessionId, at } = write.session;
	const { expireAt } = { ...write.task, ...write.patch };
	// An event holds the text of its message, so it goes with it.
	const ownTerm = expireAt.getTime() < at.getTime() + eventLifeMs ? { expireAt } : {};
	// One id for both: a client that has the message has its event.
	const messageEvents = sent.map(
		(message): OutboxEvent => ({ eventId: message.messageId, name: "new_message", data: { message: messageForEvent(message) } }),
	);
	const all = [...messageEvents, ...write.events];
	const first = job.lastEventSeq - all.length + 1;
	const rows = all.map(
		(event, index): StoredEvent => ({
			...event,
			data: { type: event.name, sessionId, seq: first + index, eventId: event.eventId, ...event.data },
			tenantId,
			sessionId,
			seq: first + index,
			createdAt: at,
			publishedAt: null,
			...ownTerm,
		}),
	);
	if (rows.length > 0) await events.insertMany(rows, { session });
	return rows;
}

/** What is added to a chat: numbered messages and events, and what changes of the chat itself. */
type ChatAddition = {
	readonly session: Omit<SessionChange, "events" | "messages"> & { readonly expireAt: Date };
	readonly messages: readonly OutboxMessage[];
	readonly events: readonly OutboxEvent[];
};

/** Adds to a chat in a transaction. @returns the numbered events, none for a chat that is gone */
export type AddToChat = (addition: ChatAddition, transaction: Transaction) => Promise<readonly StoredEvent[]>;

/** Opens the writer of chats for what is no step. */
export function createAddToChat(mongo: Pick<Mongo, "db">, advanceSession: AdvanceSession): AddToChat {
	const stored = mongo.db.collection<StoredEvent>("events");
	return async ({ session: change, messages, events }, session) => {
		const { tenantId, sessionId, taskId, expireAt } = change;
		const numbers = await advanceSession({ ...change, events: events.length + messages.length, messages: messages.length }, session);
		if (numbers.lastEventSeq === 0) return [];
		const write = {
			task: { _id: taskId, sessionId, expireAt },
			patch: {},
			settled: [],
			messages,
			events,
			session: { ...change, events: events.length, messages: messages.length },
		};
		const { messageCount, lastEventSeq } = numbers;
		const sent = messages.length === 0 ? [] : await insertMessages(mongo, { tenantId, write, messageCount, session });
		return await insertEvents(stored, { tenantId, write, sent, lastEventSeq, session });
	};
}
