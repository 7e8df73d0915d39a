import { Name } from "@webhand/contracts/auth/orgs";
import type { UserId } from "@webhand/contracts/ids";

/** Somebody here, as a provider's answer leads to them. `isMember`: of the provider's organization, suspended or not. */
export type Somebody = { readonly userId: UserId; readonly isMember: boolean };

/** What is known when a provider has said who a person is. */
export type EntryFacts = {
	/** Whom the provider's subject was linked with. */
	readonly linked: Somebody | null;
	/** Who has the confirmed email. `isLinked`: with another subject of this provider. */
	readonly known: (Somebody & { readonly isDisabled: boolean; readonly isLinked: boolean }) | null;
	readonly isInvited: boolean;
	readonly isDomainAllowed: boolean;
};

/** Why a person may not come in: nobody let them in, or their email belongs to another person of the provider. */
export type EntryRefusal = "not_invited" | "other_person";

/** `enter` as a user, linked with the subject if `isNewLink`; `join` the organization, `userId: null` with a new account. */
export type Entry =
	| { readonly kind: "enter"; readonly userId: UserId; readonly isNewLink: boolean }
	| { readonly kind: "join"; readonly by: "invite" | "domain"; readonly userId: UserId | null }
	| { readonly kind: "refused"; readonly reason: EntryRefusal };

/**
 * Decides who comes in. The subject counts before the email, since emails pass from one person to the next. A disabled account enters no
 * organization; completing the sign-in refuses it.
 *
 * @throws never
 */
export function decideEntry({ linked, known, isInvited, isDomainAllowed }: EntryFacts): Entry {
	if (linked?.isMember === true) return { kind: "enter", userId: linked.userId, isNewLink: false };
	if (known?.isMember === true)
		return known.isLinked ? { kind: "refused", reason: "other_person" } : { kind: "enter", userId: known.userId, isNewLink: true };
	if (known?.isDisabled === true) return { kind: "enter", userId: known.userId, isNewLink: false };
	const userId = known?.userId ?? null;
	if (isInvited) return { kind: "join", by: "invite", userId };
	return isDomainAllowed ? { kind: "join", by: "domain", userId } : { kind: "refused", reason: "not_invited" };
}

/** The part of a normalized email behind the last `@`. @throws never */
export function domainOf(email: string): string {
	return email.slice(email.lastIndexOf("@") + 1);
}

/** The name of a new account: the provider's if it may be one, else the first part of the email. @throws never */
export function nameFor(claimed: string | null, email: string): string {
	const name = Name.safeParse(claimed);
	return name.success ? name.data : email.slice(0, email.lastIndexOf("@")).slice(0, 100);
}
