import type { Invite } from "@webhand/contracts/auth/invites";

/** An invite is open for seven days. */
export const inviteMs = 7 * 86_400_000;

/** The status as people see it: an open invite past its end is expired. @throws never */
export function statusOf(
	invite: { readonly status: "open" | "accepted" | "revoked"; readonly expiresAt: Date },
	now: Date,
): Invite["status"] {
	return invite.status === "open" && invite.expiresAt.getTime() <= now.getTime() ? "expired" : invite.status;
}

/** What somebody who holds the link proves themselves with. */
export type Proof = "new_password" | "own_password" | "provider" | "nothing";

/**
 * How the invited person accepts: a new account with a new password, an account with its own password, or through the provider where
 * passwords are off or the account has none. A disabled account accepts nothing.
 *
 * @param account `null`: the email has none
 * @throws never
 */
export function proofOf(
	organization: { readonly passwordSignIn: boolean },
	account: { readonly status: "active" | "disabled"; readonly passwordHash: string | null } | null,
): Proof {
	if (account?.status === "disabled") return "nothing";
	if (!organization.passwordSignIn) return "provider";
	if (account === null) return "new_password";
	return account.passwordHash === null ? "provider" : "own_password";
}

/** The origin of a form, where a browser names one: this installation's own, or `null`, which the page's no-referrer makes of it. @throws never */
export function isOwnOrigin(origin: string | undefined, publicOrigin: string): boolean {
	return origin === undefined || origin === "null" || origin === publicOrigin;
}
