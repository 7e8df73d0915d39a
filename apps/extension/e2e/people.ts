import { setTimeout } from "node:timers/promises";
import { ApiError } from "@webhand/client/api-error";
import { call } from "@webhand/client/call";
import { acceptInviteRoute, inviteRoute } from "@webhand/contracts/auth/invites";
import { addOrganizationRoute } from "@webhand/contracts/auth/orgs";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { OrgId } from "@webhand/contracts/ids";
import type { Ready } from "./stack.ts";

/** Email and password of an account. */
export type Credentials = Ready["member"];

/** The server for somebody with a token; null for nobody. */
export const as = (url: string, token: string | null) => ({ baseUrl: url, token: () => token });

/** A sign-in over HTTP, beside the browser. */
export async function login({ url }: Pick<Ready, "url">, body: Credentials) {
	return await call(as(url, null), loginRoute, { body });
}

/** A new email, so that tests share the stack and nobody else. */
export const newEmail = (name: string, domain = "example.com") => `${name}-${crypto.randomUUID().slice(0, 8)}@${domain}`;

/** Makes a link that invites an email into the organization of a sign-in, or another one for an operator. */
export async function invite(ready: Ready, by: Credentials, { email, orgId, role = "member" }: Invited): Promise<string> {
	const { accessToken, tenantId } = await login(ready, by);
	const params = { orgId: orgId ?? OrgId.parse(tenantId) };
	return (await call(as(ready.url, accessToken), inviteRoute, { params, body: { email, role } })).link;
}

type Invited = { readonly email: string; readonly orgId?: OrgId; readonly role?: "member" | "admin" };

/** Accepts an invite over HTTP. @returns the new account */
async function accept(
	ready: Ready,
	link: string,
	{ email, name }: { readonly email: string; readonly name: string },
): Promise<Credentials> {
	const password = `${crypto.randomUUID()} kettle`;
	const token = new URL(link).pathname.split("/").at(-1) ?? "";
	for (;;)
		try {
			await call(as(ready.url, null), acceptInviteRoute, { body: { token, name, password } });
			return { email, password };
		} catch (error) {
			// One address accepts ten invites a minute, and all tests are of one.
			if (!(error instanceof ApiError) || error.retryAfterMs === undefined) throw error;
			await setTimeout(error.retryAfterMs);
		}
}

/** A member of an admin's organization, by default the demo's, whose tasks and chats no other test sees. */
export async function newMember(ready: Ready, by: Credentials = ready.admin): Promise<Credentials> {
	const email = newEmail("member");
	return await accept(ready, await invite(ready, by, { email }), { email, name: "Member" });
}

/** An organization of its own, with its admin. */
export async function newOrganization(ready: Ready, name: string): Promise<{ readonly orgId: OrgId; readonly admin: Credentials }> {
	const { accessToken } = await login(ready, ready.operator);
	const { organization } = await call(as(ready.url, accessToken), addOrganizationRoute, { body: { name } });
	const orgId = organization.id;
	const email = newEmail("admin");
	const link = await invite(ready, ready.operator, { email, orgId, role: "admin" });
	return { orgId, admin: await accept(ready, link, { email, name: "Grace Hopper" }) };
}
