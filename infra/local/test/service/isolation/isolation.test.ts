import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataFolder, removeDataFolder } from "@webhand/testing/data-folder";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Ready } from "../../../stack/data/ready.ts";
import { checkout } from "../../fixture/copy.ts";
import { programs } from "../../fixture/running-stack.ts";
import type { Person, Send } from "./people.ts";
import {
	addApiKey,
	addDocument,
	addMcpClient,
	addPerson,
	addRunner,
	addServiceAccount,
	addWorkspace,
	enter,
	idsSentBy,
	sender,
	unknownIds,
} from "./people.ts";
import type { Ids, Row } from "./table.ts";
import { rows } from "./table.ts";

type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

const methods = ["get", "post", "put", "patch", "delete"];
const data = makeDataFolder("webhand-isolation-");
let stack: TestProcess;
let ready: Ready;
let send: Send;
let served: readonly string[];
let client: MongoClient;
let people: { readonly member: Person; readonly admin: Person; readonly operator: Person; readonly stranger: Person };

/** Routes that the gateway leads to, by method and path, as the services document them. */
async function servedRoutes({ services: { auth, agentApi, knowledgeProxy } }: Ready): Promise<readonly string[]> {
	const documents = await Promise.all(
		[auth, agentApi, knowledgeProxy].map(async (url) => (await (await fetch(new URL("/openapi.json", url))).json()) as OpenApi),
	);
	return documents.flatMap(({ paths }) =>
		Object.entries(paths).flatMap(([path, operations]) =>
			Object.keys(operations)
				.filter((method) => methods.includes(method))
				.map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
		),
	);
}

beforeAll(async () => {
	stack = await startProcess({
		name: "stack",
		command: process.execPath,
		args: [
			["--conditions=@webhand/source", "infra/local/main.ts", "start"],
			["--no-demo", "--no-browser", "--port", "0", "--data", data],
		].flat(),
		cwd: checkout,
		env: { HOME: process.env["HOME"] ?? data, ...programs, STEPS_PER_MINUTE: "100000", TENANT_STEPS_PER_MINUTE: "100000" },
	});
	const text = await poll(
		() => {
			if (!stack.isRunning()) throw new Error(`the stack ended:\n${stack.output()}`);
			try {
				return readFileSync(join(data, "ready.json"), "utf8");
			} catch {
				return undefined;
			}
		},
		{ limitMs: 120_000 },
	);
	ready = Ready.parse(JSON.parse(text));
	send = sender(ready.url);
	served = await servedRoutes(ready);
	client = new MongoClient(ready.mongoUrl);
	const adds =
		(role: "member" | "admin", isOperator = false) =>
		(orgId: string) =>
			addPerson(client, ready, { orgId, role, isOperator });
	const documents = {
		addDocument: (tenantId: string) => addDocument(client, tenantId),
		addWorkspace: (tenantId: string) => addWorkspace(client, tenantId),
		addApiKey: (owner: Parameters<typeof addApiKey>[1]) => addApiKey(client, owner),
		addServiceAccount: (tenantId: string) => addServiceAccount(client, tenantId),
		addRunner: (tenantId: string, userId: string) => addRunner(client, tenantId, userId),
		addMcpClient: (owner: Parameters<typeof addMcpClient>[1]) => addMcpClient(client, owner),
	};
	const admin = await enter(send, ready.admin, { add: adds("admin"), ...documents });
	people = {
		admin,
		member: await enter(send, ready.member, { add: adds("member"), ...documents }),
		operator: await enter(send, ready.operator, { orgId: admin.things.orgId, add: adds("member", true), ...documents }),
		stranger: await enter(send, await addPerson(client, ready, { role: "admin" }), { add: adds("admin"), ...documents }),
	};
});

afterAll(async () => {
	await client.close();
	await stack.stop(30_000);
	await removeDataFolder(data);
});

const roles = ["member", "admin", "operator"] as const;

/** Sends what a row says, as somebody, with somebody's ids; where the reply repeats the id that was asked for, it says "asked". */
async function call(route: string, row: Row, { ids, token }: { readonly ids: Ids; readonly token?: string }) {
	const [method = "", path = ""] = route.split(" ");
	const { params = {}, query, body } = row.send?.(ids) ?? {};
	const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
	const reply = await send(method, query === undefined ? filled : `${filled}?${query}`, { token, body });
	return { ...reply, body: Object.values(params).reduce((text, id) => text.replaceAll(`"${id}"`, '"asked"'), reply.body) };
}

/** Whose things a row names: somebody else of the same role, where the call ends their membership or all their sign-ins. */
const nameable = (row: Row, person: Person) => (row.ends === "person" ? person.makeAnother(idsSentBy(row)) : person);
const thingsOf = (row: Row, person: Person) =>
	row.ends === undefined || row.ends === "person" ? person.things : person.makeThings(idsSentBy(row), row.ends === "sign-in");
const tokenOf = async (row: Row, person: Person) => (row.ends === "sign-in" ? (await person.signIn()).token : person.token);

test("each route of the four services has a row, each row a route, and what is internal is not reached", async () => {
	const reached = served.filter((route) => !route.includes(" /v1/") && !route.includes(" /internal/"));
	expect(reached.filter((route) => rows[route] === undefined)).toEqual([]);
	expect(Object.keys(rows).filter((route) => !reached.includes(route))).toEqual([]);
	for (const path of ["/internal/session", "/internal/audit", "/internal/retrieve", "/v1/status"])
		expect([path, (await send("GET", path, { token: people.admin.token })).status]).toEqual([path, 404]);
});

describe("on every route", () => {
	test("nobody is let in without a token, and each role gets its own", async () => {
		const found: unknown[] = [];
		const expected: unknown[] = [];
		for (const route of served) {
			const row = rows[route];
			if (row === undefined) continue;
			if (row.isPublic !== true) {
				found.push([route, "none", (await call(route, row, { ids: people.member.things })).status]);
				expected.push([route, "none", 401]);
			}
			for (const [index, role] of roles.entries()) {
				const person = await nameable(row, people[role]);
				const reply = await call(route, row, { ids: await thingsOf(row, person), token: await tokenOf(row, person) });
				found.push([route, role, reply.status]);
				expected.push([route, role, row.own[index]]);
			}
		}
		expect(found).toEqual(expected);
	});

	test("what belongs to another tenant and what nobody has look the same, to the byte; a colleague's things are shown to admins at most", async () => {
		const found: unknown[] = [];
		const expected: unknown[] = [];
		for (const route of served) {
			const row = rows[route];
			if (row?.unknown === undefined) continue;
			for (const [index, role] of roles.entries()) {
				const person = people[role];
				const ask = (ids: Ids, token = person.token) => call(route, row, { ids, token });
				const random = await ask(unknownIds());
				const isSeen = role === "operator" && row.seesAll !== undefined;
				// A refused call ends nothing, so it needs no things of its own.
				const foreign = await ask(isSeen ? await thingsOf(row, await nameable(row, people.stranger)) : people.stranger.things);
				found.push([route, role, "unknown", random.status]);
				expected.push([route, role, "unknown", row.unknown[index]]);
				found.push([route, role, "foreign", isSeen ? foreign.status : foreign]);
				expected.push([route, role, "foreign", isSeen ? row.seesAll : random]);
				if (role === "operator" || row.seesAll !== undefined) continue;
				const other = role === "member" ? people.admin : people.member;
				const shown = row.colleague?.[index];
				const theirs = shown === undefined ? other.things : await thingsOf(row, await nameable(row, other));
				const colleague = await ask(theirs, await tokenOf(row, person));
				found.push([route, role, "colleague", shown === undefined ? colleague : colleague.status]);
				expected.push([route, role, "colleague", shown ?? random]);
			}
		}
		expect(found).toEqual(expected);
	});
});

/** A guarded route of each service, on the service's own port. */
const guardedRoutes = ({ services }: Ready) =>
	Object.entries({
		auth: new URL("/api/v1/auth/session", services.auth),
		"agent-api": new URL("/api/session", services.agentApi),
		"knowledge-proxy": new URL("/api/knowledge/resolve?url=https://shop.example/", services.knowledgeProxy),
		"tool-runner": new URL("/v1/status", services.toolRunner),
	});
const ask = (url: URL, authorization: string) => fetch(url, { headers: { authorization } });

describe("on each of the four services", () => {
	test("the request after the sign-out is refused, twenty times in a row", async () => {
		for (let round = 0; round < 20; round++) {
			const { token } = await people.member.signIn();
			const statuses = () => Promise.all(guardedRoutes(ready).map(async ([, url]) => (await ask(url, `Bearer ${token}`)).status));
			expect(await statuses()).toEqual([200, 200, 200, 200]);
			expect((await send("POST", "/api/v1/auth/logout", { token })).status).toBe(204);
			expect(await statuses()).toEqual([401, 401, 401, 401]);
		}
	});

	test("forged, altered and oversized tokens are refused with one wording, and replies carry the headers that protect them", async () => {
		const { token } = await people.member.signIn();
		const [header = "", payload = "", signature = ""] = token.split(".");
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
		const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as object;
		const { keys } = (await (await fetch(new URL("/.well-known/jwks.json", ready.url))).json()) as { keys: { kid: string; x: string }[] };
		const [key] = keys;
		const hmacHeader = encode({ alg: "HS256", typ: "at+jwt", kid: key?.kid });
		const hmac = createHmac("sha256", Buffer.from(key?.x ?? "", "base64url"))
			.update(`${hmacHeader}.${payload}`)
			.digest("base64url");
		const forged = {
			"no algorithm": `${encode({ alg: "none", typ: "at+jwt" })}.${payload}.`,
			"a MAC over the public key": `${hmacHeader}.${payload}.${hmac}`,
			"another role": `${header}.${encode({ ...claims, roles: ["member", "admin", "operator"] })}.${signature}`,
			"another tenant": `${header}.${encode({ ...claims, tid: people.stranger.things.orgId })}.${signature}`,
			"another key": `${encode({ alg: "Ed25519", typ: "at+jwt", kid: "other" })}.${payload}.${signature}`,
			"a key in the header": `${encode({ alg: "Ed25519", typ: "at+jwt", kid: key?.kid, jwk: key })}.${payload}.${signature}`,
			"more than 4 KB": `${header}.${payload}${"A".repeat(4_097)}.${signature}`,
			"no token": "x",
		};
		for (const [service, url] of guardedRoutes(ready)) {
			const good = await ask(url, `bearer ${token}`);
			const wordings = new Set<string>();
			for (const [name, text] of Object.entries(forged)) {
				const reply = await ask(url, `Bearer ${text}`);
				expect([service, name, reply.status, reply.headers.get("www-authenticate")]).toEqual([
					service,
					name,
					401,
					expect.stringContaining("Bearer"),
				]);
				wordings.add((await reply.text()).replace(/"requestId":"[^"]+"/, ""));
				expect([service, reply.headers.get("x-content-type-options"), reply.headers.get("cache-control")]).toEqual([
					service,
					"nosniff",
					"no-store",
				]);
			}
			expect([service, good.status, wordings.size]).toEqual([service, 200, 1]);
			expect([good.headers.get("x-content-type-options"), good.headers.get("cache-control")]).toEqual(["nosniff", "no-store"]);
		}
	});
});

test("a program starts a run with a key, once for each idempotency key; the key opens no other door, and the audit names it", async () => {
	const { token, things } = people.member;
	const newKey = { name: "Night shift", scopes: ["routines:run"] };
	const { key, secret } = JSON.parse((await send("POST", "/api/v1/user/api-keys", { token, body: newKey })).body) as {
		readonly key: { readonly id: string };
		readonly secret: string;
	};
	const runs = `/api/v1/agent/routines/${things.routineId}/runs`;
	const start = async (key: string) => {
		const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json", "idempotency-key": key };
		const reply = await fetch(new URL(runs, ready.url), { method: "POST", headers, body: JSON.stringify({ rows: [{}] }) });
		return { status: reply.status, id: ((await reply.json()) as { readonly run?: { readonly id: string } }).run?.id };
	};
	const first = await start("night 1");
	expect(first).toEqual({ status: 201, id: expect.stringMatching(/^rrn_/) });
	expect(await start("night 1")).toEqual(first);
	// The person's browser plays what the program started.
	const taken = await send("POST", `/api/v1/agent/routine-runs/${first.id}/next`, { token, body: { worker: "a browser" } });
	expect([taken.status, JSON.parse(taken.body)]).toEqual([200, expect.objectContaining({ row: expect.objectContaining({ index: 0 }) })]);
	const statuses = await Promise.all(guardedRoutes(ready).map(async ([name, url]) => [name, (await ask(url, `Bearer ${secret}`)).status]));
	expect(statuses).toEqual(["auth", "agent-api", "knowledge-proxy", "tool-runner"].map((name) => [name, 403]));
	expect((await send("GET", `/api/v1/agent/routine-runs/${first.id}`, { token: secret })).status).toBe(200);
	expect((await send("GET", `/api/v1/agent/routine-runs/${people.stranger.things.routineRunId}`, { token: secret })).status).toBe(404);
	expect((await send("GET", `/api/v1/agent/routine-runs?key=${secret}`)).status).toBe(400);
	expect((await send("POST", `/api/v1/agent/routine-runs/${first.id}/change`, { token: secret, body: { change: "stop" } })).status).toBe(
		200,
	);
	const notes = await client.db("webhand_agent").collection("audit_notes").find({ "facts.key": key.id }).toArray();
	expect(notes.map(({ action, target }) => [action, target])).toEqual([
		["run.start", first.id],
		["run.stop", first.id],
	]);
	expect((await send("DELETE", `/api/v1/user/api-keys/${key.id}`, { token })).status).toBe(204);
	expect((await start("night 2")).status).toBe(401);
});

test("a member who is removed ends within a second: what waits, streams and runs, and the clients that act for them", async () => {
	const person = await people.member.makeAnother(new Set());
	const { token } = person;
	const { userId, orgId } = person.things;
	const asked = async (method: string, path: string, body?: unknown) => JSON.parse((await send(method, path, { token, body })).body);
	const headers = { authorization: `Bearer ${token}` };
	const { workspaces } = await asked("GET", "/api/v1/agent/workspaces");
	const workspaceId = workspaces.find(({ name }: { readonly name: string }) => name === "demo").id;
	const { executionId } = await asked("POST", "/api/v1/agent/exec", { workspaceId, argv: ["sleep", "60"] });
	const { session } = await asked("POST", "/api/v1/agent/sessions", { workspaceId, task: "run sleep 61" });
	const approval = await poll(async () => (await asked("GET", "/api/v1/agent/approvals")).approvals[0]);
	await asked("POST", `/api/v1/agent/approvals/${approval.id}`, { decision: "approved" });
	const connected = await asked("POST", "/api/v1/agent/mcp-clients", { name: "Editor", scopes: ["browser:read"] });
	const tools = client.db("webhand_tools").collection("executions");
	const running = () => tools.countDocuments({ userId, state: "running" });
	await poll(async () => (await running()) === 2);

	const streams = [`exec/${executionId}/stream`, `sessions/${session.id}/events`].map(async (path) => {
		const reply = await fetch(new URL(`/api/v1/agent/${path}`, ready.url), { headers });
		await reply.text();
	});
	const waits = [
		send("GET", `/api/v1/agent/exec/${executionId}?waitMs=30000`, { token }),
		send("POST", "/api/v1/agent/mcp-calls/next", { token, body: { waitSeconds: 20 } }),
	];
	const startedAt = performance.now();
	expect((await send("DELETE", `/api/v1/orgs/${orgId}/members/${userId}`, { token: people.admin.token })).status).toBe(204);
	await Promise.all(streams);
	expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([401, 401]);
	await poll(async () => (await running()) === 0, { everyMs: 20 });
	const states = client.db("webhand_agent").collection("agent_sessions");
	await poll(async () => (await states.findOne({ _id: session.id }))?.["status"] === "error", { everyMs: 20 });
	const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
	expect((await send("POST", "/mcp", { token: connected.token, body: list })).status).toBe(401);
	expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("the demo organization has a workspace from the first start on, with a history, and nobody else sees it", async () => {
	const workspacesOf = async (token: string) => {
		const reply = await ask(new URL("/v1/workspaces", ready.services.toolRunner), `Bearer ${token}`);
		const { workspaces } = (await reply.json()) as { workspaces: { name: string; root_path: string }[] };
		// Without those that this test added.
		return workspaces.filter(({ root_path: path }) => !path.startsWith("/gone/"));
	};
	const [demo, ...others] = await workspacesOf(people.member.token);
	expect(demo).toMatchObject({ name: "demo", source: "file", available: true, is_git: true, git: "trusted", read_only: false });
	expect([others, await workspacesOf(people.stranger.token)]).toEqual([[], []]);
	expect(readFileSync(join(demo?.root_path ?? "", "package.json"), "utf8")).toContain('"test": "node --test"');
});

test("an admin reads in one audit what was done in auth and what agent-api noted", async () => {
	const { token, things } = people.admin;
	expect((await send("PUT", "/api/v1/agent/model", { token, body: { provider: "rules", name: "rules" } })).status).toBe(200);
	const read = async (query: string) =>
		JSON.parse((await send("GET", `/api/v1/orgs/${things.orgId}/audit?${query}`, { token })).body) as unknown;
	expect(await read("action=model.choose&limit=1")).toMatchObject({
		isComplete: true,
		rows: [{ action: "model.choose", actor: { email: ready.admin.email } }],
	});
	expect(await read(`action=login&person=${encodeURIComponent(ready.member.email)}&limit=1`)).toMatchObject({
		isComplete: true,
		rows: [{ action: "login", outcome: "ok", actor: { email: ready.member.email } }],
	});
	expect(await read("where=host&action=gate.none")).toEqual({ rows: [], nextCursor: null, isComplete: true });
});
