import { randomUUID } from "node:crypto";
import type { Invite } from "@webhand/contracts/auth/invites";
import { OrgId } from "@webhand/contracts/ids";
import { createManualClock } from "@webhand/testing/clock";
import { describe, expect } from "vitest";
import { newAddress, openDatabase, settings, startAuth, test, users } from "./fixture.ts";
import type { Person } from "./people-fixture.ts";
import { accept, bodyOf, credentialsOf, invite, makeOrganization, refusalOf, strong, tokenIn } from "./people-fixture.ts";

describe("an invite", () => {
	test("makes an account and a membership, once", async ({ auth, mongo }) => {
		const admin = await auth.signIn(users.admin);
		const { invite: made, link } = await invite(auth, admin, { email: "Grace@Example.com", role: "admin" });
		expect(made).toMatchObject({ email: "grace@example.com", role: "admin", status: "open", invitedBy: users.admin.email });
		const password = strong();
		const body = await bodyOf(await accept(auth, { token: tokenIn(link), name: "Grace", password }), 201);
		expect(body).toMatchObject({
			user: { email: "grace@example.com", name: "Grace" },
			tenantId: admin.tenantId,
			tenantName: "Kettles Ltd",
		});
		const signIn = await auth.signIn({ email: "grace@example.com", password });
		expect([signIn.tenantId, signIn.roles]).toEqual([admin.tenantId, ["member", "admin"]]);
		expect(await refusalOf(await accept(auth, { token: tokenIn(link), name: "Grace", password }))).toEqual([410, "INVITE_INVALID"]);
		const stored = JSON.stringify(await mongo.db.collection("invites").find().toArray());
		expect(stored).not.toContain(tokenIn(link));
	});

	test("makes an organization's first people", async ({ auth }) => {
		const { people, orgId } = await makeOrganization(auth, ["admin", "member"]);
		expect(people.map(({ signIn }) => [signIn.tenantId, signIn.roles])).toEqual([
			[orgId, ["member", "admin"]],
			[orgId, ["member"]],
		]);
	});

	test("of one email ends the one before, and a member is not invited again", async ({ auth }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const by = admin.signIn;
		const first = await invite(auth, by, { email: "jos\u00e9@example.com" });
		const second = await invite(auth, by, { email: "JOSE\u0301@example.com" });
		expect(second.invite.email).toBe(first.invite.email);
		expect(await refusalOf(await accept(auth, { token: tokenIn(first.link), name: "Jos\u00e9", password: strong() }))).toEqual([
			410,
			"INVITE_INVALID",
		]);
		await bodyOf(await accept(auth, { token: tokenIn(second.link), name: "Jos\u00e9", password: strong() }), 201);
		const again = await auth.call("POST", `/api/v1/orgs/${orgId}/invites`, { token: by.accessToken, body: { email: first.invite.email } });
		expect(await refusalOf(again)).toEqual([409, "ALREADY_MEMBER"]);
		const list = await auth.call("GET", `/api/v1/orgs/${orgId}/invites`, { token: by.accessToken });
		const { invites } = await bodyOf<{ invites: Invite[] }>(list, 200);
		expect(invites.map(({ email, status }) => [email, status])).toEqual([
			[first.invite.email, "accepted"],
			[first.invite.email, "revoked"],
			[admin.email, "accepted"],
		]);
	});

	test("is revoked and renewed while it is open, not afterwards; another organization's is unknown", async ({ auth }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const other = await auth.signIn(users.admin);
		const token = admin.signIn.accessToken;
		const made = await invite(auth, admin.signIn, { email: `x-${randomUUID()}@example.com` });
		const path = `/api/v1/orgs/${orgId}/invites/${made.invite.id}`;
		for (const [method, end] of [
			["DELETE", ""],
			["POST", "/renew"],
		] as const) {
			const foreign = await auth.call(method, `/api/v1/orgs/${other.tenantId}/invites/${made.invite.id}${end}`, {
				token: other.accessToken,
			});
			expect(await refusalOf(foreign)).toEqual([404, "NOT_FOUND"]);
		}
		const renewed = await bodyOf<{ link: string }>(await auth.call("POST", `${path}/renew`, { token }), 200);
		expect((await auth.call("GET", `/invite/${tokenIn(made.link)}`)).status).toBe(410);
		expect((await auth.call("GET", `/invite/${tokenIn(renewed.link)}`)).status).toBe(200);
		expect((await auth.call("DELETE", path, { token })).status).toBe(204);
		expect((await auth.call("GET", `/invite/${tokenIn(renewed.link)}`)).status).toBe(410);
		expect(await refusalOf(await auth.call("DELETE", path, { token }))).toEqual([409, "INVITE_CLOSED"]);
		expect(await refusalOf(await auth.call("POST", `${path}/renew`, { token }))).toEqual([409, "INVITE_CLOSED"]);
	});

	test("ends after seven days, and is good again when it is renewed", async ({ mongo, redis }) => {
		const clock = createManualClock(new Date());
		const own = openDatabase(mongo);
		const auth = await startAuth(settings({ mongoUri: own.uri, redisUrl: redis.url }, { TOKEN_TTL: "604800" }), { clock });
		try {
			const admin = await auth.signIn(users.admin);
			const made = await invite(auth, admin, { email: "late@example.com" });
			clock.advance(7 * 86_400_000 - 1_000);
			expect((await auth.call("GET", `/invite/${tokenIn(made.link)}`)).status).toBe(200);
			clock.advance(2_000);
			const password = strong();
			expect((await accept(auth, { token: tokenIn(made.link), name: "Late", password })).status).toBe(410);
			const later = await auth.signIn(users.admin);
			const path = `/api/v1/orgs/${admin.tenantId}/invites`;
			const list = await auth.call("GET", `${path}?status=expired`, { token: later.accessToken });
			expect(await bodyOf(list, 200)).toMatchObject({ invites: [{ id: made.invite.id, status: "expired" }] });
			const renewed = await auth.call("POST", `${path}/${made.invite.id}/renew`, { token: later.accessToken });
			const { link } = await bodyOf<{ link: string }>(renewed, 200);
			expect((await accept(auth, { token: tokenIn(link), name: "Late", password })).status).toBe(201);
		} finally {
			await auth.close();
			await own.drop();
		}
	});

	test("into one's own tenant is refused with the reason, into somebody else's as unknown", async ({ auth }) => {
		const { operator, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const at = (id: string) =>
			auth.call("POST", `/api/v1/orgs/${id}/invites`, { token: operator.accessToken, body: { email: "a@example.com" } });
		expect(await refusalOf(await at(operator.user.id))).toEqual([409, "TENANT_NOT_SHAREABLE"]);
		expect(await refusalOf(await at(admin.signIn.user.id))).toEqual([404, "NOT_FOUND"]);
	});
});

describe("accepting", () => {
	test("with an account that is there takes that account's password, and a wrong one counts as a failed sign-in", async ({
		auth,
		mongo,
	}) => {
		const { people: guests } = await makeOrganization(auth, ["member"]);
		const [guest] = guests as [Person];
		const admin = await auth.signIn(users.admin);
		const { invite: made, link } = await invite(auth, admin, { email: guest.email });
		for (let round = 0; round < 5; round++) {
			const wrong = await accept(auth, { token: tokenIn(link), password: "not the password" });
			expect(await refusalOf(wrong)).toEqual([401, "INVALID_CREDENTIALS"]);
		}
		expect((await accept(auth, { token: tokenIn(link), password: guest.password })).status).toBe(429);
		expect((await auth.login(credentialsOf(guest))).status).toBe(429);
		const right = async () => (await accept(auth, { token: tokenIn(link), name: "Ignored", password: guest.password })).status;
		await expect.poll(right, { interval: 200 }).toBe(201);
		const user = await mongo.db.collection("users").findOne({ email: guest.email });
		expect([user?.["name"], await mongo.db.collection("memberships").countDocuments({ userId: user?._id })]).toEqual(["Ada", 2]);
		const rows = await mongo.db
			.collection("auth_audit")
			.find({ action: "invite.accept", target: made.id }, { sort: { _id: 1 } })
			.toArray();
		// Who has the email is told to the organization once they joined it.
		expect(rows.map(({ outcome, actorId }) => [outcome, actorId])).toEqual([
			...Array.from({ length: 5 }, () => ["failed", null]),
			["ok", guest.signIn.user.id],
		]);
	});

	test("with a disabled account, into a suspended organization or as a member already leads nowhere", async ({ auth, mongo }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const { people: guests } = await makeOrganization(auth, ["member"]);
		const [guest] = guests as [Person];
		const { link } = await invite(auth, admin.signIn, { email: guest.email });
		const attempt = async () => (await accept(auth, { token: tokenIn(link), password: guest.password })).status;
		const users = mongo.db.collection("users");
		await users.updateOne({ email: guest.email }, { $set: { status: "disabled" } });
		expect(await attempt()).toBe(410);
		await users.updateOne({ email: guest.email }, { $set: { status: "active" } });
		const organizations = mongo.db.collection<{ _id: string }>("organizations");
		await organizations.updateOne({ _id: orgId }, { $set: { status: "suspended" } });
		expect(await attempt()).toBe(410);
		await organizations.updateOne({ _id: orgId }, { $set: { status: "active" } });
		const place = { tenantId: orgId, userId: guest.signIn.user.id, role: "member", status: "suspended", joinedAt: new Date() };
		await mongo.db.collection("memberships").insertOne(place);
		expect(await attempt()).toBe(410);
		expect(await mongo.db.collection("memberships").findOne({ tenantId: orgId, userId: guest.signIn.user.id })).toMatchObject({
			status: "suspended",
		});
	});

	test("needs a name and a strong password, and says what to mend", async ({ auth }) => {
		const admin = await auth.signIn(users.admin);
		const { link } = await invite(auth, admin, { email: `kettle-${randomUUID()}@example.com` });
		const refused = await accept(auth, { token: tokenIn(link), password: "Kettles Ltd 1" });
		const { error } = await bodyOf<{ error: unknown }>(refused, 400);
		expect(error).toMatchObject({
			code: "VALIDATION_ERROR",
			details: {
				fields: [
					{ field: "name", message: "Enter your name" },
					{ field: "password", message: expect.stringContaining("close to your email, your name or your organization") },
				],
			},
		});
		expect((await auth.call("GET", `/invite/${tokenIn(link)}`)).status).toBe(200);
	});

	test("twice at once makes one user, and of ten tries in a minute from one address no eleventh is looked at", async ({ auth, mongo }) => {
		const admin = await auth.signIn(users.admin);
		const email = `twice-${randomUUID()}@example.com`;
		const { link } = await invite(auth, admin, { email });
		const ip = newAddress();
		const body = { token: tokenIn(link), name: "Twice", password: strong() };
		const replies = await Promise.all(Array.from({ length: 12 }, () => accept(auth, body, ip)));
		const count = (status: number) => replies.filter((reply) => reply.status === status).length;
		expect([count(201), count(410), count(429)]).toEqual([1, 9, 2]);
		expect(await mongo.db.collection("users").countDocuments({ email })).toBe(1);
		expect(Number(replies.find(({ status }) => status === 429)?.headers.get("retry-after"))).toBeGreaterThan(0);
	});

	test("where passwords are off is left to the provider, whose sign-in closes the invite once", async ({ auth, mongo }) => {
		const { orgId, people } = await makeOrganization(auth, ["admin"]);
		const [admin] = people as [Person];
		const email = `sso-${randomUUID()}@example.com`;
		const { link } = await invite(auth, admin.signIn, { email, role: "admin" });
		await mongo.db.collection<{ _id: string }>("organizations").updateOne({ _id: orgId }, { $set: { passwordSignIn: false } });
		const refused = await accept(auth, { token: tokenIn(link), name: "Sso", password: strong() });
		expect(await refusalOf(refused)).toEqual([403, "PROVIDER_SIGN_IN_REQUIRED"]);
		const page = await (await auth.call("GET", `/invite/${tokenIn(link)}`)).text();
		expect(page).toContain("signs in through its own provider");
		expect(page).not.toContain("<form");
		const { store, now, sessions } = auth.deps.invites;
		expect(await store.invitingOrganizations(email, now())).toEqual([orgId]);
		const byProvider = () =>
			sessions.transact((transaction) =>
				store.acceptByProvider(transaction, { orgId: OrgId.parse(orgId), email }, { userId: admin.signIn.user.id, at: now() }),
			);
		expect([await byProvider(), await byProvider()]).toEqual(["admin", null]);
	});
});
