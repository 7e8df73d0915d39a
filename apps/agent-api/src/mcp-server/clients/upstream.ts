import { internalMemberRoute } from "@webhand/contracts/auth/tokens";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import type { Owner } from "../../shared/rows.ts";

/** May the person of a client work in its tenant now? @throws AppError AUTH_UNAVAILABLE */
export type IsMember = (owner: Owner) => Promise<boolean>;

const limitMs = 1_000;

/** Asks auth over HTTP, twice where it must: a client has no sign-in whose end could be watched. */
export function createIsMember(authUrl: string): IsMember {
	return async ({ tenantId, userId }) => {
		const path = internalMemberRoute.path.replace(":tenantId", tenantId).replace(":userId", userId);
		const once = async () => {
			const response = await fetch(new URL(path, authUrl), { redirect: "error", signal: AbortSignal.timeout(limitMs) });
			if (response.ok) return internalMemberRoute.reply.parse(await response.json()).isActive;
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
