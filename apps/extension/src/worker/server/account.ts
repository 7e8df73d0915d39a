import { ApiError } from "@webhand/client/api-error";
import { call } from "@webhand/client/call";
import { loginRoute, logoutRoute, sessionRoute } from "@webhand/contracts/auth/sign-in";
import { jwksRoute } from "@webhand/contracts/auth/tokens";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { dropAllFiles } from "../../attachments.ts";
import type { ServerTest } from "../../messages.ts";
import type { RunRecord } from "../../run-record.ts";
import { parseServerUrl } from "../../server-url.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import {
	authItem,
	confirmedSignInItem,
	cursorsItem,
	draftsItem,
	lastUserItem,
	logItem,
	modeItem,
	noticeSeenItem,
	offeredItem,
	outboxItem,
	runsItem,
	serverUrlItem,
	sessionCacheItem,
	siteGrantsItem,
	tabTasksItem,
	trustedGrantsItem,
} from "../../storage.ts";
import { MessageError } from "../panel/message-error.ts";

const testTimeoutMs = 8_000;
const anonymous = (baseUrl: string) => ({ baseUrl, token: () => null });

/**
 * Signs in and stores server and token.
 *
 * @throws {MessageError} BAD_SERVER with `details.server`; {ApiError} as the server refuses
 */
export async function signIn(input: { readonly serverUrl: string; readonly email: string; readonly password: string }): Promise<void> {
	const server = parseServerUrl(input.serverUrl);
	if (!server.ok) throw badServer({ kind: server.reason });
	const { email, password } = input;
	const signal = AbortSignal.timeout(testTimeoutMs);
	const reply = await call(anonymous(server.origin), loginRoute, { body: { email, password }, signal }).catch((error: unknown) => {
		const problem = noServer(error);
		throw problem === null ? error : badServer(problem);
	});
	await forgetPreviousUser({ serverUrl: server.origin, userId: reply.user.id, tenantId: reply.tenantId });
	await serverUrlItem.set(server.origin);
	await confirmedSignInItem.set(reply.expiresAt);
	await authItem.set({ kind: "token", serverUrl: server.origin, ...reply });
}

/** Clears the token and the mode at once, then tells the server. */
export async function signOut(): Promise<void> {
	const auth = await authItem.get();
	await authItem.set({ kind: "none", reason: "signed_out" });
	await modeItem.set("careful");
	if (auth.kind === "none") return;
	const api = { baseUrl: auth.serverUrl, token: () => auth.accessToken };
	// The route is public, since it also takes an expired token; so the token is added by hand.
	const headers = { authorization: `Bearer ${auth.accessToken}` };
	await call(api, logoutRoute, { headers, signal: AbortSignal.timeout(testTimeoutMs) }).catch(() => undefined);
}

/** Changes the server; the old sign-in does not count there. */
export async function setServer(text: string): Promise<void> {
	const server = parseServerUrl(text);
	if (!server.ok) throw badServer({ kind: server.reason });
	if (server.origin === (await serverUrlItem.get())) return;
	await modeItem.set("careful");
	await authItem.update((auth) => (auth.kind === "token" ? { kind: "none", reason: "other_server" } : auth));
	await serverUrlItem.set(server.origin);
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
	const signal = AbortSignal.timeout(testTimeoutMs);
	try {
		await call(anonymous(server.origin), jwksRoute, { signal });
	} catch (error) {
		return noServer(error) ?? { kind: "not_webhand", status: error instanceof ApiError ? error.status : 0 };
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

/** What an error says of the server itself; null when Webhand answered. */
function noServer(error: unknown): ServerTest | null {
	if (!(error instanceof ApiError)) return { kind: "unreachable", reason: "late" };
	if (error.status === 0) return { kind: "unreachable", reason: "silent" };
	return error.code === "BAD_REPLY" ? { kind: "not_webhand", status: error.status } : null;
}

function badServer(server: ServerTest): MessageError {
	return new MessageError("BAD_SERVER", `This server cannot be used: ${server.kind}`, { server });
}

/** Runs that are still running, or whose stop the server has not heard of. */
export function unfinishedRuns(runs: Readonly<Record<string, RunRecord>>): Record<string, RunRecord> {
	return Object.fromEntries(Object.entries(runs).filter(([, { phase, cancel }]) => phase !== "ended" || cancel === "pending"));
}

type SignedInUser = { readonly serverUrl: string; readonly userId: UserId; readonly tenantId: TenantId };

/** Whether what is stored belongs to this user; an older version stored no tenant. @throws never */
export function isSameUser(
	last: (Omit<SignedInUser, "tenantId"> & { readonly tenantId?: TenantId | undefined }) | null,
	user: SignedInUser,
) {
	return last?.serverUrl === user.serverUrl && last.userId === user.userId && (last.tenantId ?? user.tenantId) === user.tenantId;
}

/**
 * Forgets the grants, chats, files and runs of the previous user when another user, or a user of another server or tenant, signs in. It
 * runs before the new sign-in counts, so nobody sees another user's data.
 */
async function forgetPreviousUser(user: SignedInUser): Promise<void> {
	if (isSameUser(await lastUserItem.get(), user)) return await lastUserItem.set(user);
	await modeItem.set("careful");
	for (const item of [siteGrantsItem, trustedGrantsItem, noticeSeenItem]) await item.set([]);
	await tabTasksItem.set({});
	await draftsItem.set({});
	await cursorsItem.set({});
	await logItem.set([]);
	await offeredItem.set([]);
	await sessionCacheItem.set({ at: 0, sessions: [] });
	await outboxItem.set([]);
	await runsItem.update(unfinishedRuns);
	await dropAllFiles();
	await lastUserItem.set(user);
}
