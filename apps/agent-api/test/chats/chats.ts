import { randomUUID } from "node:crypto";
import type { Message } from "@webhand/contracts/chat/message";
import type { Session } from "@webhand/contracts/chat/sessions";
import type { Db } from "mongodb";
import type { Agent, PostOptions } from "../agent.ts";

export type List = { readonly sessions: readonly Session[]; readonly total: number; readonly nextCursor: string | null };
export type Page = {
	readonly messages: readonly Message[];
	readonly total: number;
	readonly sessionExists: boolean;
	readonly hasMoreBefore: boolean;
	readonly hasMoreAfter: boolean;
};

/** The body of a reply that must be a 200. */
export const get = async <Body>(agent: Agent, path: string, options: PostOptions = {}): Promise<Body> => {
	const { status, bytes, body } = await agent.call("GET", path, options);
	if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`);
	return body as Body;
};
export const list = (agent: Agent, query = "", options: PostOptions = {}) => get<List>(agent, `/api/session${query}`, options);
export const one = (sessionId: string) => `/api/session/${sessionId}`;
/** Begins a task, and so a chat, on each site; their ids in the same order. */
export const chatsOn = async (agent: Agent, sites: readonly string[]) => {
	const ids: string[] = [];
	for (const site of sites) ids.push((await agent.step({ url: `https://${site}/`, query: `Visit ${site}` })).sessionId);
	return ids;
};
export const titlesOf = ({ sessions }: List) => sessions.map(({ title }) => title);

/** Adds messages to a chat, as so many steps would have. */
export async function addMessages(db: Db, sessionId: string, contents: readonly string[]): Promise<void> {
	const sessions = db.collection("sessions");
	const chat = await sessions.findOneAndUpdate({ _id: sessionId as never }, { $inc: { messageCount: contents.length } });
	const rows = contents.map((content, index) => ({
		messageId: randomUUID(),
		sessionId,
		taskId: chat?.["lastTaskId"],
		role: "assistant",
		content,
		timestamp: new Date().toISOString(),
		tenantId: chat?.["tenantId"],
		sequenceNumber: chat?.["messageCount"] + index,
		status: "success",
		expireAt: new Date(Date.now() + 86_400_000),
	}));
	await db.collection("messages").insertMany(rows);
}
