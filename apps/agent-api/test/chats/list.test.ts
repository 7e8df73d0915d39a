import { describe, expect } from "vitest";
import { test } from "../agent.ts";
import type { List } from "./chats.ts";
import { addMessages, chatsOn, list, one, titlesOf } from "./chats.ts";

describe("the list of chats", () => {
	test("shows one's own, the newest first, page by page", async ({ agent }) => {
		const ids = await chatsOn(agent, ["a.example", "b.example", "c.example"]);
		const first = await list(agent, "?limit=2");
		expect([titlesOf(first), first.total]).toEqual([["c.example: Visit c.example", "b.example: Visit b.example"], 3]);
		expect(first.sessions[0]).toEqual({
			sessionId: ids[2],
			title: "c.example: Visit c.example",
			domain: "c.example",
			url: "https://c.example/",
			status: "active",
			isRenamed: false,
			messageCount: 2,
			lastTaskId: expect.any(String),
			createdAt: expect.any(Number),
			updatedAt: expect.any(Number),
		});
		const second = await list(agent, `?limit=2&cursor=${first.nextCursor}`);
		expect([titlesOf(second), second.nextCursor]).toEqual([["a.example: Visit a.example"], null]);
		expect((await list(agent, "", { as: await agent.colleague() })).total).toBe(0);
	});

	test("leaves no chat out and shows none twice where many changed in the same moment", async ({ agent, mongo }) => {
		await chatsOn(agent, ["a.example", "b.example", "c.example", "d.example", "e.example"]);
		await mongo.db.collection("sessions").updateMany({ userId: agent.user.userId }, { $set: { updatedAt: new Date(1_700_000_000_000) } });
		const seen: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const page: List = await list(agent, `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
			seen.push(...page.sessions.map(({ sessionId }) => sessionId));
			cursor = page.nextCursor;
		}
		expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
	});

	test("is narrowed by domain, also by an address of it, and by status", async ({ agent }) => {
		const [shop] = await chatsOn(agent, ["shop.example", "b.example"]);
		await agent.call("PATCH", one(String(shop)), { body: { status: "archived" } });
		expect(titlesOf(await list(agent))).toEqual(["b.example: Visit b.example"]);
		expect(titlesOf(await list(agent, "?status=archived,failed"))).toEqual(["shop.example: Visit shop.example"]);
		expect((await list(agent, "?domain=www.shop.example")).total).toBe(0);
		expect((await list(agent, "?domain=https://www.shop.example/x&status=archived")).total).toBe(1);
	});

	test("of 50 first messages at once holds 50 chats", async ({ agent }) => {
		const steps = await Promise.all(Array.from({ length: 50 }, (_, index) => agent.step({ query: `Wish ${index}` })));
		const { sessions, total } = await list(agent, "?limit=100");
		expect(new Set(sessions.map(({ sessionId }) => sessionId))).toEqual(new Set(steps.map(({ sessionId }) => sessionId)));
		expect([total, sessions.every(({ messageCount }) => messageCount === 2)]).toEqual([50, true]);
	});
});

describe("a search", () => {
	test("finds words of titles and messages, in any language, as they stand", async ({ agent, mongo }) => {
		const [tea, order] = await chatsOn(agent, ["tea.example", "order.example"]);
		await addMessages(mongo.db, String(order), ["Die Straße der\nÜBERSICHT", "注文の配送先", "50 % (a+b) $1.00", "چای\u3000می\u200Cخواهم"]);
		const search = async (q: string) =>
			(await list(agent, `?q=${encodeURIComponent(q)}`)).sessions.map(({ sessionId, match }) => ({ sessionId, match }));
		expect(await search("TEA.EX")).toEqual([{ sessionId: tea, match: { snippet: "tea.example: Visit tea.example" } }]);
		expect(await search("der übersicht")).toEqual([
			{ sessionId: order, match: { snippet: "Die Straße der ÜBERSICHT", sequenceNumber: 2 } },
		]);
		expect(await search("配送")).toEqual([{ sessionId: order, match: { snippet: "注文の配送先", sequenceNumber: 3 } }]);
		expect(await search("(a+b) $1.0")).toEqual([{ sessionId: order, match: { snippet: "50 % (a+b) $1.00", sequenceNumber: 4 } }]);
		expect(await search("چای می\u200Cخواهم")).toEqual([{ sessionId: order, match: { snippet: "چای می\u200Cخواهم", sequenceNumber: 5 } }]);
		expect(await search(".*")).toEqual([]);
		expect((await list(agent, "?q=visit&limit=1")).total).toBe(2);
	});

	test("goes through 10,000 messages of one user", async ({ agent, mongo }) => {
		const ids = await chatsOn(agent, ["a.example", "b.example"]);
		const text = (index: number) => `${"The order was sent to Hamburg. ".repeat(10)}Number ${index}`;
		for (const [part, id] of ids.entries())
			await addMessages(
				mongo.db,
				id,
				Array.from({ length: 5_000 }, (_, index) => text(part * 5_000 + index)),
			);
		const { sessions } = await list(agent, "?q=number+7777");
		expect(sessions.map(({ sessionId, match }) => [sessionId, match])).toEqual([
			[ids[1], { snippet: expect.stringMatching(/^…[^\n]* Number 7777$/), sequenceNumber: 2_779 }],
		]);
		expect((await list(agent, "?q=hamburg")).total).toBe(2);
		expect((await list(agent, "?q=bremen")).total).toBe(0);
		await addMessages(mongo.db, String(ids[0]), ["The order was sent to Bremen"]);
		expect((await list(agent, "?q=bremen")).sessions.map(({ match }) => match?.sequenceNumber)).toEqual([5_002]);
	});

	test("never looks into the chats of others", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({});
		await addMessages(mongo.db, sessionId, ["the canary sings"]);
		expect((await list(agent, "?q=canary")).total).toBe(1);
		for (const as of [await agent.colleague(), await agent.signIn()]) {
			await agent.step({}, { as });
			expect((await list(agent, "?q=canary", { as })).total).toBe(0);
		}
	});
});
