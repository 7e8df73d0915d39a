import type { SecondFactorDue } from "@webhand/contracts/auth/second-factor";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { AppError } from "@webhand/service-kit/errors";
import type { User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { TicketDeps } from "../second-factor/tickets.ts";
import { issueTicket } from "../second-factor/tickets.ts";
import type { SessionDeps, SignInWish, StartedSignIn } from "../sessions/engine.ts";
import { startSignIn } from "../sessions/engine.ts";
import type { TenantChoice } from "../tenants/policy.ts";
import { isSecondFactorDue } from "../tenants/policy.ts";

/** What completing a sign-in needs. */
export type CompleteDeps = TicketDeps & { readonly sessions: SessionDeps };

/**
 * A user who proved who they are by `method`, for a tenant that they may choose. `secondFactor`: one was shown too, in this sign-in or
 * the one that it `replaces`.
 */
export type ProvedUser = Pick<SignInWish, "method" | "replaces" | "action" | "also"> & {
	readonly user: User;
	readonly tenant: TenantChoice;
	readonly secondFactor?: boolean;
};

/** The sign-in, or what it still waits for. */
export type Completion =
	| { readonly kind: "signed_in"; readonly reply: LoginReply }
	| { readonly kind: "second_factor"; readonly due: SecondFactorDue };

/**
 * The one end of every sign-in, by password, switch or provider: starts it, or issues a ticket for the second factor that is due.
 *
 * @throws AppError ACCOUNT_DISABLED or INVALID_CREDENTIALS when the account changed since it was read
 */
export async function completeSignIn(deps: CompleteDeps, proved: ProvedUser, caller: Caller): Promise<Completion> {
	const { user, tenant, method, secondFactor = false, replaces } = proved;
	if (isSecondFactorDue(tenant, user, secondFactor)) {
		return { kind: "second_factor", due: await issueTicket(deps, { user, tenantId: tenant.tenantId, method, replaces: replaces?.sid }) };
	}
	return { kind: "signed_in", reply: await beginSignIn(deps, proved, caller) };
}

/** Starts a sign-in whose second factor was shown, or is not asked for again. @throws AppError as `startSignIn` does */
export async function beginSignIn({ sessions }: Pick<CompleteDeps, "sessions">, proved: ProvedUser, caller: Caller): Promise<LoginReply> {
	const { user, method, secondFactor = false, replaces, action, also } = proved;
	const tenant = method === "provider" ? withoutOperator(proved.tenant) : proved.tenant;
	const { tenantId, roles, limits } = tenant;
	const wish: SignInWish = {
		userId: user.id,
		tenantId,
		roles,
		limits,
		method,
		secondFactor,
		credentialsVersion: user.credentialsVersion,
		replaces,
		action,
		also,
	};
	return replyOf(await startSignIn(sessions, wish, caller), user, tenant);
}

/** An organization chooses its provider, so its provider's word never makes an operator of the whole installation. */
function withoutOperator(tenant: TenantChoice): TenantChoice {
	return { ...tenant, roles: tenant.roles.filter((role) => role !== "operator") };
}

/** The refusal of a sign-in that waits for a second factor. */
export function secondFactorDue(due: SecondFactorDue): AppError {
	const message = due.isEnrolled
		? "Enter the code of your authenticator app"
		: "Your organization asks for a second factor. Set up an authenticator app";
	return new AppError("SECOND_FACTOR_REQUIRED", message, { details: due });
}

function replyOf({ signIn: { expiresAt }, accessToken }: StartedSignIn, user: User, tenant: TenantChoice): LoginReply {
	const { tenantId, tenantKind, tenantName, roles } = tenant;
	return {
		accessToken,
		expiresAt: expiresAt.toISOString(),
		user: { id: user.id, email: user.email, name: user.name },
		tenantId,
		tenantName,
		tenantKind,
		roles: [...roles],
	};
}
