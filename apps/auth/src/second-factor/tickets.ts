import { createHash, randomBytes } from "node:crypto";
import type { SecondFactorDue } from "@webhand/contracts/auth/second-factor";
import type { SignInId, TenantId } from "@webhand/contracts/ids";
import type { User } from "../accounts/store.ts";
import type { TicketStore } from "./store/tickets.ts";

/** What issuing a ticket needs. */
export type TicketDeps = { readonly tickets: Pick<TicketStore, "insert">; readonly now: () => Date };

/** The sign-in that waits. `replaces` is the sign-in that a switch starts from. */
export type WaitingSignIn = {
	readonly user: User;
	readonly tenantId: TenantId;
	readonly method: "password" | "provider";
	readonly replaces: SignInId | undefined;
};

const validMs = 600_000;

/** Issues a ticket that completes the sign-in once the second factor was shown. It is stored as its hash. */
export async function issueTicket(
	{ tickets, now }: TicketDeps,
	{ user, tenantId, method, replaces }: WaitingSignIn,
): Promise<SecondFactorDue> {
	const ticket = randomBytes(32).toString("base64url");
	await tickets.insert({
		hash: hashOfTicket(ticket),
		userId: user.id,
		tenantId,
		method,
		credentialsVersion: user.credentialsVersion,
		...(replaces === undefined ? {} : { replaces }),
		expiresAt: new Date(now().getTime() + validMs),
	});
	return { ticket, isEnrolled: user.hasSecondFactor };
}

/** Under which a ticket is stored. @throws never */
export function hashOfTicket(ticket: string): string {
	return createHash("sha256").update(ticket).digest("base64url");
}
