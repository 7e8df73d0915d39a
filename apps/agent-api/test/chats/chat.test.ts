import type { Session } from "@webhand/contracts/chat/sessions";
import { describe, expect } from "vitest";
import { sweepOnce } from "../../src/tasks/step/background.ts";
import type { Say } from "../agent.ts";
import { scriptedDecider, test } from "../agent.ts";
import type { Page } from "./chats.ts";
import { chatsOn, get, list, one } from "./chats.ts";

describe("one chat", () => {
	test("is found by its id, as the newest, and by its domain", async ({ agent }) => {
		expect(await get(agent, "/api/session/latest")).toEqual({ session: null });
		const [shop, other] = await chatsOn(agent, ["www.shop.example", "b.example"]);
		expect(await get(agent, one(String(shop)))).toMatchObject({ session: { sessionId: shop, domain: "shop.example" } });
		expect(await get(agent, "/api/session/latest")).toMatchObject({ session: { sessionId: other } });
		for (const domain of ["shop.example", "www.shop.example", "SHOP.example.", "shop.example:8080"])
			expect(await get(agent, `/api/session/by-domain/${domain}`)).toMatchObject({ session: { sessionId: shop } });
		expect(await get(agent, "/api/session/by-domain/unknown.example")).toEqual({ session: null });
	});

	test("is found by its domain only in the statuses that were asked for", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "finish()") });
		const { sessionId } = await agent.step({});
		const statusOf = async (query: string) =>
			(await get<{ session: Session | null }>(agent, `/api/session/by-domain/shop.example${query}`)).session?.sessionId;
		expect(await statusOf("")).toBeUndefined();
		expect(await statusOf("?status=active,completed")).toBe(sessionId);
		await agent.call("PATCH", one(sessionId), { body: { status: "archived" } });
		expect(await Promise.all(["?status=completed", "?status=any"].map(statusOf))).toEqual([undefined, sessionId]);
	});

	test("that is archived stays so when its old task ends, and comes back with a new one", async ({ agent }) => {
		const { sessionId, taskId } = await agent.step({});
		const archived = await agent.call("PATCH", one(sessionId), { body: { status: "archived" } });
		expect(archived.body).toMatchObject({ session: { status: "archived", isRenamed: false } });
		expect(await get(agent, "/api/session/latest")).toEqual({ session: null });
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		expect(await get(agent, one(sessionId))).toMatchObject({ session: { status: "archived" } });
		await agent.step({ sessionId, query: "Another wish" });
		expect(await get(agent, one(sessionId))).toMatchObject({ session: { status: "active" } });
	});
});

test("a chat that is restored stands as its newest task does, and one that is not archived stays as it is", async ({ open }) => {
	const says: Say[] = ["finish()", 'ask("Which tea?")'];
	const agent = await open({ decider: scriptedDecider((_turn, call) => says[call] ?? "click(7)") });
	const [done, asked] = [await agent.step({}), await agent.step({})];
	agent.clock.ms = Date.parse(asked.question?.expiresAt ?? "") + 60_000 - Date.now();
	await sweepOnce(agent.deps.background);
	for (const [{ sessionId }, status] of [
		[done, "completed"],
		[asked, "active"],
	] as const) {
		const set = async (wanted: string) => (await agent.call("PATCH", one(sessionId), { body: { status: wanted } })).body;
		expect(await set("archived")).toMatchObject({ session: { status: "archived" } });
		expect(await set("active")).toMatchObject({ session: { status } });
		expect(await set("active")).toMatchObject({ session: { status } });
	}
});

describe("a new name", () => {
	test("keeps the domain in front, and stays when a new task begins", async ({ agent }) => {
		const { sessionId } = await agent.step({});
		const before = await get<{ session: Session }>(agent, one(sessionId));
		for (const title of ["My  teas", "shop.example: My teas"]) {
			const reply = await agent.call("PATCH", one(sessionId), { body: { title } });
			expect(reply.body).toEqual({ session: { ...before.session, title: "shop.example: My teas", isRenamed: true } });
		}
		await agent.step({ sessionId, query: "Another wish" });
		expect(await get(agent, one(sessionId))).toMatchObject({ session: { title: "shop.example: My teas" } });
	});

	test("given twice at once is one of the two", async ({ agent }) => {
		const { sessionId } = await agent.step({});
		const titles = ["Oolong", "Assam"];
		const replies = await Promise.all(titles.map((title) => agent.call("PATCH", one(sessionId), { body: { title } })));
		expect(replies.map(({ status }) => status)).toEqual([200, 200]);
		const { session } = await get<{ session: Session }>(agent, one(sessionId));
		expect(titles.map((title) => `shop.example: ${title}`)).toContain(session.title);
	});

	test("hides a password in it", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({});
		await agent.call("PATCH", one(sessionId), { body: { title: 'Sign in with the password "hunter2-Canary"' } });
		expect(JSON.stringify(await mongo.db.collection("sessions").findOne({ _id: sessionId as never }))).not.toContain("Canary");
	});
});

describe("deleting a chat", () => {
	test("is refused while its task runs; afterwards chat, messages and events go, and the task stays", async ({ agent, mongo }) => {
		const { sessionId, taskId } = await agent.step({});
		const other = await agent.step({});
		expect((await list(agent, "?q=shop")).total).toBe(2);
		expect((await agent.call("DELETE", one(sessionId))).body).toMatchObject({ error: { code: "TASK_ACTIVE" } });
		expect((await get<Page>(agent, `${one(sessionId)}/messages`)).total).toBe(2);
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		const reply = await agent.call("DELETE", one(sessionId));
		expect([reply.status, reply.bytes]).toEqual([204, ""]);
		const left = (id: string) =>
			Promise.all(["messages", "events", "task_texts", "tasks"].map((name) => mongo.db.collection(name).countDocuments({ sessionId: id })));
		expect(await left(sessionId)).toEqual([0, 0, 0, 1]);
		expect(await left(other.sessionId)).toEqual([2, 5, 1, 1]);
		expect((await agent.call("DELETE", one(sessionId))).status).toBe(404);
	});

	test("at the moment of a new task leaves either the whole chat or a new one", async ({ agent, mongo }) => {
		for (let round = 0; round < 5; round++) {
			const { sessionId, taskId } = await agent.step({});
			await agent.call("POST", `/agent/run/${taskId}/cancel`);
			const [deletion] = await Promise.all([agent.call("DELETE", one(sessionId)), agent.step({ sessionId, query: "Another wish" })]);
			const [chat, messages, events] = await Promise.all([
				mongo.db.collection("sessions").findOne({ _id: sessionId as never }),
				...["messages", "events"].map((name) => mongo.db.collection(name).countDocuments({ sessionId })),
			]);
			expect([messages, events]).toEqual([chat?.["messageCount"], chat?.["lastEventSeq"]]);
			expect([deletion.status, messages]).toEqual(deletion.status === 204 ? [204, expect.toBeOneOf([0, 2])] : [409, 5]);
		}
	});

	test("while somebody searches leaves none of its texts", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "finish()") });
		for (let round = 0; round < 20; round++) {
			const { sessionId } = await agent.step({});
			const searches = [0, 1].map(() => list(agent, "?q=tea"));
			const [deletion] = await Promise.all([agent.call("DELETE", one(sessionId)), ...searches]);
			expect([deletion.status, await mongo.db.collection("task_texts").countDocuments({ sessionId })]).toEqual([204, 0]);
		}
	});

	test("works once its task was left alone for an hour", async ({ agent }) => {
		const { sessionId } = await agent.step({});
		agent.clock.ms = 3_601_000;
		expect((await agent.call("DELETE", one(sessionId))).status).toBe(204);
	});
});
