import type { Invite, InviteWithLink } from "@webhand/contracts/auth/invites";
import { InviteId } from "@webhand/contracts/auth/invites";
import type { OrgId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { isDuplicateKey } from "@webhand/service-kit/mongo";
import type { Actor } from "../accounts/access.ts";
import { noOrganization, rowBy } from "../accounts/access.ts";
import { normalizeEmail } from "../accounts/email.ts";
import { linkTo, newLinkSecret } from "../accounts/link.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { AuditStore } from "../audit/store.ts";
import type { SessionDeps } from "../sessions/engine.ts";
import { inviteMs, statusOf } from "./policy.ts";
import type { InviteStore, StoredInvite } from "./store.ts";

/** What invites need. */
export type InviteDeps = {
	readonly store: InviteStore;
	readonly accounts: Pick<
		AccountStore,
		"userByEmail" | "userById" | "organizationById" | "membershipsOf" | "touchUser" | "touchOrganization" | "addUser" | "addMembership"
	>;
	readonly sessions: Pick<SessionDeps, "transact" | "ids">;
	readonly audit: Pick<AuditStore, "insert">;
	readonly publicUrl: string;
	readonly now: () => Date;
};

/** Whom to invite, and as what. */
export type InviteWish = {
	readonly orgId: OrgId;
	readonly email: string;
	readonly role: Invite["role"];
	readonly name?: string | undefined;
};

/**
 * Invites an email for seven days; its open invite ends. The link is shown once: only a hash of its secret is stored. Whether the email
 * has an account makes no difference.
 *
 * @throws AppError NOT_FOUND for an organization that is not there; ALREADY_MEMBER
 */
export async function invite(deps: InviteDeps, wish: InviteWish, actor: Actor): Promise<InviteWithLink> {
	const email = normalizeEmail(wish.email);
	const [organization, inviter, known] = await Promise.all([
		deps.accounts.organizationById(wish.orgId),
		deps.accounts.userById(actor.userId),
		deps.accounts.userByEmail(email),
	]);
	if (organization === null) throw noOrganization();
	const memberships = known === null ? [] : await deps.accounts.membershipsOf(known.id);
	if (memberships.some((membership) => membership.organization.id === wish.orgId))
		throw new AppError("ALREADY_MEMBER", "This email belongs to a member already");
	const at = deps.now();
	const { token, hash } = newLinkSecret();
	const added: StoredInvite = {
		id: deps.sessions.ids.prefixed(InviteId, "inv"),
		orgId: wish.orgId,
		email,
		name: wish.name ?? null,
		role: wish.role,
		status: "open",
		tokenHash: hash,
		createdAt: at,
		expiresAt: new Date(at.getTime() + inviteMs),
		invitedBy: inviter?.email ?? "",
	};
	const row = { ...rowBy(actor, at, TenantId.parse(wish.orgId)), target: added.id, facts: { email, role: wish.role } };
	const add = () =>
		deps.sessions.transact(async (transaction) => {
			await deps.store.replace(transaction, added);
			await deps.audit.insert({ ...row, action: "invite.create" }, transaction);
		});
	// Somebody else invited the email at the same moment: the later one ends the earlier.
	await add().catch((cause: unknown) => (isDuplicateKey(cause) ? add() : Promise.reject(cause)));
	return { invite: viewOf(added, at), link: linkTo(deps.publicUrl, token) };
}

/** Ends an open invite. @throws AppError NOT_FOUND, INVITE_CLOSED */
export async function revokeInvite(deps: InviteDeps, { orgId, id }: Pick<StoredInvite, "orgId" | "id">, actor: Actor): Promise<void> {
	const at = deps.now();
	await deps.sessions.transact(async (transaction) => {
		const found = await deps.store.get(transaction, orgId, id);
		if (found === null) throw noInvite();
		if (!(await deps.store.revoke(transaction, { orgId, id }, at))) throw closed();
		const row = { ...rowBy(actor, at, TenantId.parse(orgId)), target: id, facts: { email: found.email } };
		await deps.audit.insert({ ...row, action: "invite.revoke" }, transaction);
	});
}

/** A new link and seven more days for an open or expired invite; the link of before ends. @throws AppError NOT_FOUND, INVITE_CLOSED */
export async function renewInvite(
	deps: InviteDeps,
	{ orgId, id }: Pick<StoredInvite, "orgId" | "id">,
	actor: Actor,
): Promise<InviteWithLink> {
	const at = deps.now();
	const { token, hash } = newLinkSecret();
	const renewed = await deps.sessions.transact(async (transaction) => {
		if ((await deps.store.get(transaction, orgId, id)) === null) throw noInvite();
		const expiresAt = new Date(at.getTime() + inviteMs);
		const renewed = await deps.store.renew(transaction, { orgId, id, tokenHash: hash, expiresAt });
		if (renewed === null) throw closed();
		const row = { ...rowBy(actor, at, TenantId.parse(orgId)), target: id, facts: { email: renewed.email } };
		await deps.audit.insert({ ...row, action: "invite.renew" }, transaction);
		return renewed;
	});
	return { invite: viewOf(renewed, at), link: linkTo(deps.publicUrl, token) };
}

/** An invite as admins see it. */
export function viewOf(stored: StoredInvite, now: Date): Invite {
	const { id, email, name, role, createdAt, expiresAt, invitedBy } = stored;
	const dates = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
	return { id, email, ...(name === null ? {} : { name }), role, status: statusOf(stored, now), ...dates, invitedBy };
}

function noInvite(): AppError {
	return new AppError("NOT_FOUND", "There is no such invite");
}

function closed(): AppError {
	return new AppError("INVITE_CLOSED", "This invite was accepted or revoked. Send a new one");
}
