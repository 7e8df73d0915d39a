import { describe, expect } from "vitest";
import { test, users } from "./fixture.ts";
import { accept, bodyOf, invite, makeOrganization, refusalOf, strong, tokenIn } from "./people-fixture.ts";

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
});
