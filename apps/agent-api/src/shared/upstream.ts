import { internalMemberRoute } from "@webhand/contracts/auth/tokens";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import type { Owner } from "./rows.ts";

/** Whether a person may work in a tenant now, and as what. @throws AppError AUTH_UNAVAILABLE */
export type MemberOf = (owner: Owner) => Promise<ReplyOf<typeof internalMemberRoute>>;

const limitMs = 1_000;

/** Asks auth over HTTP, twice where it must: who acts for a person without a sign-in has none whose end could be watched. */
export function createMemberOf(authUrl: string): MemberOf {
	return async ({ tenantId, userId }) => {
		const path = internalMemberRoute.path.replace(":tenantId", tenantId).replace(":userId", userId);
		const once = async () => {
			const response = await fetch(new URL(path, authUrl), { redirect: "error", signal: AbortSignal.timeout(limitMs) });
			if (response.ok) return internalMemberRoute.reply.parse(await response.json());
			// An unread body keeps its connection open, and a client's open call asks twice a second.
			await response.body?.cancel();
			throw new OwnError(`auth answered ${response.status}`);
		};
		try {
			return await once().catch(once);
		} catch (cause) {
			// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
			throw new AppError("AUTH_UNAVAILABLE", "Accounts cannot be checked at the moment", { cause, retryAfterSeconds: 1 });
		}
	};
}
