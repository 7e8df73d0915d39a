import { randomUUID } from "node:crypto";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { fieldsOf, test } from "../agent.ts";
import type { Page } from "./chats.ts";
import { chatsOn, get, list, one } from "./chats.ts";

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
