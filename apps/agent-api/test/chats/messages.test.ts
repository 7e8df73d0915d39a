import { Message } from "@webhand/contracts/chat/message";
import { describe, expect } from "vitest";
import { shop, test } from "../agent.ts";
import type { Page } from "./chats.ts";
import { addMessages, get, one } from "./chats.ts";

describe("messages of a chat", () => {
	test("come in order with their numbers, from the end, and before or after a number", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({ query: "Show more" });
		await addMessages(mongo.db, sessionId, ["two", "three", "four"]);
		const page = (query: string) => get<Page>(agent, `${one(sessionId)}/messages${query}`);
		const numbers = async (query: string) => {
			const { messages, hasMoreBefore, hasMoreAfter, total } = await page(query);
			expect(total).toBe(5);
			return [messages.map(({ sequenceNumber }) => sequenceNumber), hasMoreBefore, hasMoreAfter];
		};
		expect(await numbers("")).toEqual([[0, 1, 2, 3, 4], false, false]);
		expect(await numbers("?limit=2")).toEqual([[3, 4], true, false]);
		expect(await numbers("?limit=2&before=3")).toEqual([[1, 2], true, true]);
		expect(await numbers("?limit=2&after=0")).toEqual([[1, 2], true, true]);
		expect(await numbers("?after=4")).toEqual([[], true, false]);
		expect(await numbers("?before=0")).toEqual([[], false, true]);
		const { messages } = await page("");
		expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "assistant", "assistant", "assistant"]);
		for (const message of messages) expect(Message.strict().safeParse(message).error).toBeUndefined();
	});

	test("that expired are not counted: the first number may be above 0", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({});
		await addMessages(mongo.db, sessionId, ["two"]);
		await mongo.db.collection("messages").deleteMany({ sessionId, sequenceNumber: { $lt: 2 } });
		expect(await get<Page>(agent, `${one(sessionId)}/messages`)).toMatchObject({
			total: 1,
			sessionExists: true,
			hasMoreBefore: false,
			messages: [{ sequenceNumber: 2 }],
		});
	});

	test("1,200 of them are read page by page without a hole or a repeat while more arrive", async ({ agent, mongo }) => {
		const { sessionId, taskId } = await agent.step({});
		await addMessages(
			mongo.db,
			sessionId,
			Array.from({ length: 1_198 }, (_, index) => `message ${index + 2}`),
		);
		const read = async (next: (page: Page, seen: readonly number[]) => string | null, start: string) => {
			let seen: number[] = [];
			for (let query: string | null = start; query !== null; ) {
				const page: Page = await get<Page>(agent, `${one(sessionId)}/messages?limit=100${query}`);
				const numbers = page.messages.map(({ sequenceNumber }) => sequenceNumber);
				seen = query.includes("after") ? [...seen, ...numbers] : [...numbers, ...seen];
				query = next(page, seen);
			}
			return seen;
		};
		const writing = (async () => {
			for (let index = 0; index < 20; index++) await agent.step({ taskId, dom: `${shop.dom}\n<button 8>Tea ${index}` });
		})();
		const [forward, backward] = await Promise.all([
			read((page, seen) => (page.hasMoreAfter ? `&after=${seen.at(-1)}` : null), "&after=0"),
			read((page, seen) => (page.hasMoreBefore ? `&before=${seen[0]}` : null), ""),
		]);
		await writing;
		for (const seen of [[0, ...forward], backward]) {
			expect(seen.length).toBeGreaterThanOrEqual(1_200);
			expect(seen).toEqual(seen.map((_number, index) => index));
		}
	});
});
