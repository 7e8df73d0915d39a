import type { Account } from "@webhand/contracts/auth/people";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import { long } from "@webhand/testing/long";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { changeAccount } from "../src/people/engine.ts";
import { resetPassword } from "../src/people/reset.ts";
import type { TestAuth } from "./fixture.ts";
import { newAddress, test, users } from "./fixture.ts";
import type { Person } from "./people-fixture.ts";
import { bodyOf, credentialsOf, makeOrganization, refusalOf, strong, tokenIn } from "./people-fixture.ts";

const caller = { ip: newAddress(), userAgent: "", requestId: "test" };
const send = (auth: TestAuth, by: LoginReply, [method, path, body]: readonly [string, string, unknown?]) =>
	auth.call(method, `/api/v1/auth/users${path}`, { token: by.accessToken, ...(body === undefined ? {} : { body }) });
const isSignedIn = async (auth: TestAuth, { accessToken }: LoginReply) =>
	(await auth.call("GET", "/api/v1/auth/session", { token: accessToken })).status === 200;

describe("accounts", () => {
	test("only an operator sees and changes them", async ({ auth }) => {
		const admin = await auth.signIn(users.admin);
		for (const call of [
			["GET", ""],
			["PATCH", `/${admin.user.id}`, { status: "disabled" }],
			["POST", `/${admin.user.id}/reset-link`],
		] as const) {
			expect(await refusalOf(await send(auth, admin, call))).toEqual([403, "FORBIDDEN"]);
		}
		const operator = await auth.signIn(users.operator);
		const { users: found } = await bodyOf<{ users: Account[] }>(await send(auth, operator, ["GET", "?q=ADMIN@"]), 200);
		expect(await refusalOf(await send(auth, operator, ["GET", "?q=a%00b"]))).toEqual([400, "VALIDATION_ERROR"]);
		expect(found).toEqual([
			expect.objectContaining({
				email: users.admin.email,
				status: "active",
				operator: false,
				hasPassword: true,
				hasSecondFactor: false,
				organizations: [{ name: "Kettles Ltd", role: "admin" }],
			}),
		]);
		const unknown = await send(auth, operator, ["PATCH", `/usr_${"0".repeat(22)}`, { status: "disabled" }]);
		expect(await refusalOf(unknown)).toEqual([404, "NOT_FOUND"]);
	});

	test("a disabled one is signed out everywhere and does not sign in; its organizations' audits say so", async ({ auth, mongo }) => {
		const { orgId, operator, people } = await makeOrganization(auth, ["admin", "member"]);
		const [, member] = people as [Person, Person];
		const isActive = async () => await bodyOf(await auth.call("GET", `/internal/members/${orgId}/${member.signIn.user.id}`), 200);
		expect(await isActive()).toMatchObject({ isActive: true, roles: ["member"] });
		await bodyOf(await send(auth, operator, ["PATCH", `/${member.signIn.user.id}`, { status: "disabled" }]), 200);
		expect(await isSignedIn(auth, member.signIn)).toBe(false);
		expect(await isActive()).toEqual({ isActive: false, hasLeft: false, roles: [], limits: {} });
		expect(await refusalOf(await auth.login(credentialsOf(member)))).toEqual([403, "ACCOUNT_DISABLED"]);
		const rows = await mongo.db.collection("auth_audit").find({ action: "account.change", target: member.signIn.user.id }).toArray();
		expect(rows.map(({ tenantId }) => tenantId as string).toSorted()).toEqual([operator.tenantId, orgId].toSorted());
		await bodyOf(await send(auth, operator, ["PATCH", `/${member.signIn.user.id}`, { status: "active" }]), 200);
		expect((await auth.login(credentialsOf(member))).status).toBe(200);
	});

	test("the last operator stays; of two who demote each other at once one does", long, async ({ auth }) => {
		const { operator, people } = await makeOrganization(auth, ["member"]);
		const [other] = people as [Person];
		const self = operator.user.id;
		for (const change of [{ operator: false }, { status: "disabled" }]) {
			expect(await refusalOf(await send(auth, operator, ["PATCH", `/${self}`, change]))).toEqual([409, "LAST_OPERATOR"]);
		}
		const actor = (reply: LoginReply) => {
			const { sub, tid, sid, roles } = AccessTokenClaims.parse(decodeJwt(reply.accessToken));
			return { userId: sub, tenantId: tid, sid, roles, caller };
		};
		for (let round = 0; round < 10; round++) {
			for (const id of [self, other.signIn.user.id]) {
				await changeAccount(auth.deps.people, { id, change: { operator: true } }, actor(operator));
			}
			const demote = (id: Account["id"], by: LoginReply) =>
				changeAccount(auth.deps.people, { id, change: { operator: false } }, actor(by)).then(
					() => "demoted",
					(cause: { code: string }) => cause.code,
				);
			const ends = await Promise.all([demote(self, other.signIn), demote(other.signIn.user.id, operator)]);
			expect(ends.toSorted()).toEqual(["LAST_OPERATOR", "demoted"]);
		}
		await changeAccount(auth.deps.people, { id: self, change: { operator: true } }, actor(operator));
		await changeAccount(auth.deps.people, { id: other.signIn.user.id, change: { operator: false } }, actor(operator));
		expect(await isSignedIn(auth, operator)).toBe(true);
	});
});

describe("a reset link", () => {
	test("sets a new password once and ends every sign-in; a second link ends the first", async ({ auth, mongo }) => {
		const { operator, people } = await makeOrganization(auth, ["member"]);
		const [member] = people as [Person];
		const make = async () =>
			tokenIn((await bodyOf<{ link: string }>(await send(auth, operator, ["POST", `/${member.signIn.user.id}/reset-link`]), 201)).link);
		const [first, second] = [await make(), await make()];
		const password = strong();
		const reset = (token: string, wanted = password) => resetPassword(auth.deps.people, { token, password: wanted }, caller);
		expect(await reset(first)).toEqual({ kind: "invalid" });
		expect(await reset(second, `${member.email}1`)).toMatchObject({ kind: "problems", problems: [{ field: "password" }] });
		expect(await Promise.all([reset(second), reset(second)])).toEqual(expect.arrayContaining([{ kind: "reset" }, { kind: "invalid" }]));
		expect(await isSignedIn(auth, member.signIn)).toBe(false);
		expect([(await auth.login(credentialsOf(member))).status, (await auth.login({ email: member.email, password })).status]).toEqual([
			401, 200,
		]);
		expect(JSON.stringify(await mongo.db.collection("reset_links").find().toArray())).not.toContain(second);
		expect(await mongo.db.collection("auth_audit").countDocuments({ action: "password.reset", target: member.signIn.user.id })).toBe(2);
	});

	test("of a disabled account leads nowhere", async ({ auth }) => {
		const { operator, people } = await makeOrganization(auth, ["member"]);
		const [member] = people as [Person];
		const { link } = await bodyOf<{ link: string }>(await send(auth, operator, ["POST", `/${member.signIn.user.id}/reset-link`]), 201);
		await bodyOf(await send(auth, operator, ["PATCH", `/${member.signIn.user.id}`, { status: "disabled" }]), 200);
		expect((await auth.call("GET", new URL(link).pathname)).status).toBe(410);
	});
});
