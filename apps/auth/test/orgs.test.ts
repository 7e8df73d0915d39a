import { randomUUID } from "node:crypto";
import type { Member, Organization } from "@webhand/contracts/auth/orgs";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import { OrgId, UserId } from "@webhand/contracts/ids";
import { createIds } from "@webhand/service-kit/ids";
import { long } from "@webhand/testing/long";
import { decodeJwt } from "jose";
import type { Db } from "mongodb";
import { describe, expect } from "vitest";
import type { Actor } from "../src/accounts/access.ts";
import { changeMember } from "../src/orgs/members.ts";
import { startSignIn } from "../src/sessions/engine.ts";
import type { TestAuth } from "./fixture.ts";
import { newAddress, test, users } from "./fixture.ts";
import type { Person } from "./people-fixture.ts";
import { bodyOf, credentialsOf, makeOrganization, refusalOf } from "./people-fixture.ts";

const caller = { ip: newAddress(), userAgent: "", requestId: "test" };
const randomOrg = () => createIds().prefixed(OrgId, "org");
const randomUser = () => createIds().prefixed(UserId, "usr");
const actor = ({ signIn }: Person): Actor => {
	const { sub, tid, sid, roles } = AccessTokenClaims.parse(decodeJwt(signIn.accessToken));
	return { userId: sub, tenantId: tid, sid, roles, caller };
};
const as = (auth: TestAuth, { accessToken }: LoginReply) => ({
	get: (path: string) => auth.call("GET", path, { token: accessToken }),
	send: (method: string, path: string, body?: unknown) =>
		auth.call(method, path, { token: accessToken, ...(body === undefined ? {} : { body }) }),
	/** The roles and limits that all services see, or the status without a sign-in. */
	rights: async () => {
		const reply = await auth.call("GET", "/internal/session", { token: accessToken });
		return reply.status === 200 ? ((await reply.json()) as { roles: string[]; limits: Record<string, unknown>; v: number }) : reply.status;
	},
});
const rowsOf = (db: Db, tenantId: string, action: string) =>
	db
		.collection("auth_audit")
		.find({ tenantId, action }, { sort: { at: 1 } })
		.toArray();

describe("who may do what in an organization", () => {
	test("a refused role is 403 and audited; another organization looks like none, to the byte", async ({ auth, mongo }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin", "member"]);
		const [admin, member] = people as [Person, Person];
		const other = await auth.signIn(users.admin);
		const calls: readonly (readonly [string, string, unknown?])[] = [
			["GET", "/members"],
			["PATCH", "", { name: "New" }],
			["PATCH", `/members/${member.signIn.user.id}`, { role: "admin" }],
			["DELETE", `/members/${admin.signIn.user.id}`],
			["GET", "/invites"],
			["POST", "/invites", { email: "x@example.com" }],
		];
		const bytes = async (reply: Response) => (await reply.text()).replace(/"requestId":"[^"]+"/, "");
		for (const [method, path, body] of calls) {
			expect(await refusalOf(await as(auth, member.signIn).send(method, `/api/v1/orgs/${orgId}${path}`, body))).toEqual([403, "FORBIDDEN"]);
			const [foreign, random] = await Promise.all(
				[orgId, randomOrg()].map((id) => as(auth, other).send(method, `/api/v1/orgs/${id}${path}`, body)),
			);
			expect([foreign?.status, foreign && (await bytes(foreign))]).toEqual([404, random && (await bytes(random))]);
		}
		const denied = await rowsOf(mongo.db, orgId, "denied");
		expect(denied).toHaveLength(calls.length);
		expect(denied[0]).toMatchObject({ actorId: member.signIn.user.id, target: "GET /api/v1/orgs/:orgId/members" });
		for (const [method, path, body] of [
			["GET", ""],
			["POST", "", { name: "Mine" }],
			["PUT", `/${orgId}/limits`, {}],
			["PATCH", `/${orgId}`, { status: "suspended" }],
		] as const) {
			expect(await refusalOf(await as(auth, admin.signIn).send(method, `/api/v1/orgs${path}`, body))).toEqual([403, "FORBIDDEN"]);
		}
		expect((await as(auth, member.signIn).get(`/api/v1/orgs/${orgId}`)).status).toBe(200);
	});

	test("an operator acts on any organization, and its own audit shows it", async ({ auth, mongo }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "member"]);
		const by = as(auth, operator);
		const { organization } = await bodyOf<{ organization: Organization }>(
			await by.send("PATCH", `/api/v1/orgs/${orgId}`, { name: "Renamed" }),
			200,
		);
		expect(organization).toMatchObject({ id: orgId, name: "Renamed", retentionDays: 90 });
		const { members, total } = await bodyOf<{ members: Member[]; total: number }>(await by.get(`/api/v1/orgs/${orgId}/members`), 200);
		expect([total, members.map(({ role }) => role)]).toEqual([2, ["admin", "member"]]);
		expect(members[0]).toMatchObject({ email: people[0]?.email, status: "active", accountStatus: "active", hasSecondFactor: false });
		expect(await rowsOf(mongo.db, orgId, "organization.change")).toMatchObject([
			{ actorId: operator.user.id, facts: { name: { to: "Renamed" } } },
		]);
	});

	test("lists page by page in order, and find what is typed", async ({ auth, mongo }) => {
		const { operator } = await makeOrganization(auth, []);
		const mark = randomUUID().slice(0, 8);
		const names = Array.from({ length: 60 }, (_, index) => `${mark} ${String(index).padStart(2, "0")} (a.b)`);
		await mongo.db.collection("organizations").insertMany(
			names.map((name) => ({
				_id: randomOrg() as never,
				name,
				status: "active",
				limits: {},
				traces: false,
				retentionDays: 90,
				createdAt: new Date(),
			})),
		);
		type Page = { organizations: Organization[]; nextCursor: string | null };
		const page = async (query: string) => bodyOf<Page>(await as(auth, operator).get(`/api/v1/orgs?${query}`), 200);
		const first = await page(`q=${mark.toUpperCase()}`);
		const second = await page(`q=${mark}&cursor=${first.nextCursor}`);
		expect([...first.organizations, ...second.organizations].map(({ name }) => name)).toEqual(names);
		expect([first.organizations.length, second.nextCursor]).toEqual([50, null]);
		expect((await page(`q=${encodeURIComponent(`${mark} 07 (a.b)`)}`)).organizations).toHaveLength(1);
		const wrong = await as(auth, operator).get("/api/v1/orgs?cursor=nonsense");
		expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('"field":"cursor"')]);
	});
});

describe("the last admin", () => {
	const demoteEachOther = async (auth: TestAuth, rounds: number) => {
		const { orgId, people } = await makeOrganization(auth, ["admin", "admin"]);
		const [one, two] = people as [Person, Person];
		const demote = (by: Person, whom: Person) =>
			changeMember(auth.deps.orgs, { orgId: OrgId.parse(orgId), userId: whom.signIn.user.id, change: { role: "member" } }, actor(by)).then(
				() => whom,
				(cause: { code: string }) => cause.code,
			);
		for (let round = 0; round < rounds; round++) {
			const ends = await Promise.all([demote(one, two), demote(two, one)]);
			expect(ends.filter((end) => end === "LAST_ADMIN")).toHaveLength(1);
			const demoted = ends.find((end) => typeof end !== "string") as Person;
			const change = { role: "admin" } as const;
			await changeMember(auth.deps.orgs, { orgId: OrgId.parse(orgId), userId: demoted.signIn.user.id, change }, actor(one));
		}
	};
	test("of two admins who demote each other at once exactly one gets 409", ({ auth }) => demoteEachOther(auth, 20));
	test("and a hundred times", long, ({ auth }) => demoteEachOther(auth, 100));

	test("may not leave, be suspended or be removed; another admin may leave", async ({ auth }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "admin"]);
		const [one, two] = people as [Person, Person];
		const path = `/api/v1/orgs/${orgId}/members/${one.signIn.user.id}`;
		expect((await as(auth, two.signIn).send("DELETE", `/api/v1/orgs/${orgId}/members/${two.signIn.user.id}`)).status).toBe(204);
		// What they do afterwards is not the organization's to see.
		expect((await auth.login({ email: two.email, password: "not the password" })).status).toBe(401);
		const later = { tenantId: orgId, action: "login", outcome: "failed" };
		expect(await auth.deps.base.mongo.db.collection("auth_audit").countDocuments(later)).toBe(0);
		expect(await as(auth, two.signIn).rights()).toBe(401);
		for (const [method, body] of [
			["DELETE", undefined],
			["PATCH", { status: "suspended" }],
			["PATCH", { role: "member" }],
		] as const) {
			expect(await refusalOf(await as(auth, operator).send(method, path, body))).toEqual([409, "LAST_ADMIN"]);
		}
		expect(await as(auth, one.signIn).rights()).toMatchObject({ roles: ["member", "admin"] });
	});
});

describe("a change reaches the sign-ins that are there", () => {
	test("a demotion and new limits raise the version and end nothing; a promotion comes with the next token", async ({ auth }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "admin", "member"]);
		const [one, two, member] = people as [Person, Person, Person];
		const before = await as(auth, two.signIn).rights();
		await bodyOf(await as(auth, one.signIn).send("PATCH", `/api/v1/orgs/${orgId}/members/${two.signIn.user.id}`, { role: "member" }), 200);
		const demoted = await as(auth, two.signIn).rights();
		expect(demoted).toMatchObject({ roles: ["member"], v: (before as { v: number }).v + 1 });
		expect(await refusalOf(await as(auth, two.signIn).get(`/api/v1/orgs/${orgId}/members`))).toEqual([403, "FORBIDDEN"]);
		await bodyOf(await as(auth, operator).send("PUT", `/api/v1/orgs/${orgId}/limits`, { stepsPerMinute: 7 }), 200);
		await bodyOf(await as(auth, one.signIn).send("PATCH", `/api/v1/orgs/${orgId}`, { traces: true, retentionDays: 30 }), 200);
		for (const { signIn } of people) {
			expect(await as(auth, signIn).rights()).toMatchObject({ limits: { stepsPerMinute: 7, traces: true, retentionDays: 30 } });
		}
		await bodyOf(await as(auth, operator).send("PUT", `/api/v1/orgs/${orgId}/limits`, {}), 200);
		expect((await as(auth, member.signIn).rights()) as object).toMatchObject({ limits: { traces: true, retentionDays: 30 } });
		await bodyOf(
			await as(auth, one.signIn).send("PATCH", `/api/v1/orgs/${orgId}/members/${member.signIn.user.id}`, { role: "admin" }),
			200,
		);
		expect((await as(auth, member.signIn).get(`/api/v1/orgs/${orgId}/members`)).status).toBe(403);
		const again = await auth.signIn(credentialsOf(member));
		expect((await as(auth, again).get(`/api/v1/orgs/${orgId}/members`)).status).toBe(200);
	});

	test.for([
		["suspended", "PATCH", { status: "suspended" }],
		["removed", "DELETE", undefined],
	] as const)("a member who is %s is signed out of the organization alone", async ([reason, method, body], { auth, mongo }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin", "member"]);
		const [admin, member] = people as [Person, Person];
		await as(auth, admin.signIn).send(method, `/api/v1/orgs/${orgId}/members/${member.signIn.user.id}`, body);
		expect(await as(auth, member.signIn).rights()).toBe(401);
		const personal = await auth.signIn(credentialsOf(member));
		expect(personal.tenantKind).toBe("user");
		expect(await rowsOf(mongo.db, orgId, "revoke")).toMatchObject([{ actorId: admin.signIn.user.id, reason }]);
		expect(
			await refusalOf(await as(auth, admin.signIn).send("PATCH", `/api/v1/orgs/${orgId}/members/${randomUser()}`, { role: "admin" })),
		).toEqual([404, "NOT_FOUND"]);
	});

	test("a suspended organization signs everybody out, and lets them in again when it is active", async ({ auth }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "member"]);
		await bodyOf(await as(auth, operator).send("PATCH", `/api/v1/orgs/${orgId}`, { status: "suspended" }), 200);
		for (const { signIn } of people) expect(await as(auth, signIn).rights()).toBe(401);
		const [, member] = people as [Person, Person];
		expect((await auth.signIn(credentialsOf(member))).tenantKind).toBe("user");
		await bodyOf(await as(auth, operator).send("PATCH", `/api/v1/orgs/${orgId}`, { status: "active" }), 200);
		expect((await auth.signIn(credentialsOf(member))).tenantKind).toBe("user");
	});

	test("no sign-in that starts at the same moment survives a suspension, nor keeps a role that was taken", async ({ auth }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "admin", "member"]);
		const [admin, second, member] = people as [Person, Person, Person];
		const begin = ({ signIn }: Person, roles: readonly ("member" | "admin")[]) =>
			startSignIn(
				auth.deps.sessions,
				{
					userId: signIn.user.id,
					tenantId: signIn.tenantId,
					roles,
					limits: {},
					method: "password",
					secondFactor: false,
					credentialsVersion: 0,
				},
				caller,
			).catch(() => null);
		const path = `/api/v1/orgs/${orgId}`;
		for (let round = 0; round < 8; round++) {
			const [, ...started] = await Promise.all([
				as(auth, operator).send("PATCH", path, { status: "suspended" }),
				...Array.from({ length: 4 }, () => begin(member, ["member"])),
			]);
			for (const { signIn, accessToken } of started.filter((start) => start !== null)) {
				expect([signIn.userId, await as(auth, { ...member.signIn, accessToken }).rights()]).toEqual([member.signIn.user.id, 401]);
			}
			await bodyOf(await as(auth, operator).send("PATCH", path, { status: "active" }), 200);
			const [, ...demoted] = await Promise.all([
				as(auth, operator).send("PATCH", `${path}/members/${second.signIn.user.id}`, { role: "member" }),
				...Array.from({ length: 4 }, () => begin(second, ["member", "admin"])),
			]);
			for (const start of demoted) {
				const rights = start === null ? null : await as(auth, { ...second.signIn, accessToken: start.accessToken }).rights();
				if (rights !== null) expect(rights).toMatchObject({ roles: ["member"] });
			}
			await bodyOf(await as(auth, operator).send("PATCH", `${path}/members/${second.signIn.user.id}`, { role: "admin" }), 200);
		}
		expect(admin.signIn.tenantId).toBe(orgId);
	});

	test("an action whose audit row cannot be written does not happen", async ({ auth }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin", "member"]);
		const [admin, member] = people as [Person, Person];
		const audit = { insert: () => Promise.reject(new Error("no audit")) };
		const broken = { ...auth.deps.orgs, audit };
		const change = { orgId: OrgId.parse(orgId), userId: member.signIn.user.id, change: { status: "suspended" } } as const;
		await expect(changeMember(broken, change, actor(admin))).rejects.toThrow("no audit");
		expect(await as(auth, member.signIn).rights()).toMatchObject({ roles: ["member"] });
	});

	test("passwords are switched off only where a provider is left", async ({ auth, mongo }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const off = () => as(auth, admin.signIn).send("PATCH", `/api/v1/orgs/${orgId}`, { passwordSignIn: false });
		expect(await refusalOf(await off())).toEqual([404, "NO_PROVIDER"]);
		await mongo.db.collection("providers").insertOne({ _id: orgId as never });
		expect(await bodyOf(await off(), 200)).toMatchObject({ organization: { passwordSignIn: false } });
	});
});
