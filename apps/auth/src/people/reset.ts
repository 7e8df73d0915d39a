import type { FieldProblem } from "@webhand/contracts/errors";
import type { UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import type { Language } from "@webhand/contracts/language";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import type { Actor } from "../accounts/access.ts";
import { linkHash, linkTo, newLinkSecret } from "../accounts/link.ts";
import type { AccountStore, User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import { endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import { weaknessOf } from "../sign-in/strength.ts";
import type { PeopleDeps } from "./engine.ts";
import { noAccount, noteEverywhere } from "./engine.ts";

/** A reset link is valid for a day. */
export const linkMs = 86_400_000;

/** What setting a password through a link needs beyond the accounts. */
export type ResetDeps = PeopleDeps & {
	readonly accounts: Pick<AccountStore, "userById">;
	readonly passwords: Pick<Passwords, "hash">;
	readonly minLength: number;
};

/** How it ended. `invalid`: used, expired, replaced or unknown, which look the same. */
export type ResetResult =
	| { readonly kind: "reset" }
	| { readonly kind: "invalid" }
	| { readonly kind: "problems"; readonly problems: readonly FieldProblem[] };

/** Makes a link to set a new password, shown once; the link of before ends. The password of before holds until then. @throws AppError NOT_FOUND */
export async function makeResetLink(
	deps: PeopleDeps,
	id: UserId,
	actor: Actor,
): Promise<{ readonly link: string; readonly expiresAt: string }> {
	const { token, hash } = newLinkSecret();
	const expiresAt = new Date(deps.now().getTime() + linkMs);
	await deps.sessions.transact(async (transaction) => {
		const account = await deps.store.get(transaction, id);
		if (account === null) throw noAccount();
		if (account.isService) throw new AppError("FORBIDDEN", "A service account has no password");
		await deps.store.replaceLink(transaction, { userId: id, tokenHash: hash, expiresAt });
		await noteEverywhere(deps, transaction, { id, actor, row: { action: "password.reset_link", facts: {} } });
	});
	return { link: linkTo(deps.publicUrl, token), expiresAt: expiresAt.toISOString() };
}

/** The active account behind a reset link; `null` for a link that leads nowhere, whatever the reason. Changes nothing. */
export async function findReset(deps: Pick<ResetDeps, "store" | "accounts" | "now">, token: string): Promise<User | null> {
	const link = await deps.store.link(linkHash(token), deps.now());
	const user = link === null ? null : await deps.accounts.userById(link.userId);
	return user?.status === "active" ? user : null;
}

/** Sets a new password, once. All sign-ins of the user end. `language`: of the problems, English by default. */
export async function resetPassword(
	deps: ResetDeps,
	{ token, password, language }: { readonly token: string; readonly password: string; readonly language?: Language },
	caller: Caller,
): Promise<ResetResult> {
	const user = await findReset(deps, token);
	if (user === null) return { kind: "invalid" };
	const weakness = weaknessOf(password, { minLength: deps.minLength, ownWords: [user.email, user.name], language });
	if (weakness !== null) return { kind: "problems", problems: [{ field: "password", message: weakness }] };
	const passwordHash = await deps.passwords.hash(password);
	const tenantId = TenantId.parse(user.id);
	const actor = { userId: user.id, tenantId, sid: null, roles: [], caller };
	try {
		const signIns = await deps.sessions.transact(async (transaction) => {
			if (!(await deps.store.takeLink(transaction, linkHash(token), deps.now()))) throw lost;
			if (!(await deps.store.setPassword(transaction, user.id, passwordHash))) throw lost;
			await noteEverywhere(deps, transaction, { id: user.id, actor, row: { action: "password.reset", facts: {} } });
			const end = { whose: { userId: user.id }, reason: "password", actorId: user.id, caller } as const;
			return endSignInsWith(deps.sessions, transaction, end);
		});
		await publishSignIns(deps.sessions, signIns);
		return { kind: "reset" };
	} catch (cause) {
		if (cause === lost) return { kind: "invalid" };
		throw cause;
	}
}

/** Ends the transaction of a reset that came too late. */
const lost = new OwnError("the link was used meanwhile");
