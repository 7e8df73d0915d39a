import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { letterOf, placeIn, readCursor } from "@webhand/audit/list";
import type { AuditEntry, AuditRow } from "@webhand/contracts/audit";
import { partsOf, tenantEntriesRoute } from "@webhand/contracts/audit";
import { LoginReply } from "@webhand/contracts/auth/sign-in";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { describe, expect } from "vitest";
import type { AuditRow as StoredRow } from "../src/audit/store.ts";
import type { TestAuth } from "./fixture.ts";
import { test as base, settings, startAuth, users } from "./fixture.ts";

type Page = { readonly rows: AuditRow[]; readonly nextCursor: string | null; readonly isComplete: boolean };

const dayMs = 86_400_000;
/** The start of a day that is over, among those whose rows MongoDB keeps. */
const daysAgo = (days: number) => Math.floor(Date.now() / dayMs - days) * dayMs;
const spanOf = (day: number) => `from=${new Date(day).toISOString()}&to=${new Date(day + dayMs - 1).toISOString()}`;

const noteId = (index: number) => `n${String(index).padStart(8, "0")}-0000-4000-8000-000000000000.0`;
const chain = { kind: "outcome", approved: true, workspace_id: `wsp_${"w".repeat(22)}`, session_id: null, execution_id: null } as const;

/** agent-api as auth sees it: notes and rows of the server host by the contract; `isSilent` never answers. */
async function startAgent() {
	const given = { entries: [] as AuditEntry[], isSilent: false, asked: 0 };
	const server = createServer((request, response) => {
		given.asked += 1;
		if (given.isSilent) return;
		const { searchParams } = new URL(request.url ?? "", "http://agent");
		const { cursor, limit, userId, ...query } = tenantEntriesRoute.query.parse(Object.fromEntries(searchParams));
		const before = readCursor(cursor);
		const rows = partsOf(query).flatMap((part) => {
			const place = before && placeIn(part, before);
			const isAfter = ({ at, id }: AuditEntry) => {
				if (place === undefined || at < place.at.toISOString()) return true;
				return at === place.at.toISOString() && (place.isAtIncluded || (place.id !== undefined && id.slice(1) < place.id));
			};
			return given.entries
				.filter((row) => row.id.startsWith(letterOf[part]) && isAfter(row))
				.filter(({ action, actorId }) => [action, undefined].includes(query.action) && [actorId, undefined].includes(userId))
				.sort((left, right) => (left.at === right.at ? (left.id < right.id ? 1 : -1) : left.at < right.at ? 1 : -1))
				.slice(0, limit);
		});
		response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows, isComplete: true }));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { given, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const test = base
	.extend("agent", { scope: "file" }, async ({}, { onCleanup }) => {
		const agent = await startAgent();
		onCleanup(agent.close);
		return agent;
	})
	.extend("reader", { scope: "file" }, async ({ mongo, redis, agent }, { onCleanup }) => {
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { AGENT_URL: agent.url }));
		onCleanup(auth.close);
		return auth;
	});

const read = async (auth: TestAuth, token: string, orgId: string, query = "") => {
	const reply = await auth.call("GET", `/api/v1/orgs/${orgId}/audit${query}`, { token });
	return { status: reply.status, page: (await reply.json()) as Page };
};

/** All pages, one after the other. */
async function readAll(auth: TestAuth, token: string, orgId: string, query: string): Promise<AuditRow[]> {
	const rows: AuditRow[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { page } = await read(auth, token, orgId, `?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
		rows.push(...page.rows);
		cursor = page.nextCursor;
	}
	return rows;
}

const rowOf = (tenantId: string, actorId: string, at: Date, more: Partial<StoredRow> = {}): StoredRow => ({
	at,
	tenantId: tenantId as TenantId,
	actorId: actorId as UserId,
	sid: null,
	action: "login",
	target: null,
	outcome: "ok",
	reason: null,
	ip: "10.1.2.3",
	userAgent: "Chrome",
	requestId: "r",
	...more,
});

describe("the audit of an organization", () => {
	test("says who did what, on whom, with what outcome and from where; filters find a part of it", async ({ reader: auth }) => {
		const admin = await auth.signIn(users.admin);
		const member = await auth.signIn(users.member);
		await auth.login({ email: users.member.email, password: "a wrong password" });
		const { tenantId: orgId } = admin;
		await auth.deps.sessions.audit.insert(
			rowOf(orgId, admin.user.id, new Date(), { action: "member.change", target: member.user.id, facts: { role: "admin" } }),
		);
		const { page } = await read(auth, admin.accessToken, orgId);
		expect(page.rows[0]).toMatchObject({
			actor: { userId: admin.user.id, email: users.admin.email },
			action: "member.change",
			outcome: "ok",
			ip: "10.1.2.3",
			target: member.user.id,
			targetName: member.user.name,
			facts: { role: "admin" },
		});
		expect(page.rows[1]).toMatchObject({
			actor: { email: users.member.email },
			action: "login",
			outcome: "failed",
			reason: "INVALID_CREDENTIALS",
		});
		const found = async (query: string) => (await read(auth, admin.accessToken, orgId, query)).page.rows.length;
		expect(await found(`?person=${encodeURIComponent(users.member.email.toUpperCase())}`)).toBe(2);
		expect(await found(`?person=${member.user.id}&outcome=failed`)).toBe(1);
		expect(await found("?action=member.change")).toBe(1);
		expect(await found("?outcome=failed&action=login")).toBe(1);
		expect(await found("?person=nobody@example.com")).toBe(0);
		expect(await found("?from=2099-01-01T00:00:00Z")).toBe(0);
		expect(await found("?to=2001-01-01T00:00:00Z")).toBe(0);
	});

	test.for([
		["?cursor=x", "cursor"],
		["?action=steal", "action"],
		["?where=moon", "where"],
		["?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "to"],
		["?limit=201", "limit"],
		["?tenantId=x", "tenantId"],
	] as const)("%s is refused with the name of the field", async ([query, field], { reader: auth }) => {
		const admin = await auth.signIn(users.admin);
		const { status, page } = await read(auth, admin.accessToken, admin.tenantId, query);
		expect([status, page]).toMatchObject([400, { error: { details: { fields: [{ field }] } } }]);
	});

	test("is for its admins and for operators: a member is refused, to others there is no such organization", async ({
		reader: auth,
		mongo,
	}) => {
		const [member, operator, admin] = [await auth.signIn(users.member), await auth.signIn(users.operator), await auth.signIn(users.admin)];
		expect((await read(auth, member.accessToken, member.tenantId)).status).toBe(403);
		expect(await mongo.db.collection("auth_audit").findOne({ action: "denied", actorId: member.user.id })).toMatchObject({
			tenantId: member.tenantId,
			target: "GET /api/v1/orgs/:orgId/audit",
			outcome: "failed",
		});
		expect((await read(auth, member.accessToken, `org_${"A".repeat(22)}`)).status).toBe(404);
		expect((await read(auth, operator.accessToken, `org_${"A".repeat(22)}`)).status).toBe(404);
		const byOperator = await read(auth, operator.accessToken, admin.tenantId);
		expect([byOperator.status, byOperator.page.isComplete, byOperator.page.rows.length > 0]).toEqual([200, false, true]);
	});

	test("of one's own tenant tells an operator what was done to the installation, and nobody else", async ({ reader: auth }) => {
		const operator = await auth.signIn(users.operator);
		const own = operator.user.id;
		await auth.deps.sessions.audit.insert(rowOf(own, own, new Date(), { action: "key.rotate", target: "a key" }));
		const switched = await auth.call("POST", "/api/v1/auth/switch", { token: operator.accessToken, body: { tenantId: own } });
		const inOwn = LoginReply.parse(await switched.json()).accessToken;
		const { status, page } = await read(auth, inOwn, own, "?action=key.rotate");
		expect([status, page.rows.map(({ action }) => action)]).toEqual([200, ["key.rotate"]]);
		const member = await auth.signIn(users.member);
		expect((await read(auth, member.accessToken, own)).status).toBe(404);
		expect((await read(auth, inOwn, member.user.id)).status).toBe(404);
	});

	test("pages hold each row of both services once, newest first, also where many have the same time", async ({ reader: auth, agent }) => {
		const admin = await auth.signIn(users.admin);
		const day = daysAgo(30);
		const at = (index: number) => new Date(day + 1_000 * Math.floor(index / 5));
		for (let index = 0; index < 23; index++)
			await auth.deps.sessions.audit.insert(rowOf(admin.tenantId, admin.user.id, at(index), { target: `row ${index}` }));
		const entryOf = (id: string, index: number): AuditEntry => ({
			id,
			at: at(index).toISOString(),
			actorId: admin.user.id,
			action: "gate",
			target: "a task",
			outcome: "approved",
			reason: null,
			ip: null,
			userAgent: null,
			facts: { class: "commit" },
			host: null,
		});
		agent.given.entries = Array.from({ length: 17 }, (_, index) => [
			entryOf(noteId(index), index),
			{
				...entryOf(`hrow-${index}.outcome`, index),
				action: "fs.write",
				host: { ...chain, decided_by: null, request_id: "r", seq: 1, hash: "" },
			},
		]).flat();
		const query = `limit=4&${spanOf(day)}`;
		const rows = await readAll(auth, admin.accessToken, admin.tenantId, query);
		expect(new Set(rows.map(({ id }) => id)).size).toBe(57);
		expect(rows.map((row) => row.at)).toEqual(
			rows
				.map((row) => row.at)
				.toSorted()
				.reverse(),
		);
		const found = async (filter: string) => await readAll(auth, admin.accessToken, admin.tenantId, `${query}&${filter}`);
		const told = (found: readonly AuditRow[]) => found.map(({ action, actor, host }) => [action, actor?.email, host?.workspace_id]);
		expect(told(await found("action=gate"))).toEqual(Array.from({ length: 17 }, () => ["gate", users.admin.email, undefined]));
		const onHost = Array.from({ length: 17 }, () => ["fs.write", users.admin.email, chain.workspace_id]);
		for (const filter of ["where=host", `where=${chain.workspace_id}`, "action=fs.write"])
			expect(told(await found(filter))).toEqual(onHost);
		expect((await found("where=accounts")).length).toBe(23);
		expect(await found("where=tasks&action=login")).toEqual([]);
		agent.given.entries = [];
	});

	test("without an answer of agent-api it says that it is not complete; actions of auth alone ask nobody", async ({
		reader: auth,
		agent,
	}) => {
		const admin = await auth.signIn(users.admin);
		agent.given.isSilent = true;
		const { status, page } = await read(auth, admin.accessToken, admin.tenantId);
		expect([status, page.isComplete]).toEqual([200, false]);
		// An email says nothing of whether it has an account elsewhere.
		const elsewhere = ["stranger@example.com", users.operator.email].map((email) =>
			read(auth, admin.accessToken, admin.tenantId, `?action=gate&person=${email}`),
		);
		expect((await Promise.all(elsewhere)).map(({ page }) => page)).toEqual(
			Array.from({ length: 2 }, () => ({ rows: [], nextCursor: null, isComplete: false })),
		);
		const { asked } = agent.given;
		expect((await read(auth, admin.accessToken, admin.tenantId, "?action=login")).page.isComplete).toBe(true);
		expect(agent.given.asked).toBe(asked);
		const file = await (await auth.call("GET", `/api/v1/orgs/${admin.tenantId}/audit.csv`, { token: admin.accessToken })).text();
		expect(file.trimEnd().split("\r\n").at(-1)).toContain("agent-api did not give them");
		agent.given.isSilent = false;
	});

	test("as a file it has the same rows, and a client's name that is a formula is not calculated", async ({ reader: auth }) => {
		const admin = await auth.signIn(users.admin);
		const day = daysAgo(20);
		const rows = Array.from({ length: 1_203 }, (_, index) =>
			rowOf(admin.tenantId, admin.user.id, new Date(day + 1_000 * index), { userAgent: '=HYPERLINK("http://x","y")' }),
		);
		for (const row of rows) await auth.deps.sessions.audit.insert(row);
		const path = `/api/v1/orgs/${admin.tenantId}/audit.csv?${spanOf(day)}`;
		const reply = await auth.call("GET", path, { token: admin.accessToken });
		expect([reply.status, reply.headers.get("content-type"), reply.headers.get("content-disposition")]).toEqual([
			200,
			"text/csv; charset=utf-8",
			'attachment; filename="audit.csv"',
		]);
		const lines = (await reply.text()).trimEnd().split("\r\n");
		expect(lines[0]).toMatch(/^at,email,name,user id,action/);
		expect(lines).toHaveLength(1_204);
		expect(lines[1]).toContain(`${new Date(day + 1_202_000).toISOString()},${users.admin.email}`);
		expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
		expect((await auth.call("GET", path.replace(admin.tenantId, `org_${"A".repeat(22)}`), { token: admin.accessToken })).status).toBe(404);
	});
});
