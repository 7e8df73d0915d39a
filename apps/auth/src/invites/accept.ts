import type { PublicUser } from "@webhand/contracts/auth/sign-in";
import type { FieldProblem } from "@webhand/contracts/errors";
import { TenantId, UserId } from "@webhand/contracts/ids";
import type { Language } from "@webhand/contracts/language";
import { OwnError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey } from "@webhand/service-kit/mongo";
import { linkHash } from "../accounts/link.ts";
import type { NewUser, Organization, User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { AddressLimit } from "../sign-in/address-limit.ts";
import type { Attempts } from "../sign-in/attempts.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import { weaknessOf } from "../sign-in/strength.ts";
import type { InviteDeps } from "./engine.ts";
import type { Proof } from "./policy.ts";
import { proofOf } from "./policy.ts";
import type { StoredInvite } from "./store.ts";

/** What accepting needs beyond the invites. */
export type AcceptDeps = InviteDeps & {
	readonly limits: { readonly page: AddressLimit; readonly accept: AddressLimit };
	readonly attempts: Attempts;
	readonly passwords: Pick<Passwords, "matches" | "hash">;
	readonly minLength: number;
	readonly log: Log;
};

/** An open invite as its link shows it, and how it is accepted. */
export type OpenInvite = {
	readonly invite: StoredInvite;
	readonly organization: Organization;
	readonly account: User | null;
	readonly proof: Exclude<Proof, "nothing">;
};

/** What a link holder sends. `language`: of the problems, English by default. */
export type Acceptance = {
	readonly token: string;
	readonly name?: string | undefined;
	readonly password: string;
	readonly language?: Language;
};

/** How it ended. `invalid`: used, expired, revoked or unknown, which look the same. */
export type AcceptResult =
	| { readonly kind: "accepted"; readonly user: PublicUser; readonly organization: Organization }
	| { readonly kind: "invalid" }
	| { readonly kind: "by_provider" }
	| { readonly kind: "wrong_password" }
	| { readonly kind: "wait"; readonly seconds: number }
	| { readonly kind: "problems"; readonly problems: readonly FieldProblem[] };

/** The open invite behind a link; `null` for a link that leads nowhere, whatever the reason. Changes nothing. */
export async function findInvite(deps: Pick<AcceptDeps, "store" | "accounts" | "now">, token: string): Promise<OpenInvite | null> {
	const invite = await deps.store.byToken(linkHash(token), deps.now());
	if (invite === null) return null;
	const [organization, account] = await Promise.all([
		deps.accounts.organizationById(invite.orgId),
		deps.accounts.userByEmail(invite.email),
	]);
	if (organization === null || organization.status === "suspended") return null;
	const proof = proofOf(organization, account);
	return proof === "nothing" ? null : { invite, organization, account, proof };
}

/**
 * Accepts an invite once: a new email with a new account, a known one with that account's own password, whose guesses count as failed
 * sign-ins. Invite, user, membership and audit are written as one.
 *
 * @throws AppError RATE_LIMIT for an address that tries too often; SERVICE_UNAVAILABLE
 */
export async function acceptInvite(deps: AcceptDeps, acceptance: Acceptance, caller: Caller): Promise<AcceptResult> {
	await deps.limits.accept.count(caller.ip);
	for (let round = 0; ; round++) {
		const open = await findInvite(deps, acceptance.token);
		if (open === null) return { kind: "invalid" };
		try {
			return await prove(deps, { open, acceptance }, caller);
		} catch (cause) {
			// The email got an account, or the account this membership, at the same moment: what is asked for now may be another thing.
			if (!isDuplicateKey(cause)) throw cause;
			if (round > 0) return { kind: "invalid" };
		}
	}
}

type Attempt = { readonly open: OpenInvite; readonly acceptance: Acceptance };

async function prove(deps: AcceptDeps, attempt: Attempt, caller: Caller): Promise<AcceptResult> {
	const { proof, account } = attempt.open;
	if (proof === "provider") return { kind: "by_provider" };
	return account === null ? proveAsNew(deps, attempt, caller) : proveAsKnown(deps, { ...attempt, account }, caller);
}

async function proveAsNew(deps: AcceptDeps, { open, acceptance }: Attempt, caller: Caller): Promise<AcceptResult> {
	const { invite, organization } = open;
	const name = acceptance.name ?? invite.name ?? "";
	const ownWords = [invite.email, name, organization.name];
	const weakness = weaknessOf(acceptance.password, { minLength: deps.minLength, ownWords, language: acceptance.language });
	const problems: FieldProblem[] = [
		...(name === "" ? [{ field: "name", message: "Enter your name" }] : []),
		...(weakness === null ? [] : [{ field: "password", message: weakness }]),
	];
	if (problems.length > 0) return { kind: "problems", problems };
	const user: NewUser = {
		id: deps.sessions.ids.prefixed(UserId, "usr"),
		email: invite.email,
		name,
		status: "active",
		operator: false,
		passwordHash: await deps.passwords.hash(acceptance.password),
	};
	return join(deps, { open, user, before: (transaction) => deps.accounts.addUser(transaction, user, deps.now()) }, caller);
}

async function proveAsKnown(
	deps: AcceptDeps,
	{ open, acceptance, account }: Attempt & { account: User },
	caller: Caller,
): Promise<AcceptResult> {
	const admission = await deps.attempts.admit(account.email, { ip: caller.ip });
	if (admission.kind === "wait") return admission;
	try {
		if (!(await deps.passwords.matches(account.passwordHash, acceptance.password))) {
			await admission.settle("failed");
			await noteFailure(deps, open, caller);
			return { kind: "wrong_password" };
		}
		const before = async (transaction: Transaction) => {
			if (!(await deps.accounts.touchUser(transaction, account))) throw lost;
		};
		const result = await join(deps, { open, user: account, before }, caller);
		// Where a second factor exists the password alone never clears the failures, which wrong codes count in, too.
		await admission.settle(account.hasSecondFactor ? "undecided" : "succeeded");
		return result;
	} catch (cause) {
		await admission.settle("undecided");
		throw cause;
	}
}

/** Ends the transaction of an acceptance that came too late. */
const lost = new OwnError("the invite was closed meanwhile");

async function join(
	deps: AcceptDeps,
	{ open, user, before }: { open: OpenInvite; user: NewUser; before: (transaction: Transaction) => Promise<void> },
	caller: Caller,
): Promise<AcceptResult> {
	const { invite, organization } = open;
	const { id: userId, email, name } = user;
	const at = deps.now();
	try {
		await deps.sessions.transact(async (transaction) => {
			if (!(await deps.store.accept(transaction, invite, { userId, at }))) throw lost;
			const current = await deps.accounts.touchOrganization(transaction, invite.orgId);
			if (current?.passwordSignIn !== true) throw lost;
			await before(transaction);
			await deps.accounts.addMembership(transaction, { orgId: invite.orgId, userId, role: invite.role, joinedAt: at });
			await deps.audit.insert({ ...rowOf(open, caller, at), actorId: userId, outcome: "ok", reason: null }, transaction);
		});
	} catch (cause) {
		if (cause === lost) return { kind: "invalid" };
		throw cause;
	}
	return { kind: "accepted", user: { id: userId, email, name }, organization };
}

function rowOf({ invite }: OpenInvite, caller: Caller, at: Date) {
	const facts = { role: invite.role };
	return { ...caller, at, tenantId: TenantId.parse(invite.orgId), sid: null, action: "invite.accept", target: invite.id, facts } as const;
}

/** A refused attempt stays refused when its row cannot be written. It names nobody: who has the email is not this organization's business yet. */
async function noteFailure(deps: AcceptDeps, open: OpenInvite, caller: Caller): Promise<void> {
	const row = {
		...rowOf(open, caller, deps.now()),
		actorId: null,
		outcome: "failed",
		reason: "INVALID_CREDENTIALS",
	} as const;
	await deps.audit.insert(row).catch((cause: unknown) => deps.log.warn({ err: cause }, "a refused invite was not audited"));
}
