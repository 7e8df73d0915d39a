import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import type { OutboxEvent, OutboxMessage, SessionChange, StoredEvent } from "../../../shared/rows.ts";
import type { AdvanceSession } from "./tasks.ts";
import { insertEvents, insertMessages } from "./writes.ts";

/** What is added to a chat: numbered messages and events, and what changes of the chat itself. */
export type ChatAddition = {
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
