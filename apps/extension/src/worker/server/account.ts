import { ApiError } from "@webhand/client/api-error";
import { call } from "@webhand/client/call";
import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { jwksRoute } from "@webhand/contracts/auth/tokens";
import type { ServerTest } from "../../messages.ts";
import { parseServerUrl } from "../../server-url.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem, confirmedSignInItem, modeItem, serverUrlItem, signInStepItem } from "../../storage.ts";
import { anonymous, endOnServer, inTime } from "../sign-in/complete.ts";
import { originOf, serverFaultOf } from "./address.ts";

/** Clears the token and the mode at once, then tells the server. */
export async function signOut(): Promise<void> {
	const auth = await authItem.get();
	await authItem.set({ kind: "none", reason: "signed_out" });
	await signInStepItem.set({ kind: "none" });
	await modeItem.set("careful");
	if (auth.kind === "token") await endOnServer(auth);
}

/** Changes the server; the old sign-in does not count there. @throws {MessageError} BAD_SERVER with `details.server` */
export async function setServer(text: string): Promise<void> {
	const origin = originOf(text);
	if (origin === (await serverUrlItem.get())) return;
	await modeItem.set("careful");
	await signInStepItem.set({ kind: "none" });
	await authItem.update((auth) => (auth.kind === "token" ? { kind: "none", reason: "other_server" } : auth));
	await serverUrlItem.set(origin);
}

/** Asks the server once per browser session whether the stored token is valid. */
export async function confirmSignIn(api: SignedInApi): Promise<void> {
	const auth = await authItem.get();
	if (auth.kind === "none" || (await confirmedSignInItem.get()) === auth.expiresAt) return;
	try {
		await api.call(sessionRoute);
		await confirmedSignInItem.set(auth.expiresAt);
	} catch (error) {
		// Without an answer the token may be valid; the next call asks again.
		if (!(error instanceof ApiError)) throw error;
		if (error.status !== 401) await confirmedSignInItem.set(auth.expiresAt);
	}
}

/** Tests whether a Webhand server answers, how fast, and whether it knows this sign-in. */
export async function testServer(text: string, extensionId: string): Promise<ServerTest> {
	const server = parseServerUrl(text);
	if (!server.ok) return { kind: server.reason };
	const startedAt = performance.now();
	const signal = inTime();
	try {
		await call(anonymous(server.origin), jwksRoute, { signal });
	} catch (error) {
		return serverFaultOf(error) ?? { kind: "not_webhand", status: error instanceof ApiError ? error.status : 0 };
	}
	const latencyMs = Math.round(performance.now() - startedAt);
	const auth = await authItem.get();
	if (auth.kind === "none" || auth.serverUrl !== server.origin) return { kind: "ok", latencyMs, signedIn: false };
	try {
		await call({ baseUrl: server.origin, token: () => auth.accessToken }, sessionRoute, { signal });
		return { kind: "ok", latencyMs, signedIn: true };
	} catch (error) {
		if (error instanceof ApiError && error.status === 403) return { kind: "blocked", extensionId };
		return { kind: "ok", latencyMs, signedIn: false };
	}
}
