import { ApiError } from "@webhand/client/api-error";
import { call } from "@webhand/client/call";
import { enrolAtSignInRoute, SecondFactorDue } from "@webhand/contracts/auth/second-factor";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { logoutRoute } from "@webhand/contracts/auth/sign-in";
import { authItem, confirmedSignInItem, serverUrlItem, signInStepItem } from "../../storage.ts";
import { becomeOwner } from "./owner.ts";

const timeoutMs = 8_000;

/** Calls of somebody who is not signed in yet. */
export const anonymous = (baseUrl: string) => ({ baseUrl, token: () => null });
export const inTime = () => AbortSignal.timeout(timeoutMs);

/**
 * Takes what a sign-in gave: the sign-in itself, or its second step, which the panel then shows.
 *
 * @throws {ApiError} as the server refuses
 */
export async function takeSignIn(serverUrl: string, asked: Promise<LoginReply>): Promise<void> {
	try {
		const reply = await asked;
		await signInStepItem.set({ kind: "none" });
		await keepSignIn(serverUrl, reply);
	} catch (error) {
		const due = error instanceof ApiError && error.code === "SECOND_FACTOR_REQUIRED" ? SecondFactorDue.safeParse(error.details) : undefined;
		if (due?.success !== true) throw error;
		await signInStepItem.set({ kind: "second_factor", serverUrl, ...due.data, enrolment: null });
		// Without a secret the panel offers to ask again.
		if (!due.data.isEnrolled) await enrolAtSignIn().catch(() => undefined);
	}
}

/** Asks for the secret of an authenticator app, for a user who has none and needs one. */
export async function enrolAtSignIn(): Promise<void> {
	const step = await signInStepItem.get();
	if (step.kind !== "second_factor" || step.isEnrolled) return;
	const { ticket, serverUrl } = step;
	const enrolment = await call(anonymous(serverUrl), enrolAtSignInRoute, { body: { ticket }, signal: inTime() });
	await signInStepItem.update((now) => (now.kind === "second_factor" && now.ticket === ticket ? { ...now, enrolment } : now));
}

/** Stores a complete sign-in after the items of this browser became those of its owner. The sign-in before it ends. */
export async function keepSignIn(serverUrl: string, reply: LoginReply): Promise<void> {
	const before = await authItem.get();
	await becomeOwner({ serverUrl, userId: reply.user.id, tenantId: reply.tenantId });
	await serverUrlItem.set(serverUrl);
	await confirmedSignInItem.set(reply.expiresAt);
	const { accessToken, expiresAt, user, tenantId, tenantName, tenantKind, roles } = reply;
	await authItem.set({ kind: "token", serverUrl, accessToken, expiresAt, user, tenantId, tenantName, tenantKind, roles });
	if (before.kind === "token" && before.accessToken !== accessToken) void endOnServer(before);
}

/** Tells the server that a sign-in ends; without an answer it ends when it expires. */
export async function endOnServer(signIn: { readonly serverUrl: string; readonly accessToken: string }): Promise<void> {
	// The route is public, since it also takes an expired token; so the token is added by hand.
	const headers = { authorization: `Bearer ${signIn.accessToken}` };
	await call(anonymous(signIn.serverUrl), logoutRoute, { headers, signal: inTime() }).catch(() => undefined);
}
