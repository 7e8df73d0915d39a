import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { AccountStore } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { SignInStore } from "../sessions/store.ts";
import type { CompleteDeps } from "../sign-in/complete.ts";
import { beginSignIn } from "../sign-in/complete.ts";
import type { CountedDeps } from "../sign-in/counted.ts";
import { checkPassword, countAttempt } from "../sign-in/counted.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import { weaknessOf } from "../sign-in/strength.ts";
import { tenantsOf } from "../tenants/policy.ts";

/** What a change of the password needs. */
export type PasswordDeps = CompleteDeps &
	CountedDeps & {
		readonly accounts: Pick<AccountStore, "userById" | "membershipsOf" | "changeCredentials">;
		readonly signIns: Pick<SignInStore, "get">;
		readonly passwords: Pick<Passwords, "matches" | "hash">;
		readonly personalTenants: boolean;
		readonly minLength: number;
	};

/** The current password and its replacement. */
export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

/**
 * Replaces the password. In the same transaction every sign-in of the user ends and a new one begins, as proved as this one.
 *
 * @throws AppError INVALID_CREDENTIALS, counted as a failed login; RATE_LIMIT; VALIDATION_ERROR with what is weak about the new one;
 * PASSWORD_SIGN_IN_REQUIRED for a sign-in through a provider
 */
export async function changePassword(
	deps: PasswordDeps,
	{ identity, change }: { readonly identity: Identity; readonly change: PasswordChange },
	caller: Caller,
): Promise<LoginReply> {
	const [user, signIn, memberships] = await Promise.all([
		deps.accounts.userById(identity.userId),
		deps.signIns.get(identity.sid),
		deps.accounts.membershipsOf(identity.userId),
	]);
	const tenant =
		user === null ? undefined : tenantsOf(user, memberships, deps.personalTenants).find((own) => own.tenantId === identity.tenantId);
	if (user === null || signIn === null || tenant === undefined) throw unauthorized();
	if (signIn.method === "provider") throw new AppError("PASSWORD_SIGN_IN_REQUIRED", "Sign in with your password to change it");
	const { sid, tenantId } = identity;
	const attempt = async () => {
		await checkPassword(deps.passwords, user, change.currentPassword);
		const weakness = weaknessOf(change.newPassword, { minLength: deps.minLength, ownWords: [user.email, user.name, tenant.tenantName] });
		if (weakness !== null) throw weakPassword(weakness);
		const passwordHash = await deps.passwords.hash(change.newPassword);
		return beginSignIn(
			deps,
			{
				user,
				tenant,
				method: "password",
				secondFactor: signIn.secondFactor,
				action: "password.change",
				replaces: { sid, others: true, reason: "password" },
				also: async (transaction) => {
					if (!(await deps.accounts.changeCredentials(transaction, user, { passwordHash }))) throw unauthorized();
				},
			},
			caller,
		);
	};
	// Where a second factor exists the password alone never clears the failures, which wrong codes count in, too.
	const end = user.hasSecondFactor ? "undecided" : "succeeded";
	return countAttempt(deps, { user, caller, action: "password.change", tenantId, sid }, { end, attempt });
}

function weakPassword(message: string): AppError {
	return new AppError("VALIDATION_ERROR", message, { details: { fields: [{ field: "newPassword", message }] } });
}
