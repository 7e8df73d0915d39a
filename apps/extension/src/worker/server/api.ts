import { ApiError } from "@webhand/client/api-error";
import type { CallArguments } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import type { StoredAuth } from "../../storage.ts";
import { authItem, serverUrlItem } from "../../storage.ts";
import type { Failure } from "../run/retry.ts";

/** The configured server with its token. */
export type ServerApi = {
	readonly call: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<ReplyOf<R>>;
};

export type Contact = { readonly kind: "online" } | { readonly kind: "offline"; readonly message: string };

/**
 * Binds the client to the stored server and token. Only this function signs out on a 401. It clears just the refused token, so an old
 * reply cannot end a newer sign-in.
 */
export function createServerApi(onContact: (contact: Contact) => void): ServerApi {
	return {
		call: async (route, ...input) => {
			const baseUrl = await serverUrlItem.get();
			const auth = await validAuth(await authItem.get(), baseUrl);
			if (auth.kind === "none") throw new ApiError({ status: 401, code: "UNAUTHORIZED", message: "Sign in first" });
			try {
				const reply = await call({ baseUrl, token: () => auth.accessToken }, route, ...input);
				onContact({ kind: "online" });
				return reply;
			} catch (error) {
				if (error instanceof ApiError) {
					onContact(error.status === 0 ? { kind: "offline", message: error.message } : { kind: "online" });
					if (error.status === 401) await clearToken(auth.accessToken);
				}
				throw error;
			}
		},
	};
}

/** A token is valid for its own server until it expires. */
async function validAuth(auth: StoredAuth, serverUrl: string): Promise<StoredAuth> {
	if (auth.kind === "none") return auth;
	const reason = auth.serverUrl !== serverUrl ? "other_server" : Date.parse(auth.expiresAt) <= Date.now() ? "expired" : null;
	if (reason === null) return auth;
	await clearToken(auth.accessToken, reason);
	return { kind: "none", reason };
}

async function clearToken(accessToken: string, reason: "expired" | "other_server" = "expired"): Promise<void> {
	await authItem.update((auth) => (auth.kind === "token" && auth.accessToken === accessToken ? { kind: "none", reason } : auth));
}

/** An error as data; anything but a server's reply counts as no reply. */
export function failureOf(error: unknown): Failure {
	if (error instanceof ApiError) {
		const { status, code, message, details, requestId, retryAfterMs } = error;
		return { status, code, message, details, requestId, retryAfterMs };
	}
	return { status: 0, code: "NETWORK", message: error instanceof Error ? error.message : String(error) };
}
