import type { Tenant } from "@webhand/contracts/auth/account";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { describe, expect } from "vitest";
import { beginSignIn } from "../src/sign-in/complete.ts";
import { tenantsOf } from "../src/tenants/policy.ts";
import type { TestAuth } from "./fixture.ts";
import { makeOrganization, makeUser, newAddress, refusalOf, settings, startAuth, test } from "./fixture.ts";

const session = async (auth: TestAuth, token: string) => (await auth.call("GET", "/api/v1/auth/session", { token })).status;
const switchTo = (auth: TestAuth, token: string, tenantId: string) =>
	auth.call("POST", "/api/v1/auth/switch", { token, body: { tenantId } });
const tenantsOfToken = async (auth: TestAuth, token: string) =>
	((await (await auth.call("GET", "/api/v1/auth/tenants", { token })).json()) as { readonly tenants: readonly Tenant[] }).tenants;

/** A sign-in as the finish of a provider makes it. */
async function throughProvider(auth: TestAuth, userId: string, tenantId: string): Promise<LoginReply> {
	const { accounts } = auth.deps.tenants;
	const user = await accounts.userById(userId as never);
	if (user === null) throw new Error("the user is gone");
	const tenant = tenantsOf(user, await accounts.membershipsOf(user.id), true).find((own) => own.tenantId === tenantId);
	if (tenant === undefined) throw new Error("the user is no member");
	const caller = { ip: newAddress(), userAgent: "a browser", requestId: "test" };
	return beginSignIn(auth.deps.signIn, { user, tenant, method: "provider" }, caller);
}

describe("the tenants of a user", () => {
	test("are the own one and the organizations, by name, with what a switch to each needs", async ({ auth }) => {
		const open = await makeOrganization(auth, "Open");
		const guarded = await makeOrganization(auth, "Guarded", { secondFactor: "required" });
		const company = await makeOrganization(auth, "Company", { passwordSignIn: false });
		const gone = await makeOrganization(auth, "Gone", { status: "suspended" });
		const ada = await makeUser(auth, "Ada", [open, guarded, company, gone]);
		const { accessToken } = await auth.signIn(ada);
		const member = { roles: ["member"], kind: "organization", current: false };
		expect(await tenantsOfToken(auth, accessToken)).toEqual([
			{ tenantId: ada.id, kind: "user", name: "Ada", roles: ["member", "admin"], current: false, signIn: "this" },
			{ ...member, tenantId: company, name: "Company", signIn: "provider" },
			{ ...member, tenantId: guarded, name: "Guarded", signIn: "second_factor" },
			{ ...member, tenantId: open, name: "Open", current: true, signIn: "this" },
		]);
	});
});

describe("a switch", () => {
	test("gives a sign-in in the other tenant and ends the one it came from", async ({ auth, mongo }) => {
		const [one, two] = [await makeOrganization(auth, "One"), await makeOrganization(auth, "Two")];
		const ada = await makeUser(auth, "Ada", [one, two]);
		const before = await auth.signIn(ada);
		const reply = await switchTo(auth, before.accessToken, two);
		const after = (await reply.json()) as LoginReply;
		expect([reply.status, before.tenantId, after.tenantId, after.tenantName]).toEqual([200, one, two, "Two"]);
		expect([await session(auth, before.accessToken), await session(auth, after.accessToken)]).toEqual([401, 200]);
		expect((await auth.signIn(ada)).tenantId).toBe(two);
		const rows = await mongo.db
			.collection("auth_audit")
			.find({ actorId: ada.id }, { sort: { _id: 1 } })
			.toArray();
		expect(rows.map(({ action, reason, tenantId }) => [action, reason, tenantId])).toEqual([
			["login", null, one],
			["revoke", "switch", one],
			["switch", null, two],
			["login", null, two],
		]);
	});

	test("leads to the own tenant, and to the same one with fresh roles", async ({ auth, mongo }) => {
		const org = await makeOrganization(auth, "Fresh");
		const ada = await makeUser(auth, "Ada", [org]);
		const { accessToken } = await auth.signIn(ada);
		await mongo.db.collection("memberships").updateOne({ tenantId: org }, { $set: { role: "admin" } });
		const same = (await (await switchTo(auth, accessToken, org)).json()) as LoginReply;
		expect(same.roles).toEqual(["member", "admin"]);
		const own = (await (await switchTo(auth, same.accessToken, ada.id)).json()) as LoginReply;
		expect([own.tenantId, own.tenantKind]).toEqual([ada.id, "user"]);
	});

	test("to a tenant that is not the user's, suspended or unknown is refused alike, and the sign-in holds", async ({ auth }) => {
		const [mine, theirs] = [await makeOrganization(auth, "Mine"), await makeOrganization(auth, "Theirs")];
		const gone = await makeOrganization(auth, "Gone", { status: "suspended" });
		const [ada, bea] = [await makeUser(auth, "Ada", [mine, gone]), await makeUser(auth, "Bea", [theirs])];
		const { accessToken } = await auth.signIn(ada);
		const seen = [];
		for (const tenantId of [theirs, bea.id, gone, "org_0000000000000000000000", "usr_0000000000000000000000"]) {
			const reply = await switchTo(auth, accessToken, tenantId);
			const { requestId: _, ...body } = (await reply.json()) as { requestId: string };
			seen.push(JSON.stringify([reply.status, body]));
		}
		expect(new Set(seen)).toEqual(
			new Set([JSON.stringify([404, { success: false, error: { code: "TENANT_NOT_FOUND", message: "This tenant does not exist" } }])]),
		);
		expect(await session(auth, accessToken)).toBe(200);
	});

	test("of two at once from one sign-in one wins", async ({ auth }) => {
		const ada = await makeUser(auth, "Ada", [await makeOrganization(auth, "Once")]);
		const { accessToken } = await auth.signIn(ada);
		const replies = await Promise.all([ada.id, ada.id].map((tenantId) => switchTo(auth, accessToken, tenantId)));
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
	});

	test("to an organization whose provider is the only way in is refused", async ({ auth }) => {
		const company = await makeOrganization(auth, "Company", { passwordSignIn: false });
		const ada = await makeUser(auth, "Ada", [company]);
		const { accessToken, tenantId } = await auth.signIn(ada);
		expect(tenantId).toBe(ada.id);
		expect(await refusalOf(await switchTo(auth, accessToken, company))).toEqual([403, "PROVIDER_SIGN_IN_REQUIRED"]);
		expect(await session(auth, accessToken)).toBe(200);
	});

	test("from a sign-in through a provider stays in its organization, without the role of an operator", async ({ auth, mongo }) => {
		const company = await makeOrganization(auth, "Company", { passwordSignIn: false });
		const other = await makeOrganization(auth, "Other");
		const ada = await makeUser(auth, "Ada", [company, other]);
		await mongo.db.collection("users").updateOne({ email: ada.email }, { $set: { operator: true } });
		const { accessToken } = await throughProvider(auth, ada.id, company);
		const seen = await tenantsOfToken(auth, accessToken);
		expect(seen.map(({ name, signIn, roles }) => [name, signIn, roles])).toEqual([["Company", "this", ["member"]]]);
		for (const elsewhere of [other, ada.id]) {
			expect(await refusalOf(await switchTo(auth, accessToken, elsewhere))).toEqual([403, "PASSWORD_SIGN_IN_REQUIRED"]);
		}
		const fresh = (await (await switchTo(auth, accessToken, company)).json()) as LoginReply;
		expect(fresh.roles).toEqual(["member"]);
		expect(await refusalOf(await switchTo(auth, fresh.accessToken, other))).toEqual([403, "PASSWORD_SIGN_IN_REQUIRED"]);
	});
});

describe("an organization whose provider is the only way in", () => {
	test("is skipped by a password; with no other tenant the right password learns the way, a wrong one nothing", async ({
		mongo,
		redis,
	}) => {
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { PERSONAL_TENANTS: "off" }));
		try {
			const company = await makeOrganization(auth, "Company", { passwordSignIn: false });
			const ada = await makeUser(auth, "Ada", [company]);
			expect(await refusalOf(await auth.login(ada))).toEqual([403, "PROVIDER_SIGN_IN_REQUIRED"]);
			expect(await refusalOf(await auth.login({ ...ada, password: "wrong" }))).toEqual([401, "INVALID_CREDENTIALS"]);
		} finally {
			await auth.close();
		}
	});
});

describe("one's own sign-ins", () => {
	type View = { readonly id: string; readonly current: boolean; readonly tenantName: string; readonly method: string };
	const list = async (auth: TestAuth, token: string) =>
		((await (await auth.call("GET", "/api/v1/auth/sessions", { token })).json()) as { readonly sessions: readonly View[] }).sessions;
	const end = (auth: TestAuth, token: string, id = "") => auth.call("DELETE", `/api/v1/auth/sessions${id}`, { token });

	test("are listed with where and how, one ends, then all others", async ({ auth }) => {
		const org = await makeOrganization(auth, "Listed");
		const ada = await makeUser(auth, "Ada", [org]);
		const tokens = [];
		for (let round = 0; round < 4; round++) tokens.push((await auth.signIn(ada)).accessToken);
		const [here = "", second = "", third = "", fourth = ""] = tokens;
		const seen = await list(auth, here);
		expect(seen).toHaveLength(4);
		expect(seen.find(({ current }) => current)).toEqual({
			id: expect.stringMatching(/^sid_/),
			current: true,
			tenantName: "Listed",
			method: "password",
			createdAt: expect.any(String),
			lastSeenAt: expect.any(String),
			expiresAt: expect.any(String),
			ip: expect.stringMatching(/^10\./),
			userAgent: "node",
		});
		const [{ id } = { id: "" }] = (await list(auth, second)).filter(({ current }) => current);
		expect((await end(auth, here, `/${id}`)).status).toBe(204);
		expect([await session(auth, second), await session(auth, third)]).toEqual([401, 200]);
		expect((await end(auth, here)).status).toBe(204);
		expect(await Promise.all([here, third, fourth].map((token) => session(auth, token)))).toEqual([200, 401, 401]);
		expect(await list(auth, here)).toHaveLength(1);
	});

	test("another user's, an ended one and an unknown one are refused alike", async ({ auth }) => {
		const org = await makeOrganization(auth, "Shared");
		const [ada, bea] = [await makeUser(auth, "Ada", [org]), await makeUser(auth, "Bea", [org])];
		const [mine, ended, theirs] = [await auth.signIn(ada), await auth.signIn(ada), await auth.signIn(bea)];
		const idOf = async (token: string) => (await list(auth, token)).find(({ current }) => current)?.id ?? "";
		const ids = [await idOf(theirs.accessToken), await idOf(ended.accessToken), "sid_0000000000000000000000"];
		await auth.call("POST", "/api/v1/auth/logout", { token: ended.accessToken });
		const seen = [];
		for (const id of ids) {
			const reply = await end(auth, mine.accessToken, `/${id}`);
			const { requestId: _, ...body } = (await reply.json()) as { requestId: string };
			seen.push(JSON.stringify([reply.status, body]));
		}
		expect(new Set(seen).size).toBe(1);
		expect(JSON.parse(seen[0] ?? "")).toMatchObject([404, { error: { code: "NOT_FOUND" } }]);
		expect(await session(auth, theirs.accessToken)).toBe(200);
	});

	test("one through a provider sees and ends those of its organization only", async ({ auth }) => {
		const [company, other] = [await makeOrganization(auth, "Company"), await makeOrganization(auth, "Other")];
		const ada = await makeUser(auth, "Ada", [other, company]);
		const elsewhere = await auth.signIn(ada);
		const here = await throughProvider(auth, ada.id, company);
		const beside = await throughProvider(auth, ada.id, company);
		expect((await list(auth, here.accessToken)).map(({ tenantName, method }) => [tenantName, method])).toEqual([
			["Company", "provider"],
			["Company", "provider"],
		]);
		const hidden = (await list(auth, elsewhere.accessToken)).find(({ current }) => current)?.id;
		expect((await end(auth, here.accessToken, `/${hidden}`)).status).toBe(404);
		expect((await end(auth, here.accessToken)).status).toBe(204);
		const tokens = [elsewhere, here, beside].map(({ accessToken }) => session(auth, accessToken));
		expect(await Promise.all(tokens)).toEqual([200, 200, 401]);
	});
});

describe("the password", () => {
	const strong = "orbit lantern quartz meadow";
	const change = (auth: TestAuth, token: string, body: Readonly<Record<string, unknown>>, ip = newAddress()) =>
		auth.call("POST", "/api/v1/auth/password", { token, body, headers: { "x-forwarded-for": ip } });

	test("is changed: every sign-in ends, the reply is a new one, the old password is worth nothing", async ({ auth, mongo }) => {
		const ada = await makeUser(auth, "Ada", [await makeOrganization(auth, "Changed")]);
		const [here, there] = [await auth.signIn(ada), await auth.signIn(ada)];
		const reply = await change(auth, here.accessToken, { currentPassword: ada.password, newPassword: strong });
		const fresh = (await reply.json()) as LoginReply;
		expect([reply.status, fresh.tenantId]).toEqual([200, here.tenantId]);
		const tokens = [here, there, fresh].map(({ accessToken }) => session(auth, accessToken));
		expect(await Promise.all(tokens)).toEqual([401, 401, 200]);
		expect([(await auth.login(ada)).status, (await auth.login({ ...ada, password: strong })).status]).toEqual([401, 200]);
		const rows = await mongo.db.collection("auth_audit").find({ actorId: ada.id, action: "password.change" }).toArray();
		expect(rows.map(({ outcome }) => outcome)).toEqual(["ok"]);
		expect(JSON.stringify(rows)).not.toContain(strong);
	});

	test.for([
		["too short", "short one", /too short/],
		["close to the own name", "AdaAdaAdaAda", /./],
		["easy to guess", "password12345", /./],
	] as const)("that is %s is refused with the reason", async ([, newPassword, reason], { auth }) => {
		const ada = await makeUser(auth, "Ada");
		const { accessToken } = await auth.signIn(ada);
		const reply = await change(auth, accessToken, { currentPassword: ada.password, newPassword });
		const { error } = (await reply.json()) as {
			error: { code: string; details: { fields: readonly { field: string; message: string }[] } };
		};
		expect([reply.status, error.code, error.details.fields]).toEqual([
			400,
			"VALIDATION_ERROR",
			[{ field: "newPassword", message: expect.stringMatching(reason) }],
		]);
		expect(await session(auth, accessToken)).toBe(200);
	});

	test("a wrong current one counts as a failed login, and then even the right one waits", async ({ auth, mongo }) => {
		const ada = await makeUser(auth, "Ada");
		const { accessToken } = await auth.signIn(ada);
		for (let round = 0; round < 5; round++) {
			const reply = await change(auth, accessToken, { currentPassword: "wrong", newPassword: strong });
			expect(await refusalOf(reply)).toEqual([401, "INVALID_CREDENTIALS"]);
		}
		const late = await change(auth, accessToken, { currentPassword: ada.password, newPassword: strong });
		expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1"]);
		expect((await auth.login(ada)).status).toBe(429);
		expect(await mongo.db.collection("auth_audit").countDocuments({ actorId: ada.id, action: "password.change", outcome: "failed" })).toBe(
			5,
		);
	});

	test("is not changed by a sign-in through a provider", async ({ auth }) => {
		const company = await makeOrganization(auth, "Company");
		const ada = await makeUser(auth, "Ada", [company]);
		const { accessToken } = await throughProvider(auth, ada.id, company);
		const reply = await change(auth, accessToken, { currentPassword: ada.password, newPassword: strong });
		expect(await refusalOf(reply)).toEqual([403, "PASSWORD_SIGN_IN_REQUIRED"]);
	});

	test("of two changes at once one wins, and no sign-in of the old password outlives it", async ({ auth }) => {
		const ada = await makeUser(auth, "Ada");
		const { accessToken } = await auth.signIn(ada);
		const changes = [strong, `${strong} two`].map((newPassword) =>
			change(auth, accessToken, { currentPassword: ada.password, newPassword }),
		);
		const logins = [auth.login(ada), auth.login(ada)];
		const statuses = (await Promise.all(changes)).map(({ status }) => status).toSorted();
		expect(statuses).toEqual([200, 401]);
		for (const login of await Promise.all(logins)) {
			if (login.status !== 200) continue;
			const { accessToken: old } = (await login.json()) as LoginReply;
			expect(await session(auth, old)).toBe(401);
		}
	});
});
