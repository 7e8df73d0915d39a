import { describe, expect } from "vitest";
import { fieldsOf, newKey, scriptedDecider, shop, test } from "./agent.ts";
import { begin, page, step, stepOf } from "./run.ts";

describe("what is refused, and how", () => {
	test("every wrong field is named at once and nothing is stored", async ({ open, mongo }) => {
		const agent = await open();
		const reply = await agent.post({
			url: "not a url",
			query: "",
			dom: "",
			taskId: "7" as never,
			lastActionStatus: "maybe" as never,
			batch: 9,
		});
		const fields = fieldsOf(reply);
		expect(reply.status).toBe(400);
		expect(fields.sort()).toEqual(["batch", "dom", "lastActionStatus", "query", "taskId", "url"]);
		expect(await mongo.db.collection("tasks").countDocuments({ userId: agent.user.userId })).toBe(0);
	});

	test("an address that no page can have is named, in words for a user", async ({ open }) => {
		const agent = await open();
		const reply = await agent.post({ url: "javascript:alert(1)", query: undefined as never });
		expect([reply.status, reply.body]).toMatchObject([
			400,
			{
				error: {
					details: {
						fields: [
							{ field: "url", message: "must be the address of a page, such as https://example.com/" },
							{ field: "query", message: "is missing" },
						],
					},
				},
			},
		]);
	});

	test("a page of nothing but white space is refused at both channels", async ({ open }) => {
		const agent = await open();
		for (const reply of [await agent.post({ dom: " \n\t\u00a0" }), await stepOf(agent, await begin(agent), { dom: "  " })])
			expect([reply.status, reply.body]).toMatchObject([400, { error: { details: { fields: [{ field: "dom" }] } } }]);
	});

	test("a title of nothing but white space is none: the chat gets one of its own", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({ title: " \n" });
		expect(await mongo.db.collection("sessions").findOne({ _id: sessionId as never })).toMatchObject({
			title: expect.stringContaining("shop.example"),
		});
	});

	test("a report of a step that no task has taken is stale, at both channels, and makes no task", async ({ agent, mongo }) => {
		const stale = { status: 409, body: { error: { code: "STALE_STEP", details: { stepIndex: 0 } } } };
		expect(await agent.post({ lastStepIndex: 99 })).toMatchObject(stale);
		expect(await mongo.db.collection("tasks").countDocuments({ userId: agent.user.userId })).toBe(0);
		const runId = await begin(agent);
		for (const body of [page, { snapshot: null }]) expect(await stepOf(agent, runId, { ...body, lastStepIndex: 99 })).toMatchObject(stale);
		expect((await step(agent, runId, { ...page, lastStepIndex: 0 })).stepIndex).toBe(0);
		expect((await agent.step({ lastStepIndex: 0 })).stepIndex).toBe(0);
	});

	test.for([
		["JSON that does not parse", '{"url":', {}, 400, "VALIDATION_ERROR"],
		["a body that is no JSON", "url=x", { "content-type": "application/x-www-form-urlencoded" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
		["a body over 3.5 MB", JSON.stringify({ dom: "x".repeat(3_500_001) }), {}, 413, "PAYLOAD_TOO_LARGE"],
	] as const)("%s", async ([_name, payload, headers, status, code], { open }) => {
		const agent = await open();
		const reply = await agent.app.inject({
			method: "POST",
			url: "/api/agent/interact",
			headers: { "content-type": "application/json", ...agent.user.headers, ...headers },
			payload,
		});
		expect([reply.statusCode, reply.json().error.code]).toEqual([status, code]);
	});

	test("a page text over 500,000 characters is a wrong field, and so is a domain that is none", async ({ open }) => {
		const agent = await open();
		expect((await agent.post({ dom: "x".repeat(500_001) })).body).toMatchObject({ error: { details: { fields: [{ field: "dom" }] } } });
		const { taskId } = await agent.step({});
		for (const task of [{}, { taskId }]) {
			const reply = await agent.post({ ...task, domain: "about:blank" });
			expect([reply.status, reply.body]).toMatchObject([
				400,
				{ error: { code: "VALIDATION_ERROR", details: { fields: [{ field: "domain" }] } } },
			]);
		}
		expect(agent.decider.turns).toHaveLength(1);
	});

	test("a token that is missing, expired or forged is 401", async ({ open }) => {
		const agent = await open();
		const expired = await agent.identity.signToken({ lifeSeconds: -60 });
		const forged = `${agent.user.token.slice(0, -8)}AAAAAAAA`;
		for (const headers of [{}, { authorization: `Bearer ${expired}` }, { authorization: `Bearer ${forged}` }]) {
			const reply = await agent.app.inject({
				method: "POST",
				url: "/api/agent/interact",
				headers,
				payload: { url: shop.url, query: "q", dom: "d" },
			});
			expect([reply.statusCode, reply.json().error.code]).toEqual([401, "UNAUTHORIZED"]);
		}
	});

	test("an unknown task, another user's and another tenant's look the same", async ({ agent }) => {
		const { taskId } = await agent.step({});
		const replies = await Promise.all([
			agent.post({ taskId }, { as: await agent.colleague() }),
			agent.post({ taskId }, { as: await agent.signIn() }),
			agent.post({ taskId: "00000000-0000-4000-8000-000000000000" as never }),
		]);
		expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404]);
		expect(new Set(replies.map((reply) => reply.bytes.replace(/"requestId":"[^"]+"/, ""))).size).toBe(1);
		expect(replies[0]?.body).toMatchObject({ error: { code: "TASK_NOT_FOUND" } });
	});

	test("a session of somebody else is unknown, and an own new id makes one", async ({ agent, mongo }) => {
		const { sessionId } = await agent.step({});
		for (const as of [await agent.colleague(), await agent.signIn()])
			expect((await agent.post({ sessionId }, { as })).body).toMatchObject({ error: { code: "SESSION_NOT_FOUND" } });
		const own = await agent.step({ sessionId: newKey() as never, title: "My chat", domain: "www.shop.example" });
		expect(await mongo.db.collection("sessions").findOne({ _id: own.sessionId as never })).toMatchObject({
			title: "My chat",
			domain: "shop.example",
			status: "active",
			messageCount: 2,
		});
	});

	test("a finished task takes no further step", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "finish()") });
		const { taskId } = await agent.step({});
		const reply = await agent.post({ taskId });
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "TASK_COMPLETED", details: { status: "completed" } } }]);
	});

	test.for([
		["empty", ""],
		["longer than 200 characters", "k".repeat(201)],
		["not printable ASCII", "schlüssel"],
	] as const)("an Idempotency-Key that is %s is named with every other wrong field", async ([_name, key], { open }) => {
		const agent = await open();
		const reply = await agent.call("POST", "/api/agent/interact", {
			body: { url: shop.url, query: " ", dom: shop.dom },
			headers: { "idempotency-key": key },
		});
		expect([reply.status, reply.body]).toMatchObject([
			400,
			{ error: { details: { fields: [{ field: "idempotency-key" }, { field: "query" }] } } },
		]);
	});

	test("a task left alone for an hour has expired", async ({ agent, mongo }) => {
		const { taskId, sessionId } = await agent.step({});
		agent.clock.ms = 61 * 60_000;
		const reply = await agent.post({ taskId });
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "TASK_COMPLETED", details: { status: "expired" } } }]);
		expect(await mongo.db.collection("sessions").findOne({ _id: sessionId as never })).toMatchObject({ status: "interrupted" });
	});
});
