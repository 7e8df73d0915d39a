import type { TestAuth } from "../fixture.ts";
import { newAddress } from "../fixture.ts";
import type { ScriptedProvider } from "./scripted.ts";

/** A sign-in that began: what the client keeps, and what the provider was asked. */
export type Begun = { readonly ticket: string; readonly url: string; readonly state: string };

/** Begins a sign-in; a scripted provider learns its nonce and PKCE challenge. */
export async function begin(auth: TestAuth, email: string, provider?: ScriptedProvider): Promise<Begun> {
	const reply = await start(auth, email);
	if (reply.status !== 200) throw new Error(`the start was answered with ${reply.status}: ${await reply.text()}`);
	const { ticket, url } = (await reply.json()) as { ticket: string; url: string };
	const asked = new URL(url).searchParams;
	provider?.nonces.set(asked.get("code_challenge") ?? "", asked.get("nonce") ?? "");
	return { ticket, url, state: asked.get("state") ?? "" };
}

/** POST /api/v1/auth/provider/start, from an address of its own. */
export function start(auth: TestAuth, email: string): Promise<Response> {
	return auth.call("POST", "/api/v1/auth/provider/start", { body: { email }, headers: { "x-forwarded-for": newAddress() } });
}

/** Comes back from the provider with this query; redirects are not followed. */
export function comeBack(auth: TestAuth, query: Readonly<Record<string, string>>): Promise<Response> {
	const url = new URL(`/api/v1/auth/provider/callback?${new URLSearchParams(query)}`, auth.url);
	return fetch(url, { redirect: "manual", headers: { "x-forwarded-for": newAddress() } });
}

/** The one-time code in the fragment of the last page; empty when the sign-in failed. */
export function codeOf(reply: Response): string {
	return /#code=(.*)$/.exec(reply.headers.get("location") ?? "")?.[1] ?? "";
}

/** POST /api/v1/auth/provider/finish */
export function finish(auth: TestAuth, ticket: string, code: string): Promise<Response> {
	return auth.call("POST", "/api/v1/auth/provider/finish", { body: { ticket, code }, headers: { "x-forwarded-for": newAddress() } });
}

/** The whole way of a person through a scripted provider. */
export async function pass(auth: TestAuth, email: string, provider: ScriptedProvider): Promise<Response> {
	const { ticket, state } = await begin(auth, email, provider);
	return finish(auth, ticket, codeOf(await comeBack(auth, { code: "code-canary", state })));
}
