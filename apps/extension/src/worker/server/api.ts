import { ApiError } from "@webhand/client/api-error";
import type { Contact, SignedInApi, SignIn } from "../../signed-in-api.ts";
import { bindApi } from "../../signed-in-api.ts";
import { authItem } from "../../storage.ts";
import type { Failure } from "../run/retry.ts";

/** The worker's server: only here a refused token is cleared, also for the calls of our pages. */
export function createServerApi(onContact: (contact: Contact) => void): SignedInApi {
	return bindApi({ onContact, onUnusable: clearSignIn });
}

/** Clears one sign-in and no newer one, so an old reply cannot end it. `expiresAt` names the sign-in. */
export async function clearSignIn({ expiresAt }: Pick<SignIn, "expiresAt">, reason: "expired" | "other_server" = "expired"): Promise<void> {
	await authItem.update((auth) => (auth.kind === "token" && auth.expiresAt === expiresAt ? { kind: "none", reason } : auth));
}

/** An error as data; anything but a server's reply counts as no reply. */
export function failureOf(error: unknown): Failure {
	if (error instanceof ApiError) {
		const { status, code, message, details, requestId, retryAfterMs } = error;
		return { status, code, message, details, requestId, retryAfterMs };
	}
	return { status: 0, code: "NETWORK", message: error instanceof Error ? error.message : String(error) };
}
