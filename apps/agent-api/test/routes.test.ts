import { answerRoute, stepRoute } from "@webhand/contracts/agent/runs";
import type { Route } from "@webhand/contracts/routes";
import { gatewayPrefixes } from "@webhand/contracts/routes";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { test } from "./agent.ts";
import { routes } from "./route-table.ts";

type OpenApi = {
	readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: unknown; readonly responses?: object }>>>>;
};

const unknownId = "00000000-0000-4000-8000-000000000000";
const pathOf = (route: Route, id: string) =>
	route.path
		.replace(/:(?:taskId|runId|sessionId)/, id)
		.replace(":stepIndex", "0")
		.replace(":domain", "a.example");

test("every route of tasks, runs, models, usage and chats is documented, reached through the gateway, and guarded", async ({ open }) => {
	const agent = await open();
	const document = (await agent.app.inject("/openapi.json")).json<OpenApi>();
	for (const route of routes) {
		const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
		const documented = document.paths[path]?.[route.method.toLowerCase()];
		expect(documented?.security, path).toEqual([{ bearer: [] }, ...(route.keys === undefined ? [] : [{ apiKey: [...route.keys] }])]);
		expect(Object.keys(documented?.responses ?? {}), path).toContain(String(route.status ?? 200));
		expect(
			gatewayPrefixes.some(({ prefix, service }) => service === "agent-api" && route.path.startsWith(prefix)),
			route.path,
		).toBe(true);
		const reply = await agent.app.inject({ method: route.method, url: pathOf(route, unknownId), ...(route.body ? { payload: {} } : {}) });
		expect([route.path, reply.statusCode]).toEqual([route.path, 401]);
	}
});

test("a task of another user, another tenant and nobody is the same unknown task on every route with an id", async ({ agent, redis }) => {
	const tenantId = newOrgTenantId();
	const signIn = (tenant: typeof tenantId) => agent.identity.signIn(redis.client, { tenantId: tenant, roles: ["member"] });
	const [owner, peer, stranger] = [await signIn(tenantId), await signIn(tenantId), await signIn(newOrgTenantId())];
	const { taskId } = await agent.step({}, { as: owner });
	const bodies: Readonly<Record<string, object>> = {
		[stepRoute.path]: { snapshot: null },
		[answerRoute.path]: { answer: "hello" },
	};
	for (const route of routes.filter(({ path }) => /:(?:taskId|runId)/.test(path))) {
		const replies = [];
		for (const [as, id] of [
			[peer, taskId],
			[stranger, taskId],
			[peer, unknownId],
		] as const) {
			const body = bodies[route.path];
			const method = route.method === "GET" ? "GET" : "POST";
			const reply = await agent.call(method, pathOf(route, id), { as, ...(body === undefined ? {} : { body }) });
			replies.push([reply.status, reply.bytes.replace(/"requestId":"[^"]+"/, "")]);
		}
		expect(new Set(replies.map(String)).size, route.path).toBe(1);
		expect(replies[0]?.[0], route.path).toBe(404);
	}
	expect((await agent.step({ taskId }, { as: owner })).stepIndex).toBe(1);
});
