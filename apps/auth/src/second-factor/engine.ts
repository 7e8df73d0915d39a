import type { Enrolment } from "@webhand/contracts/auth/second-factor";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { AppError } from "@webhand/service-kit/errors";
import type { AccountStore, User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { SignInStore } from "../sessions/store.ts";
import type { Origin } from "../sign-in/attempts.ts";
import type { CompleteDeps } from "../sign-in/complete.ts";
import { beginSignIn } from "../sign-in/complete.ts";
import type { CountedDeps } from "../sign-in/counted.ts";
import { countAttempt } from "../sign-in/counted.ts";
import type { TenantChoice } from "../tenants/policy.ts";
import { tenantsOf } from "../tenants/policy.ts";
import type { CodeDeps, UseCode } from "./codes.ts";
import { checkCode, checkFirstCode, newEnrolment } from "./codes.ts";
import { mayChangeFactor } from "./policy.ts";
import type { StoredTicket, TicketStore } from "./store/tickets.ts";
import { hashOfTicket } from "./tickets.ts";

/** What the second step of a sign-in needs. */
export type SecondStepDeps = CodeDeps &
	CountedDeps &
	Pick<CompleteDeps, "sessions"> & {
		readonly tickets: TicketStore;
		readonly accounts: Pick<AccountStore, "userById" | "membershipsOf" | "changeCredentials">;
		readonly signIns: Pick<SignInStore, "get">;
		readonly personalTenants: boolean;
	};

/** A sign-in; `recoveryCodes` when its code enrolled the second factor. */
export type SecondStepReply = LoginReply & { readonly recoveryCodes?: string[] };

/**
 * Completes a sign-in that waits for its second factor. Ticket and code are used up in the transaction of the sign-in, so of two uses
 * at once one wins. The first code of an enrolment ends the user's other sign-ins.
 *
 * @throws AppError TICKET_INVALID, ACCOUNT_DISABLED, RATE_LIMIT, INVALID_CREDENTIALS, of which the ticket bears five
 */
export async function completeWithCode(
	deps: SecondStepDeps,
	{ ticket, code }: { readonly ticket: string; readonly code: string },
	{ caller, origin }: { readonly caller: Caller; readonly origin: Origin },
): Promise<SecondStepReply> {
	const { waiting, user } = await open(deps, ticket);
	const named = {
		user,
		caller,
		origin,
		action: waiting.replaces === undefined ? "login" : "switch",
		tenantId: waiting.tenantId,
		sid: null,
	} as const;
	const attempt = async () => {
		if (!(await deps.tickets.countAttempt(waiting.hash, deps.now()))) throw ticketInvalid();
		const tenant = await tenantOf(deps, user, waiting);
		const { use, recoveryCodes } = await check(deps, { waiting, user, code });
		const isEnrolling = recoveryCodes !== undefined;
		const reply = await beginSignIn(
			deps,
			{
				user,
				tenant,
				method: waiting.method,
				secondFactor: true,
				action: named.action,
				...(isEnrolling || waiting.replaces !== undefined
					? { replaces: { sid: waiting.replaces, others: isEnrolling, reason: isEnrolling ? "second_factor" : "switch" } }
					: {}),
				also: async (transaction, { sid }) => {
					if (!(await deps.tickets.use(transaction, waiting.hash))) throw ticketInvalid();
					await use(transaction, { ...caller, actorId: user.id, tenantId: waiting.tenantId, sid });
				},
			},
			caller,
		);
		return isEnrolling ? { ...reply, recoveryCodes: [...recoveryCodes] } : reply;
	};
	return countAttempt(deps, named, { end: "succeeded", attempt });
}

/**
 * Begins an enrolment with the ticket of a sign-in; again replaces the secret.
 *
 * @throws AppError TICKET_INVALID, also for a user who has a second factor; ACCOUNT_DISABLED; PASSWORD_SIGN_IN_REQUIRED when a provider
 * vouches for an account with a password, or of another organization
 */
export async function enrolByTicket(deps: SecondStepDeps, ticket: string): Promise<Enrolment> {
	const { waiting, user } = await open(deps, ticket);
	if (user.hasSecondFactor) throw ticketInvalid();
	const memberships = await deps.accounts.membershipsOf(user.id);
	if (!mayChangeFactor(waiting, { hasPassword: user.passwordHash !== null, memberships })) {
		throw new AppError("PASSWORD_SIGN_IN_REQUIRED", "Sign in with your password to set up a second factor");
	}
	const { sealed, shown } = newEnrolment(deps, user);
	if (!(await deps.tickets.enrol(waiting.hash, sealed, deps.now()))) throw ticketInvalid();
	return shown;
}

/** The sign-in behind a ticket, while the credentials that were checked and the sign-in that it replaces still hold. */
async function open(deps: SecondStepDeps, ticket: string): Promise<{ readonly waiting: StoredTicket; readonly user: User }> {
	const waiting = await deps.tickets.find(hashOfTicket(ticket), deps.now());
	if (waiting === null) throw ticketInvalid();
	const user = await deps.accounts.userById(waiting.userId);
	if (user?.status !== "active") throw accountDisabled();
	if (user.credentialsVersion !== waiting.credentialsVersion) throw ticketInvalid();
	if (waiting.replaces !== undefined && (await deps.signIns.get(waiting.replaces))?.status !== "active") throw ticketInvalid();
	return { waiting, user };
}

/** Role and limits as they are now, not as they were when the ticket was issued. */
async function tenantOf(deps: SecondStepDeps, user: User, waiting: StoredTicket): Promise<TenantChoice> {
	const tenants = tenantsOf(user, await deps.accounts.membershipsOf(user.id), deps.personalTenants);
	const tenant = tenants.find(({ tenantId }) => tenantId === waiting.tenantId);
	if (tenant === undefined || (waiting.method === "password" && !tenant.passwordSignIn)) throw accountDisabled();
	return tenant;
}

async function check(
	deps: SecondStepDeps,
	{ waiting, user, code }: { readonly waiting: StoredTicket; readonly user: User; readonly code: string },
): Promise<{ readonly use: UseCode; readonly recoveryCodes?: readonly string[] }> {
	if (user.hasSecondFactor) return { use: await checkCode(deps, user.id, code) };
	return checkFirstCode(deps, user, { sealed: waiting.enrolment, code });
}

function ticketInvalid(): AppError {
	return new AppError("TICKET_INVALID", "This sign-in has expired. Begin again");
}

function accountDisabled(): AppError {
	return new AppError("ACCOUNT_DISABLED", "This account is disabled");
}
