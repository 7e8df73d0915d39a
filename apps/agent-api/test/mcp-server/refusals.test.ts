import { setTimeout as pause } from "node:timers/promises";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import { startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { ask } from "../../src/mcp-server/calls/engine.ts";
import { connectClient, identifyClient } from "../../src/mcp-server/clients/engine.ts";
import { test } from "../agent.ts";
import { connect, listening, officialClient, panelOf, send, textOf } from "./connected.ts";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const dayMs = 86_400_000;
const messageOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { error: { message: string } }).error.message;

test("without its own live token nothing is answered, and the reason says what to do", async ({ agent }) => {
	const url = await listening(agent);
	const { id, token } = await connect(agent);
	expect((await send(url, list, { token })).status).toBe(200);
	const unknown = await Promise.all([
		send(url, list, {}),
		send(url, list, { token: `whmcp_${"x".repeat(43)}` }),
		send(url, list, { token: `${token}x` }),
		send(url, list, { token: id }),
		// The token of a sign-in is none of a client.
		send(url, list, { token: agent.user.token }),
	]);
	for (const refused of unknown)
		expect([refused.status, messageOf(refused)]).toEqual([401, expect.stringContaining("is not one of Webhand")]);
	await agent.call("DELETE", `/api/v1/agent/mcp-clients/${id}`);
	const revoked = await send(url, list, { token });
	expect([revoked.status, messageOf(revoked)]).toEqual([401, expect.stringContaining("was revoked. Connect it again")]);
	const second = await connect(agent, { days: 1 });
	agent.clock.ms = dayMs;
	const expired = await send(url, list, second);
	expect([expired.status, messageOf(expired)]).toEqual([401, expect.stringContaining("has expired. Connect it again")]);
});

test("a token opens nothing but the endpoint", async ({ agent }) => {
	const url = await listening(agent);
	const { token } = await connect(agent);
	for (const path of ["/api/session", "/api/v1/agent/mcp-clients", "/api/v1/agent/workspaces"])
		expect((await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});

test("a client sees the tools of its scopes, and hears which scope another tool needs", async ({ agent }) => {
	const url = await listening(agent);
	const { token } = await connect(agent, { scopes: ["browser:read"] });
	const client = await officialClient(url, token);
	expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["browser_read", "browser_status"]);
	await expect(client.callTool({ name: "browser_task", arguments: { task: "Buy tea" } })).rejects.toThrow(/needs the scope browser:act/);
	await expect(client.callTool({ name: "workspace_list", arguments: {} })).rejects.toThrow(/needs the scope workspace:read/);
	expect((await panelOf(agent).next([], 0)).call).toBe(null);
	await client.close();
});

test("a call reaches the panels of its own person alone, and others find neither the call nor the client", async ({
	agent,
	onTestFinished,
}) => {
	const { id, token } = await connect(agent);
	const client = await officialClient(await listening(agent), token);
	onTestFinished(() => client.close());
	const result = client.callTool({ name: "browser_read", arguments: {} });
	const others = await Promise.all([agent.colleague(), agent.signIn()]);
	for (const as of others) {
		expect((await panelOf(agent, as).next([], 0)).call).toBe(null);
		expect((await agent.call("DELETE", `/api/v1/agent/mcp-clients/${id}`, { as })).status).toBe(404);
		expect((await agent.call("GET", "/api/v1/agent/mcp-clients", { as })).body).toMatchObject({ clients: [] });
	}
	const panel = panelOf(agent);
	const callId = (await panel.next()).call?.id ?? "";
	const report = { state: "refused", code: "X", message: "Not today" } as const;
	for (const as of others) expect((await panelOf(agent, as).report(callId, report)).status).toBe(404);
	await panel.report(callId, report);
	// A replayed report changes nothing.
	expect((await panel.report(callId, { ...report, message: "Later" })).body).toEqual({ isEnded: true });
	expect(textOf((await result) as never)).toBe("Not today");
});

test("revoking a client ends what it has under way", async ({ agent, onTestFinished }) => {
	const { id, token } = await connect(agent);
	const client = await officialClient(await listening(agent), token);
	onTestFinished(() => client.close());
	const result = client.callTool({ name: "browser_task", arguments: { task: "Buy tea" } });
	const panel = panelOf(agent);
	const callId = (await panel.next()).call?.id ?? "";
	const told = panel.next([callId]);
	await agent.call("DELETE", `/api/v1/agent/mcp-clients/${id}`);
	expect((await told).ended).toEqual([callId]);
	expect(textOf((await result) as never)).toBe("This client was revoked by its person, and the browser stopped.");
});

test("a client of somebody who may not work here any more is refused, and what it has under way ends at once", async ({
	agent,
	onTestFinished,
}) => {
	const as = await agent.colleague();
	const { token } = await connect(agent, { as });
	const url = await listening(agent);
	const client = await officialClient(url, token);
	onTestFinished(() => client.close());
	const result = client.callTool({ name: "browser_task", arguments: { task: "Buy tea" } });
	await panelOf(agent, as).next();
	const startedAt = performance.now();
	agent.identity.removeMember(as);
	expect(textOf((await result) as never)).toContain("the browser stopped");
	expect(performance.now() - startedAt).toBeLessThan(10_000);
	const refused = await send(url, list, { token });
	expect([refused.status, messageOf(refused)]).toEqual([401, expect.stringContaining("may not be used any more")]);
});

test("while auth does not answer nobody is let in, and what is under way is given up", async ({ open, onTestFinished }) => {
	const identity = await startIdentity();
	const agent = await open({ identity });
	const { token } = await connect(agent);
	const url = await listening(agent);
	const client = await officialClient(url, token);
	onTestFinished(() => client.close());
	const result = client.callTool({ name: "browser_task", arguments: { task: "Buy tea" } });
	const panel = panelOf(agent);
	const callId = (await panel.next()).call?.id ?? "";
	const told = panel.next([callId]);
	await identity.close();
	expect(textOf((await result) as never)).toContain("Accounts cannot be checked");
	expect((await told).ended).toEqual([callId]);
	const refused = await send(url, list, { token });
	expect([refused.status, refused.body]).toEqual([503, expect.stringContaining("AUTH_UNAVAILABLE")]);
});

test("of 50 clients connected at once at two replicas as many are as may be", async ({ agent, mongo }) => {
	const { clients } = agent.deps.mcpServer;
	const other = { ...clients, inTurn: createInTurn(mongo.db) };
	const wish = { name: "Claude Code", scopes: ["browser:read"], days: 30 } as const;
	const connected = await Promise.allSettled(
		Array.from({ length: 50 }, (_, index) =>
			connectClient(index % 2 === 0 ? clients : other, agent.user, { ...wish, scopes: [...wish.scopes] }),
		),
	);
	expect(connected.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
	for (const each of connected) if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "LIMIT_REACHED" });
	expect(await clients.clients.countOpen(agent.user, new Date())).toBe(20);
});

test("of 20 calls asked for at once as many are under way as may be", async ({ agent }) => {
	const { id, token } = await connect(agent);
	const { calls, clients } = agent.deps.mcpServer;
	const client = await identifyClient(clients, token);
	const leaving = new AbortController();
	const asked = { client, work: { kind: "read" }, onReport: () => undefined } as const;
	const all = Array.from({ length: 20 }, () => ask(calls, asked, leaving.signal));
	const refused = await Promise.all(
		all.map((each) =>
			Promise.race([
				each.then(
					() => "ended",
					({ code }) => code,
				),
				pause(3_000, "waits"),
			]),
		),
	);
	expect(refused.filter((code) => code === "LIMIT_REACHED")).toHaveLength(12);
	leaving.abort();
	await Promise.allSettled(all);
	expect(id).toBe(client._id);
});

test("a client may leave the kinds of reply to the server", async ({ agent }) => {
	const url = await listening(agent);
	const { token } = await connect(agent);
	for (const accept of ["*/*", "", "text/html, */*;q=0.8"])
		expect((await send(url, list, { token, headers: { accept } })).status, accept).toBe(200);
	expect((await send(url, list, { token, headers: { accept: "text/html" } })).status).toBe(406);
});

test("a call that a client makes while it is being revoked ends as revoked", async ({ agent }) => {
	const { id, token } = await connect(agent);
	const { calls, clients } = agent.deps.mcpServer;
	const client = await identifyClient(clients, token);
	await agent.call("DELETE", `/api/v1/agent/mcp-clients/${id}`);
	const asked = { client, work: { kind: "task", instruction: "Buy tea" }, onReport: () => undefined } as const;
	expect((await ask(calls, asked, new AbortController().signal)).givenUp).toBe("revoked");
});

test("web pages and foreign host names are refused before the token is read", async ({ agent }) => {
	const url = await listening(agent);
	const { token } = await connect(agent);
	const statusOf = async (headers: Readonly<Record<string, string>>) => (await send(url, list, { token, headers })).status;
	expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
	expect(await statusOf({ origin: "null" })).toBe(403);
	expect(await statusOf({ origin: url.origin })).toBe(403);
	expect(await statusOf({ host: "evil.example" })).toBe(403);
	expect(await statusOf({ host: `localhost:${url.port}` })).toBe(200);
	const preflight = await fetch(url, {
		method: "OPTIONS",
		headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
	});
	expect(preflight.headers.get("access-control-allow-origin")).toBe(null);
});

describe("a hostile body is refused by itself", () => {
	const call = (name: unknown, args: unknown) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
	const bodies = {
		"a batch": [[list, list], 400, /batches are not taken/],
		"no JSON": ["{", 400, /valid JSON/],
		"no JSON-RPC": [{ hello: "there" }, 400, /./],
		"a number": [7, 400, /./],
		"a huge body": [call("browser_task", { task: "x".repeat(300_000) }), 413, /262144 bytes/],
		"an unknown method": [{ ...list, method: "tools/steal" }, 200, /-32601/],
		"an unknown tool": [call("shell", {}), 200, /-32602/],
		"a tool of no name": [call(["browser_task"], {}), 200, /-3260/],
		"a task that is too long": [call("browser_task", { task: "x".repeat(4_001) }), 200, /4000|4,000/],
		"an address that is a script": [call("browser_task", { task: "Go", address: "javascript:alert(1)" }), 200, /address/],
		"an address with a password": [
			call("browser_task", { task: "Go", address: "https://me:pw@shop.example/" }),
			200,
			/user name or password/,
		],
		"an unknown argument": [call("browser_read", { path: "/etc/passwd" }), 200, /path/],
		"a prototype": ['{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"x":1}}', 400, /another name/],
	} as const satisfies Record<string, readonly [body: unknown, status: number, text: RegExp]>;
	for (const [what, [body, status, text]] of Object.entries(bodies))
		test(what, async ({ agent }) => {
			const url = await listening(agent);
			const reply = await send(url, body, await connect(agent));
			expect([reply.status, reply.body]).toEqual([status, expect.stringMatching(text)]);
			expect((await panelOf(agent).next([], 0)).call).toBe(null);
		});
});

test("the endpoint has no stream and no session", async ({ agent }) => {
	const url = await listening(agent);
	for (const method of ["GET", "DELETE"]) expect((await fetch(url, { method })).status).toBe(405);
});

test("a client is told when it asks too often, and a person when they connect too many", async ({ open }) => {
	const agent = await open({ settings: { MCP_REQUESTS_PER_MINUTE: "3" } });
	const url = await listening(agent);
	const { token } = await connect(agent);
	const statuses: number[] = [];
	for (let count = 0; count < 4; count += 1) statuses.push((await send(url, list, { token })).status);
	expect(statuses).toEqual([200, 200, 200, 429]);
	for (let count = 0; count < 19; count += 1) await connect(agent);
	const more = await agent.call("POST", "/api/v1/agent/mcp-clients", { body: { name: "One more", scopes: ["browser:read"] } });
	expect([more.status, more.bytes]).toEqual([409, expect.stringContaining("Revoke one first")]);
});

test("a name, scopes and days that cannot be are refused with their field", async ({ agent }) => {
	const wrong = [
		[{ name: "", scopes: ["browser:read"] }, "name"],
		[{ name: "Claude\u202eedoC", scopes: ["browser:read"] }, "name"],
		[{ name: "Claude", scopes: [] }, "scopes"],
		[{ name: "Claude", scopes: ["browser:own"] }, "scopes.0"],
		[{ name: "Claude", scopes: ["browser:read", "browser:read"] }, "scopes"],
		[{ name: "Claude", scopes: ["browser:read"], days: 91 }, "days"],
		[{ name: "Claude", scopes: ["browser:read"], tenantId: agent.user.tenantId }, "tenantId"],
	] as const;
	for (const [body, field] of wrong) {
		const { status, body: reply } = await agent.call("POST", "/api/v1/agent/mcp-clients", { body });
		expect([status, reply]).toEqual([
			400,
			expect.objectContaining({ error: expect.objectContaining({ details: { fields: [expect.objectContaining({ field })] } }) }),
		]);
	}
});

test("a token is nowhere but in the reply that made it", async ({ agent, mongo }) => {
	const url = await listening(agent);
	const { token } = await connect(agent);
	await send(url, list, { token });
	const rows = await mongo.db.collection("mcp_clients").find({}).toArray();
	expect(JSON.stringify(rows)).not.toContain(token.slice(6));
	expect(agent.logs.join("\n")).not.toContain(token.slice(6));
});
