import { randomUUID } from "node:crypto";
import type { InviteWithLink } from "@webhand/contracts/auth/invites";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { newAddress, users } from "./fixture.ts";

/** A person with an account: credentials and a sign-in. */
export type Person = { readonly email: string; readonly password: string; readonly signIn: LoginReply };

/** A strong password that no other test uses. */
export const strong = () => `copper lantern ${randomUUID().slice(0, 8)}`;

/** The secret in a link. */
export const tokenIn = (link: string) => new URL(link).pathname.split("/")[2] ?? "";

/** The JSON body of a reply with the expected status. */
export async function bodyOf<Body>(reply: Response, status: number): Promise<Body> {
	const text = await reply.text();
	expect([reply.status, text.slice(0, 400)]).toEqual([status, expect.anything()]);
	return (text === "" ? {} : JSON.parse(text)) as Body;
}

/** Status and error code of a refusal. */
export async function refusalOf(reply: Response): Promise<readonly [number, string]> {
	const { error } = (await reply.json()) as { error: { code: string } };
	return [reply.status, error.code];
}

/** Invites an email into the organization of `by`'s sign-in. */
export async function invite(
	auth: TestAuth,
	by: LoginReply,
	wish: { readonly email: string; readonly role?: string; readonly name?: string; readonly orgId?: string },
): Promise<InviteWithLink> {
	const { orgId = by.tenantId, ...body } = wish;
	return bodyOf(await auth.call("POST", `/api/v1/orgs/${orgId}/invites`, { token: by.accessToken, body }), 201);
}

/** Accepts by JSON from an address of its own. */
export function accept(auth: TestAuth, body: unknown, ip = newAddress()): Promise<Response> {
	return auth.call("POST", "/api/v1/auth/invites/accept", { body, headers: { "x-forwarded-for": ip } });
}

/** Makes an organization and invites its first people, who sign in there. */
export async function makeOrganization(
	auth: TestAuth,
	roles: readonly ("member" | "admin")[],
): Promise<{ readonly orgId: string; readonly operator: LoginReply; readonly people: readonly Person[] }> {
	const operator = await auth.signIn(users.operator);
	const made = await auth.call("POST", "/api/v1/orgs", { token: operator.accessToken, body: { name: `Org ${randomUUID().slice(0, 8)}` } });
	const { organization } = await bodyOf<{ organization: { id: string } }>(made, 201);
	const people: Person[] = [];
	for (const role of roles) {
		const credentials = { email: `${role}-${randomUUID().slice(0, 8)}@example.com`, password: strong() };
		const { link } = await invite(auth, operator, { email: credentials.email, role, orgId: organization.id });
		await bodyOf(await accept(auth, { token: tokenIn(link), name: "Ada", password: credentials.password }), 201);
		people.push({ ...credentials, signIn: await auth.signIn(credentials) });
	}
	return { orgId: organization.id, operator, people };
}
