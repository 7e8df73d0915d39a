import { randomUUID } from "node:crypto";
import { Message } from "@webhand/contracts/chat/message";
import type { Session } from "@webhand/contracts/chat/sessions";
import { newOrgTenantId } from "@webhand/testing/tokens";
import type { Db } from "mongodb";
import { describe, expect } from "vitest";
import { sweepOnce } from "../src/steps/lifecycle.ts";
import type { Agent, PostOptions, Say } from "./agent.ts";
import { fieldsOf, scriptedDecider, shop, test } from "./agent.ts";

type List = { readonly sessions: readonly Session[]; readonly total: number; readonly nextCursor: string | null };
type Page = {
	readonly messages: readonly Message[];
	readonly total: number;
	readonly sessionExists: boolean;
	readonly hasMoreBefore: boolean;
	readonly hasMoreAfter: boolean;
};

const get = async <Body>(agent: Agent, path: string, options: PostOptions = {}): Promise<Body> => {
	const { status, bytes, body } = await agent.call("GET", path, options);
	if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`);
	return body as Body;
};
const list = (agent: Agent, query = "", options: PostOptions = {}) => get<List>(agent, `/api/session${query}`, options);
const one = (sessionId: string) => `/api/session/${sessionId}`;
const chatsOn = async (agent: Agent, sites: readonly string[]) => {
	const ids: string[] = [];
	for (const site of sites) ids.push((await agent.step({ url: `https://${site}/`, query: `Visit ${site}` })).sessionId);
	return ids;
};
const titlesOf = ({ sessions }: List) => sessions.map(({ title }) => title);

/** Adds messages to a chat, as so many steps would have. */
async function addMessages(db: Db, sessionId: string, contents: readonly string[]): Promise<void> {
	const sessions = db.collection("sessions");
	const chat = await sessions.findOneAndUpdate({ _id: sessionId as never }, { $inc: { messageCount: contents.length } });
	const rows = contents.map((content, index) => ({
		...{
			messageId: randomUUID(),
			sessionId,
			taskId: chat?.["lastTaskId"],
			role: "assistant",
			content,
			timestamp: new Date().toISOString(),
		},
		...{ tenantId: chat?.["tenantId"], sequenceNumber: chat?.["messageCount"] + index },
		...{ status: "success", expireAt: new Date(Date.now() + 86_400_000) },
	}));
	await db.collection("messages").insertMany(rows);
}

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
		[asked, "interrupted"],
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
			...{ total: 1, sessionExists: true, hasMoreBefore: false, messages: [{ sequenceNumber: 2 }] },
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

describe("bad input", () => {
	test.for([
		["PATCH", "", { title: "x".repeat(10_000) }, "title"],
		["PATCH", "", { title: "x".repeat(201) }, "title"],
		["PATCH", "", { title: "\u202E\u2066\u200F" }, "title"],
		["PATCH", "", { title: "" }, "title"],
		["PATCH", "", { title: "shop.example: " }, "title"],
		["PATCH", "", { title: 7 }, "title"],
		["PATCH", "", { status: "deleted" }, "status"],
		["PATCH", "", { title: "Tea", domain: "a.example" }, "domain"],
		["PATCH", "", {}, ""],
		["GET", "/messages?limit=0", undefined, "limit"],
		["GET", "/messages?limit=501", undefined, "limit"],
		["GET", "/messages?before=x", undefined, "before"],
		["GET", "/messages?after=-1", undefined, "after"],
		["GET", "/messages?before=1&after=1", undefined, "after"],
	] as const)("%s %s with %j names %j", async ([method, path, body, field], { agent }) => {
		const { sessionId } = await agent.step({});
		const reply = await agent.call(method, `${one(sessionId)}${path}`, { ...(body === undefined ? {} : { body }) });
		expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]]);
	});

	test.for([
		["?limit=101", "limit"],
		["?limit=none", "limit"],
		["?status=gone", "status"],
		["?q=%00%20", "q"],
		[`?q=${"x".repeat(101)}`, "q"],
		["?domain=about:blank", "domain"],
		["?cursor=nonsense", "cursor"],
		["?cursor=loyw3v28.00000000-0000-4000-8000-000000000000.AAAAAAAAAAAAAAAA", "cursor"],
		["?page=2", "page"],
		["/by-domain/about:blank", "domain"],
		["/by-domain/a.example?status=gone", "status"],
		["/not-an-id", "sessionId"],
	] as const)("GET /api/session%s names %j", async ([path, field], { agent }) => {
		const reply = await agent.call("GET", `/api/session${path}`);
		expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]]);
	});

	test("a cursor of another list or of another user is refused", async ({ agent }) => {
		await chatsOn(agent, ["a.example", "b.example"]);
		const { nextCursor } = await list(agent, "?limit=1");
		for (const [query, as] of [
			["q=visit", agent.user],
			["status=failed", agent.user],
			["limit=1", await agent.colleague()],
		] as const) {
			const reply = await agent.call("GET", `/api/session?${query}&cursor=${nextCursor}`, { as });
			expect([reply.status, fieldsOf(reply)]).toEqual([400, ["cursor"]]);
		}
	});

	test("a method that a path does not take is 405, also where an id could stand", async ({ agent }) => {
		const reply = await agent.app.inject({ method: "DELETE", url: "/api/session/latest", headers: agent.user.headers });
		expect([reply.statusCode, reply.headers["allow"]]).toEqual([405, "GET, HEAD"]);
	});
});

test("a new id that two users choose at once is the chat of one and unknown to the other; twice by one user it is one chat", async ({
	agent,
}) => {
	const stranger = await agent.signIn();
	const both = async (as: typeof stranger) => {
		const sessionId = randomUUID();
		return await Promise.all([agent.post({ sessionId }), agent.post({ sessionId, query: "Another wish" }, { as })]);
	};
	const shared = await both(stranger);
	expect(shared.map(({ status }) => status).sort()).toEqual([200, 404]);
	expect(shared.find(({ status }) => status === 404)?.body).toMatchObject({ error: { code: "SESSION_NOT_FOUND" } });
	expect((await both(agent.user)).map(({ status }) => status)).toEqual([200, 200]);
});

test("the chat of another user, of another tenant and of nobody is the same unknown chat on every route", async ({ agent }) => {
	const tenantId = newOrgTenantId();
	const signIn = (tenant: typeof tenantId) => agent.signIn({ tenantId: tenant, roles: ["member"] });
	const [owner, peer, stranger] = [await signIn(tenantId), await signIn(tenantId), await signIn(newOrgTenantId())];
	const { sessionId } = await agent.step({}, { as: owner });
	const nobody = randomUUID();
	for (const [method, path, body, status] of [
		["GET", "", undefined, 404],
		["PATCH", "", { title: "Mine now" }, 404],
		["PATCH", "", { status: "archived" }, 404],
		["DELETE", "", undefined, 404],
		["GET", "/messages", undefined, 200],
		["GET", "/messages?after=0", undefined, 200],
	] as const) {
		const replies = [];
		for (const [as, id] of [
			[peer, sessionId],
			[stranger, sessionId],
			[peer, nobody],
		] as const) {
			const reply = await agent.call(method, `${one(id)}${path}`, { as, ...(body === undefined ? {} : { body }) });
			replies.push(`${reply.status} ${reply.bytes.replace(/"requestId":"[^"]+"/, "").replace(id, "")}`);
		}
		expect([...new Set(replies)], `${method} ${path}`).toEqual([expect.stringContaining(String(status))]);
	}
	expect(await get(agent, one(sessionId), { as: owner })).toMatchObject({ session: { isRenamed: false, status: "active" } });
	expect((await get<Page>(agent, `${one(sessionId)}/messages`, { as: owner })).total).toBe(2);
});
