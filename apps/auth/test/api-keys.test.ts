import { createHash } from "node:crypto";
import type { ApiKey, OwnedApiKey, ServiceAccount } from "@webhand/contracts/auth/api-keys";
import { NewApiKey } from "@webhand/contracts/auth/api-keys";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { defineRoute } from "@webhand/contracts/routes";
import { openBase } from "@webhand/service-kit/base";
import { baseSettings, portSetting, readConfig } from "@webhand/service-kit/config";
import { openGuard } from "@webhand/service-kit/guard";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { addRoute } from "@webhand/service-kit/routes";
import { createService } from "@webhand/service-kit/service";
import { poll } from "@webhand/testing/poll";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createKey } from "../src/api-keys/engine.ts";
import type { TestAuth } from "./fixture.ts";
import { test as base, newAddress } from "./fixture.ts";
import { bodyOf, makeOrganization, refusalOf, strong } from "./people-fixture.ts";

const shared = { service: "agent-api", method: "GET", summary: "Says who calls" } as const;
const reply = z.object({ userId: z.string(), tenantId: z.string(), roles: z.array(z.string()), key: z.string().nullable() });
const readRoute = defineRoute({ ...shared, path: "/read", reply, keys: ["routines:read", "tasks:run"] });
const personRoute = defineRoute({ ...shared, path: "/person", reply });

type Ask = (secret: string, how?: { readonly path?: string; readonly ip?: string }) => Promise<Response>;
type Replica = { readonly ask: Ask; readonly logged: () => string };

/** A service that takes keys, with its own guard. */
async function startReplica(authUrl: string, urls: { readonly mongo: string; readonly redis: string }) {
	const lines: string[] = [];
	const config = readConfig(z.object({ ...baseSettings, PORT: portSetting(0) }), {
		MONGODB_URI: urls.mongo,
		REDIS_URL: urls.redis,
		REDIS_TIMEOUT_MS: "2000",
		AUTH_URL: authUrl,
		TRUSTED_PROXIES: "127.0.0.1",
		MAX_EVENT_LOOP_DELAY_MS: "0",
	});
	const log = createLogger({ service: "agent-api", level: "trace", target: { write: (line) => lines.push(line) } });
	const metrics = createMetrics({ processDefaults: false });
	const opened = await openBase({
		name: "agent-api",
		config,
		database: "unused",
		migrations: [],
		stopping: new AbortController().signal,
		log,
		metrics,
	});
	const guard = openGuard({ ...opened, authUrl, issuer: config.TOKEN_ISSUER });
	const app = await createService(opened, { guard });
	for (const route of [readRoute, personRoute])
		addRoute(app, route, ({ identity: { userId, tenantId, roles, key } }) => ({
			userId,
			tenantId,
			roles: [...roles],
			key: key?.id ?? null,
		}));
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	const ask: Ask = (secret, { path = "/read", ip = newAddress() } = {}) =>
		fetch(new URL(path, url), { headers: { authorization: `Bearer ${secret}`, "x-forwarded-for": ip } });
	const close = async () => {
		await app.close();
		guard.close();
		await opened.close();
	};
	return { ask, logged: () => lines.join(""), close };
}

const test = base.extend(
	"replicas",
	{ scope: "file" },
	async ({ auth, mongo, redis }, { onCleanup }): Promise<readonly [Replica, Replica]> => {
		const start = () => startReplica(auth.url, { mongo: mongo.uri, redis: redis.url });
		const [one, two] = [await start(), await start()];
		onCleanup(async () => {
			await Promise.all([one.close(), two.close()]);
		});
		return [one, two];
	},
);

type Made = { readonly key: ApiKey; readonly secret: string };
const own = "/api/v1/user/api-keys";
const wish = { name: "Report", scopes: ["routines:read"] };

const make = async (auth: TestAuth, { accessToken: token }: LoginReply, more: object = {}) =>
	bodyOf<Made>(await auth.call("POST", own, { token, body: { ...wish, ...more } }), 201);
const both = async ([one, two]: readonly [Replica, Replica], secret: string, how: Parameters<Ask>[1] = {}) =>
	Promise.all([one, two].map(async ({ ask }) => (await ask(secret, how)).status));
/** What an admin does to the member of an organization. */
const asAdmin = (auth: TestAuth, admin: LoginReply, member: LoginReply) => (method: string, body?: object) =>
	auth.call(method, `/api/v1/orgs/${admin.tenantId}/members/${member.user.id}`, {
		token: admin.accessToken,
		...(body === undefined ? {} : { body }),
	});

/** An organization with an admin, a member, and a key of the member. */
async function company(auth: TestAuth) {
	const { orgId, operator, people } = await makeOrganization(auth, ["admin", "member"]);
	const [admin, member] = people.map(({ signIn }) => signIn) as [LoginReply, LoginReply];
	return { orgId, operator, admin, member, people, made: await make(auth, member) };
}

test("a key acts as its owner on every replica; only its hash is stored, and no log knows it", async ({ auth, mongo, replicas }) => {
	const { orgId, member, made } = await company(auth);
	const { key, secret } = made;
	expect(key).toMatchObject({ name: "Report", scopes: ["routines:read"], addresses: [], status: "active", lastUsedAt: null });
	for (const { ask } of replicas)
		expect(await bodyOf(await ask(secret), 200)).toEqual({ userId: member.user.id, tenantId: orgId, roles: ["member"], key: key.id });
	const stored = await mongo.db.collection<{ _id: string; keyHash: string }>("api_keys").findOne({ _id: key.id });
	expect(stored?.keyHash).toBe(createHash("sha256").update(secret).digest("hex"));
	expect(JSON.stringify(stored)).not.toContain(secret);
	const listed = async () => (await bodyOf<{ keys: ApiKey[] }>(await auth.call("GET", own, { token: member.accessToken }), 200)).keys;
	expect((await poll(async () => (await listed()).find(({ lastUsedAt }) => lastUsedAt !== null))).id).toBe(key.id);
	expect([auth.logged(), ...replicas.map(({ logged }) => logged())].join("")).not.toContain(secret.slice(4));
	const told = await mongo.db.collection("auth_audit").find({ "facts.key": key.id }).toArray();
	expect(told.map(({ action, actorId }) => [action, actorId])).toEqual([
		["api_key.create", member.user.id],
		["login", member.user.id],
	]);
});

test("a key is no sign-in of its person: no list shows it, a new password leaves it, and the next sign-in is where it was", async ({
	auth,
	replicas,
}) => {
	const { people, member, made, orgId } = await company(auth);
	expect(await both(replicas, made.secret)).toEqual([200, 200]);
	const { sessions } = await bodyOf<{ sessions: unknown[] }>(
		await auth.call("GET", "/api/v1/auth/sessions", { token: member.accessToken }),
		200,
	);
	expect(sessions.length).toBe(1);
	const [, { email = "", password = "" } = {}] = people;
	const newPassword = strong();
	const changed = await auth.call("POST", "/api/v1/auth/password", {
		token: member.accessToken,
		body: { currentPassword: password, newPassword },
	});
	expect(changed.status).toBe(200);
	expect(await both(replicas, made.secret)).toEqual([200, 200]);
	expect((await auth.signIn({ email, password: newPassword })).tenantId).toBe(orgId);
});

describe("on each of two replicas, with the next request, a key is refused", () => {
	test("once it is revoked, by its owner or by an admin", async ({ auth, replicas }) => {
		const { orgId, admin, member, made } = await company(auth);
		const second = await make(auth, member);
		for (const { secret } of [made, second]) expect(await both(replicas, secret)).toEqual([200, 200]);
		expect((await auth.call("DELETE", `${own}/${made.key.id}`, { token: admin.accessToken })).status).toBe(404);
		expect((await auth.call("DELETE", `${own}/${made.key.id}`, { token: member.accessToken })).status).toBe(204);
		expect(await both(replicas, made.secret)).toEqual([401, 401]);
		expect((await auth.call("DELETE", `/api/v1/orgs/${orgId}/api-keys/${second.key.id}`, { token: admin.accessToken })).status).toBe(204);
		const refused = await replicas[1].ask(second.secret);
		expect(await refused.json()).toMatchObject({ error: { code: "UNAUTHORIZED", message: "This API key was revoked" } });
		expect((await auth.call("DELETE", `${own}/${made.key.id}`, { token: member.accessToken })).status).toBe(204);
	});

	test("while its owner or organization is suspended, and for good once the owner is removed", async ({ auth, replicas }) => {
		const { orgId, operator, admin, member, made } = await company(auth);
		const change = asAdmin(auth, admin, member);
		const organization = (status: string) => auth.call("PATCH", `/api/v1/orgs/${orgId}`, { token: operator.accessToken, body: { status } });
		const account = (status: string) =>
			auth.call("PATCH", `/api/v1/auth/users/${member.user.id}`, { token: operator.accessToken, body: { status } });
		for (const [pause, resume] of [
			[() => change("PATCH", { status: "suspended" }), () => change("PATCH", { status: "active" })],
			[() => account("disabled"), () => account("active")],
			[() => organization("suspended"), () => organization("active")],
		] as const) {
			expect(await both(replicas, made.secret)).toEqual([200, 200]);
			expect((await pause()).status).toBe(200);
			expect(await both(replicas, made.secret)).toEqual([401, 401]);
			expect((await resume()).status).toBe(200);
		}
		expect(await both(replicas, made.secret)).toEqual([200, 200]);
		const keys = auth.deps.base.mongo.db.collection<{ _id: string; revokedAt: Date | null }>("api_keys");
		const removed = await auth.call("DELETE", `/api/v1/orgs/${orgId}/members/${member.user.id}`, { token: operator.accessToken });
		expect(removed.status).toBe(204);
		expect(await both(replicas, made.secret)).toEqual([401, 401]);
		expect((await keys.findOne({ _id: made.key.id }))?.revokedAt).toBeInstanceOf(Date);
	});

	test("and none that its owner makes at the moment of the removal stays", async ({ auth }) => {
		const { orgId, operator, member } = await company(auth);
		const owner = { userId: member.user.id, tenantId: member.tenantId };
		const caller = { ip: "127.0.0.1", userAgent: "", requestId: "" };
		const body = { ...NewApiKey.parse(wish) };
		// The sign-in of these requests was checked before.
		const create = () => createKey(auth.deps.apiKeys, { owner, wish: body }, { ...owner, roles: ["member"], sid: null, caller });
		const removal = auth.call("DELETE", `/api/v1/orgs/${orgId}/members/${member.user.id}`, { token: operator.accessToken });
		await Promise.allSettled([...Array.from({ length: 5 }, create), removal]);
		expect((await removal).status).toBe(204);
		await expect(create()).rejects.toMatchObject({ code: "NOT_FOUND" });
		const keys = auth.deps.base.mongo.db.collection<{ userId: string; revokedAt: Date | null }>("api_keys");
		expect(await keys.countDocuments({ userId: member.user.id, revokedAt: null })).toBe(0);
	});

	test("once only admins may have keys, and once an admin is none any more", async ({ auth, replicas }) => {
		const { orgId, operator, admin, member, made } = await company(auth);
		const ofAdmin = await make(auth, admin);
		const ofService = await serviceKey(auth, admin);
		const all = async () =>
			[await both(replicas, made.secret), await both(replicas, ofAdmin.secret), await both(replicas, ofService.secret)].flat();
		expect(await all()).toEqual([200, 200, 200, 200, 200, 200]);
		const rule = (apiKeys: string) => auth.call("PATCH", `/api/v1/orgs/${orgId}`, { token: admin.accessToken, body: { apiKeys } });
		expect((await rule("admins")).status).toBe(200);
		expect(await all()).toEqual([401, 401, 200, 200, 200, 200]);
		expect(await refusalOf(await auth.call("POST", own, { token: member.accessToken, body: wish }))).toEqual([403, "FORBIDDEN"]);
		expect(await bodyOf(await auth.call("GET", own, { token: member.accessToken }), 200)).toMatchObject({ mayCreate: false });
		const promote = (userId: string, role: string) =>
			auth.call("PATCH", `/api/v1/orgs/${orgId}/members/${userId}`, { token: operator.accessToken, body: { role } });
		expect((await promote(member.user.id, "admin")).status).toBe(200);
		expect(await both(replicas, made.secret)).toEqual([200, 200]);
		expect((await promote(member.user.id, "member")).status).toBe(200);
		expect(await both(replicas, made.secret)).toEqual([401, 401]);
		expect((await rule("all")).status).toBe(200);
		expect(await all()).toEqual([200, 200, 200, 200, 200, 200]);
	});

	test("from another address, without the scope, where no key may, and after its end", async ({ auth, mongo, replicas }) => {
		const { member } = await company(auth);
		const { key, secret } = await make(auth, member, { addresses: ["192.0.2.0/24", "2001:db8::/32"] });
		expect(await both(replicas, secret, { ip: "192.0.2.9" })).toEqual([200, 200]);
		expect(await both(replicas, secret, { ip: "192.0.3.9" })).toEqual([401, 401]);
		expect(await both(replicas, secret, { ip: "192.0.2.9", path: "/person" })).toEqual([403, 403]);
		const other = await make(auth, member, { scopes: ["usage:read"] });
		expect(await both(replicas, other.secret)).toEqual([403, 403]);
		const ended = { expiresAt: new Date(Date.now() - 1) };
		await mongo.db.collection<{ _id: string }>("api_keys").updateOne({ _id: key.id }, { $set: ended });
		const refused = await replicas[0].ask(secret, { ip: "192.0.2.77" });
		expect(await refused.json()).toMatchObject({ error: { message: "This API key has expired" } });
		const told = await mongo.db.collection("auth_audit").find({ action: "api_key.refuse", "facts.key": key.id }).toArray();
		expect(told.map(({ reason }) => reason)).toEqual(["address", "address", "expired"]);
	});
});

test("a key in an address is refused and named, wherever it stands, and logged nowhere", async ({ auth, replicas }) => {
	const { made } = await company(auth);
	const at = [`/read?key=${made.secret}`, `/${made.secret}`, `/read?a=whk%5F${made.secret.slice(4)}`];
	const replies = [
		...at.map((path) => replicas[0].ask("", { path })),
		replicas[0].ask(made.secret, { path: at[0] ?? "" }),
		auth.call("GET", `/api/v1/auth/session?token=${made.secret}`),
	];
	for (const reply of await Promise.all(replies)) {
		expect(await refusalOf(reply.clone())).toEqual([400, "VALIDATION_ERROR"]);
		expect(await reply.text()).toMatch(/An API key stands in the address/);
	}
	expect(replicas[0].logged() + auth.logged()).not.toContain(made.secret.slice(4));
});

test("auth itself takes no key, and the token of a key is worth no more than the key", async ({ auth, replicas }) => {
	const { member, made } = await company(auth);
	expect((await replicas[0].ask(made.secret)).status).toBe(200);
	const exchanged = await auth.call("POST", "/internal/key-token", { token: made.secret, body: { address: newAddress() } });
	const { accessToken } = await bodyOf<{ accessToken: string }>(exchanged, 200);
	const routes = [
		["GET", "/api/v1/auth/session"],
		["GET", own],
		["DELETE", `${own}/${made.key.id}`],
		["GET", `/api/v1/orgs/${member.tenantId}/audit`],
	] as const;
	for (const [method, path] of routes)
		for (const token of [made.secret, accessToken])
			expect([path, ...(await refusalOf(await auth.call(method, path, { token })))]).toEqual([path, 403, "FORBIDDEN"]);
	expect((await replicas[0].ask(accessToken, { path: "/person" })).status).toBe(403);
});

test("wrong keys of an address are counted, and keep no right one out", async ({ auth, replicas }) => {
	const { made } = await company(auth);
	const ip = newAddress();
	const wrong = () => replicas[0].ask(`whk_${"x".repeat(43)}`, { ip });
	for (let round = 0; round < 30; round++) expect((await wrong()).status).toBe(401);
	const refused = await wrong();
	expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.closeTo(900, -2)]);
	expect((await replicas[0].ask(made.secret, { ip })).status).toBe(200);
});

async function serviceKey(auth: TestAuth, { tenantId, accessToken: token }: LoginReply) {
	const at = `/api/v1/orgs/${tenantId}/service-accounts`;
	const { account } = await bodyOf<{ account: ServiceAccount }>(await auth.call("POST", at, { token, body: { name: "Night shift" } }), 201);
	const made = await bodyOf<Made>(await auth.call("POST", `${at}/${account.userId}/api-keys`, { token, body: wish }), 201);
	return { ...made, account };
}

test("a service account acts by its keys alone: it is a member that no way of signing in lets in", async ({ auth, mongo, replicas }) => {
	const { orgId, operator, admin, member } = await company(auth);
	const { secret, account } = await serviceKey(auth, admin);
	const { userId } = account;
	expect(await bodyOf(await replicas[1].ask(secret), 200)).toMatchObject({ userId, tenantId: orgId, roles: ["member"] });
	const as = (token: LoginReply) => (method: string, path: string, body?: object) =>
		auth.call(method, path, { token: token.accessToken, ...(body === undefined ? {} : { body }) });
	const { members } = await bodyOf<{ members: { userId: string; email: string; isService: boolean }[] }>(
		await as(admin)("GET", `/api/v1/orgs/${orgId}/members`),
		200,
	);
	expect(members.filter(({ isService }) => isService).map((each) => each.userId)).toEqual([userId]);
	const { keys } = await bodyOf<{ keys: OwnedApiKey[] }>(await as(admin)("GET", `/api/v1/orgs/${orgId}/api-keys`), 200);
	expect(keys.map(({ owner }) => [owner.userId, owner.isService])).toEqual([
		[userId, true],
		[member.user.id, false],
	]);
	// Not an admin, not an operator, and with no password; also not where somebody stored one.
	expect(await refusalOf(await as(admin)("PATCH", `/api/v1/orgs/${orgId}/members/${userId}`, { role: "admin" }))).toEqual([
		403,
		"FORBIDDEN",
	]);
	expect(await refusalOf(await as(operator)("PATCH", `/api/v1/auth/users/${userId}`, { operator: true }))).toEqual([403, "FORBIDDEN"]);
	expect(await refusalOf(await as(operator)("POST", `/api/v1/auth/users/${userId}/reset-link`))).toEqual([403, "FORBIDDEN"]);
	const password = strong();
	const passwordHash = await auth.deps.signIn.passwords.hash(password);
	await mongo.db.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { passwordHash } });
	const email = members.find((each) => each.userId === userId)?.email ?? "";
	expect(await refusalOf(await auth.login({ email, password }))).toEqual([403, "ACCOUNT_DISABLED"]);
	// A member makes no keys of it.
	const at = `/api/v1/orgs/${orgId}/service-accounts/${userId}/api-keys`;
	expect(await refusalOf(await as(member)("POST", at, wish))).toEqual([403, "FORBIDDEN"]);
	expect(await refusalOf(await as(admin)("POST", at.replace(userId, member.user.id), wish))).toEqual([404, "NOT_FOUND"]);
});

test("what no key can be is told by field, and a person has 20 open ones at most, also of two made at once", async ({ auth }) => {
	const { member } = await company(auth);
	const send = (body: object) => auth.call("POST", own, { token: member.accessToken, body: { ...wish, ...body } });
	const fieldOf = async (body: object) => {
		const { error } = await bodyOf<{ error: { details: { fields: { field: string }[] } } }>(await send(body), 400);
		return error.details.fields.map(({ field }) => field);
	};
	expect(await fieldOf({ name: "" })).toEqual(["name"]);
	expect(await fieldOf({ scopes: [] })).toEqual(["scopes"]);
	expect(await fieldOf({ scopes: ["usage:read", "usage:read"] })).toEqual(["scopes"]);
	expect(await fieldOf({ days: 366 })).toEqual(["days"]);
	expect(await fieldOf({ addresses: ["10.0.0.0/33"] })).toEqual(["addresses.0"]);
	for (let count = 1; count < 19; count += 1) expect((await send({})).status).toBe(201);
	const last = await Promise.all([send({}), send({}), send({})]);
	expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});
