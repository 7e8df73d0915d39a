import { internalMailAddressRoute, internalMemberRoute } from "@webhand/contracts/auth/tokens";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import { fetchFrom } from "@webhand/service-kit/tracing/onward";
import type { Owner } from "./rows.ts";

/** Whether a person may work in a tenant now, and as what. @throws AppError AUTH_UNAVAILABLE */
export type MemberOf = (owner: Owner) => Promise<ReplyOf<typeof internalMemberRoute>>;

/** Where a person wants mails about what waits; undefined for nowhere. @throws AppError AUTH_UNAVAILABLE */
export type MailAddressOf = (owner: Owner) => Promise<string | undefined>;

const limitMs = 1_000;
const fetchAuth = fetchFrom("auth");

/** Asks auth over HTTP, twice where it must: who acts for a person without a sign-in has none whose end could be watched. */
export function createMemberOf(authUrl: string): MemberOf {
	const ask = createAskMember(authUrl);
	return async (owner) => internalMemberRoute.reply.parse(await ask(internalMemberRoute.path, owner));
}

/** Asks auth over HTTP, as `createMemberOf` does. */
export function createMailAddressOf(authUrl: string): MailAddressOf {
	const ask = createAskMember(authUrl);
	return async (owner) => internalMailAddressRoute.reply.parse(await ask(internalMailAddressRoute.path, owner)).email;
}

function createAskMember(authUrl: string) {
	return async (route: string, { tenantId, userId }: Owner): Promise<unknown> => {
		const path = route.replace(":tenantId", tenantId).replace(":userId", userId);
		const once = async () => {
			const response = await fetchAuth(new URL(path, authUrl), { redirect: "error", signal: AbortSignal.timeout(limitMs) });
			if (response.ok) return await response.json();
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
