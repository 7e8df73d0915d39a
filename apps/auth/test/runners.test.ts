import { createHash } from "node:crypto";
import type { enrolRunnerRoute, renewRunnerRoute } from "@webhand/contracts/auth/runners";
import { Runner } from "@webhand/contracts/auth/runners";
import type { LoginReply, SessionReply } from "@webhand/contracts/auth/sign-in";
import type { ReplyOf } from "@webhand/contracts/routes";
import { describe, expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { newAddress, test } from "./fixture.ts";
import { bodyOf, makeOrganization, refusalOf } from "./people-fixture.ts";

type Coded = { readonly runner: Runner; readonly code: string };
type Enrolled = ReplyOf<typeof enrolRunnerRoute>;

const enrol = (auth: TestAuth, code: string, ip = newAddress()) =>
	auth.call("POST", "/api/v1/auth/runners/enrol", { body: { code }, headers: { "x-forwarded-for": ip } });
const renew = (auth: TestAuth, secret: string) =>
	auth.call("POST", "/api/v1/auth/runners/renew", { body: { secret }, headers: { "x-forwarded-for": newAddress() } });
const statusWith = async (auth: TestAuth, { accessToken: token }: Pick<LoginReply, "accessToken">) =>
	(await auth.call("GET", "/api/v1/auth/session", { token })).status;

/** An organization with an admin, and a runner that waits for its code. */
async function withRunner(auth: TestAuth) {
	const { orgId, people } = await makeOrganization(auth, ["admin", "member"]);
	const [admin, member] = people.map(({ signIn }) => signIn) as [LoginReply, LoginReply];
	const path = `/api/v1/orgs/${orgId}/runners`;
	const as = (by: LoginReply) => (method: string, more: string, body?: object) =>
		auth.call(method, `${path}${more}`, { token: by.accessToken, ...(body === undefined ? {} : { body }) });
	const made = await bodyOf<Coded>(await as(admin)("POST", "", { name: "Office", labels: ["office"], capacity: 2 }), 201);
	const list = async () => Runner.array().parse((await bodyOf<{ runners: unknown }>(await as(admin)("GET", ""), 200)).runners);
	const change = (method: string, body?: object) =>
		auth.call(method, `/api/v1/orgs/${orgId}/members/${made.runner.account.userId}`, {
			token: admin.accessToken,
			...(body === undefined ? {} : { body }),
		});
	return { orgId, admin, member, as, made, list, change };
}

test("a code signs a runner in once, as its service account; only hashes are stored, and no log knows the secrets", async ({
	auth,
	mongo,
}) => {
	const { orgId, made, list, admin } = await withRunner(auth);
	expect(made.runner).toMatchObject({ name: "Office", labels: ["office"], capacity: 2, isEnrolled: false, account: { name: "Office" } });
	const first = await bodyOf<Enrolled>(await enrol(auth, made.code), 200);
	const { runner, tenantId, roles, user } = first;
	expect([runner.id, runner.labels, runner.capacity, tenantId, roles]).toEqual([made.runner.id, ["office"], 2, orgId, ["member"]]);
	expect(user.id).toBe(made.runner.account.userId);
	expect(await refusalOf(await enrol(auth, made.code))).toEqual([401, "UNAUTHORIZED"]);
	expect(await list()).toMatchObject([{ id: runner.id, isEnrolled: true, code: null }]);
	const stored = await mongo.db.collection<{ _id: string; enrolment: { secretHash: string } }>("runners").findOne({ _id: runner.id });
	expect(stored?.enrolment.secretHash).toBe(createHash("sha256").update(first.secret).digest("hex"));
	const seen = JSON.stringify(stored) + auth.logged();
	for (const secret of [made.code, first.secret, first.accessToken]) expect(seen).not.toContain(secret.slice(5));
	const told = await mongo.db.collection("auth_audit").find({ "facts.runner": runner.id }).toArray();
	expect(told.map(({ action, actorId }) => [action, actorId])).toEqual([
		["runner.add", admin.user.id],
		["login", user.id],
	]);
});

test("of two that use a code at once one gets in", async ({ auth }) => {
	const { made } = await withRunner(auth);
	const replies = await Promise.all([enrol(auth, made.code), enrol(auth, made.code), enrol(auth, made.code)]);
	expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
});

test("its sign-in sees itself, renews and signs out, and calls no other route of auth", async ({ auth }) => {
	const { orgId, made } = await withRunner(auth);
	const first = await bodyOf<Enrolled>(await enrol(auth, made.code), 200);
	const renewed = await bodyOf<ReplyOf<typeof renewRunnerRoute>>(await renew(auth, first.secret), 200);
	expect([renewed.runner, renewed.until]).toEqual([first.runner, first.until]);
	for (const signIn of [first, renewed]) {
		const session = await bodyOf<SessionReply>(await auth.call("GET", "/api/v1/auth/session", { token: signIn.accessToken }), 200);
		expect(session.user.id).toBe(first.user.id);
	}
	const routes = [
		["GET", "/api/v1/auth/sessions"],
		["GET", "/api/v1/user/api-keys"],
		["GET", "/api/v1/user/preferences"],
		["GET", `/api/v1/orgs/${orgId}/runners`],
		["GET", `/api/v1/orgs/${orgId}/members`],
	] as const;
	for (const [method, path] of routes)
		expect([path, ...(await refusalOf(await auth.call(method, path, { token: first.accessToken })))]).toEqual([path, 403, "FORBIDDEN"]);
	expect((await auth.call("POST", "/api/v1/auth/logout", { token: first.accessToken })).status).toBe(204);
	expect([await statusWith(auth, renewed), (await renew(auth, first.secret)).status]).toEqual([401, 401]);
});

describe("with the next request a runner is out", () => {
	const ways: readonly (readonly [string, (at: Awaited<ReturnType<typeof withRunner>>) => Promise<Response>, boolean])[] = [
		["once it gets a new code", ({ as, admin, made }) => as(admin)("POST", `/${made.runner.id}/code`), true],
		["once it is removed", ({ as, admin, made }) => as(admin)("DELETE", `/${made.runner.id}`), false],
		["once its account is suspended", ({ change }) => change("PATCH", { status: "suspended" }), true],
		["once its account is removed", ({ change }) => change("DELETE"), false],
	];
	test.for(ways)("%s", async ([, end, isListed], { auth }) => {
		const at = await withRunner(auth);
		const signIn = await bodyOf<Enrolled>(await enrol(auth, at.made.code), 200);
		expect(await statusWith(auth, signIn)).toBe(200);
		expect((await end(at)).status).toBeLessThan(300);
		expect([await statusWith(auth, signIn), (await renew(auth, signIn.secret)).status]).toEqual([401, 401]);
		expect((await at.list()).map(({ isEnrolled }) => isEnrolled)).toEqual(isListed ? [false] : []);
	});
});

test("a code that is too old, of a suspended account, or of nobody is refused; many wrong ones of an address wait", async ({
	auth,
	mongo,
}) => {
	const { made, change, as, admin } = await withRunner(auth);
	await mongo.db.collection<{ _id: string }>("runners").updateOne({ _id: made.runner.id }, { $set: { "code.expiresAt": new Date(0) } });
	expect(await refusalOf(await enrol(auth, made.code))).toEqual([401, "UNAUTHORIZED"]);
	expect(await mongo.db.collection("auth_audit").countDocuments({ action: "runner.refuse", "facts.runner": made.runner.id })).toBe(1);
	const again = await bodyOf<Coded>(await as(admin)("POST", `/${made.runner.id}/code`), 200);
	await change("PATCH", { status: "suspended" });
	expect(await refusalOf(await enrol(auth, again.code))).toEqual([401, "UNAUTHORIZED"]);
	await change("PATCH", { status: "active" });
	expect(await refusalOf(await auth.call("POST", "/api/v1/auth/runners/enrol", { body: { code: "abc" } }))).toEqual([
		400,
		"VALIDATION_ERROR",
	]);
	const ip = newAddress();
	const wrong = `whr_${"x".repeat(43)}`;
	for (let tries = 0; tries < 30; tries++) expect((await enrol(auth, wrong, ip)).status).toBe(401);
	expect((await enrol(auth, wrong, ip)).status).toBe(429);
	expect((await enrol(auth, again.code, ip)).status).toBe(200);
});

test("a runner may share a service account; members and admins of others add, see and remove none", async ({ auth }) => {
	const { orgId, admin, member, as, made } = await withRunner(auth);
	const other = await withRunner(auth);
	const { userId } = made.runner.account;
	const second = await bodyOf<Coded>(await as(admin)("POST", "", { name: "Night", userId }), 201);
	expect([second.runner.account.userId, second.runner.capacity, second.runner.labels]).toEqual([userId, 1, []]);
	expect(await refusalOf(await as(admin)("POST", "", { name: "Night", userId: other.made.runner.account.userId }))).toEqual([
		404,
		"NOT_FOUND",
	]);
	expect(await refusalOf(await as(admin)("POST", "", { name: "Night", capacity: 9 }))).toEqual([400, "VALIDATION_ERROR"]);
	for (const [by, status] of [
		[member, 403],
		[other.admin, 404],
	] as const) {
		for (const [method, more] of [
			["GET", ""],
			["POST", `/${made.runner.id}/code`],
			["DELETE", `/${made.runner.id}`],
		] as const)
			expect([method, (await as(by)(method, more)).status]).toEqual([method, status]);
	}
	const foreign = `/api/v1/orgs/${other.orgId}/runners/${made.runner.id}`;
	expect((await auth.call("DELETE", foreign, { token: other.admin.accessToken })).status).toBe(404);
	expect(orgId).not.toBe(other.orgId);
});
