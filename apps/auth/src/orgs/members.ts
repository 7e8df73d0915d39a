import type { Member } from "@webhand/contracts/auth/orgs";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Actor } from "../accounts/access.ts";
import { noOrganization, rowBy } from "../accounts/access.ts";
import { changeSignInsWith, endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import type { OrganizationDeps } from "./engine.ts";
import type { MemberChange } from "./policy.ts";
import { factsOf, losesAdmin } from "./policy.ts";

type WhichMember = { readonly orgId: OrgId; readonly userId: UserId };

/**
 * Changes a member's role, or suspends the membership, which ends the sign-ins there.
 *
 * @throws AppError NOT_FOUND, LAST_ADMIN
 */
export async function changeMember(
	deps: OrganizationDeps,
	{ orgId, userId, change }: WhichMember & { readonly change: NonNullable<MemberChange> },
	actor: Actor,
): Promise<Member> {
	const member = await write(deps, { orgId, userId, change }, actor);
	if (member === null) throw noMember();
	return member;
}

/** Removes a member; the sign-ins there end. @throws AppError NOT_FOUND, LAST_ADMIN */
export async function removeMember(deps: OrganizationDeps, which: WhichMember, actor: Actor): Promise<void> {
	await write(deps, { ...which, change: null }, actor);
}

async function write(
	deps: OrganizationDeps,
	{ orgId, userId, change }: WhichMember & { readonly change: MemberChange },
	actor: Actor,
): Promise<Member | null> {
	const whose = { userId, tenantId: TenantId.parse(orgId) };
	const { member, signIns } = await deps.sessions.transact(async (transaction) => {
		// All changes of members write the organization: of two admins who demote each other at once, the second counts anew.
		if ((await deps.store.change(transaction, orgId, {})) === null) throw noOrganization();
		const before = await deps.store.member(transaction, orgId, userId);
		if (before === null) throw noMember();
		if (before.isService && change?.role === "admin") throw new AppError("FORBIDDEN", "A service account stays a member");
		if (change === null) {
			await deps.store.removeMember(transaction, orgId, userId);
			await deps.apiKeys.revokeOf(transaction, whose, deps.now());
			await deps.runners.removeOf(transaction, { orgId, userId });
		} else await deps.store.changeMember(transaction, { orgId, userId }, placeOf(before, change));
		if (losesAdmin(before, change) && (await deps.store.countAdmins(transaction, orgId)) === 0) throw lastAdmin();
		const member = change === null ? null : { ...before, ...placeOf(before, change) };
		const row = { ...rowBy(actor, deps.now(), whose.tenantId), target: userId };
		await deps.audit.insert(
			member === null
				? { ...row, action: "member.remove", facts: { role: before.role } }
				: { ...row, action: "member.change", facts: factsOf(before, member) },
			transaction,
		);
		const reason = member === null ? "removed" : "suspended";
		const end = { whose, reason, actorId: actor.userId, caller: actor.caller } as const;
		const signIns =
			member?.status === "active"
				? await changeSignInsWith(deps.sessions, transaction, whose)
				: await endSignInsWith(deps.sessions, transaction, end);
		return { member, signIns };
	});
	await publishSignIns(deps.sessions, signIns);
	return member;
}

function placeOf(before: Member, { role = before.role, status = before.status }: NonNullable<MemberChange>) {
	return { role, status };
}

function noMember(): AppError {
	return new AppError("NOT_FOUND", "There is no such member");
}

function lastAdmin(): AppError {
	return new AppError("LAST_ADMIN", "The last admin of an organization stays. Make another member an admin first");
}
