import { TenantId, UserId } from "@webhand/contracts/ids";
import { OwnError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey } from "@webhand/service-kit/mongo";
import type { AccountStore } from "../accounts/store.ts";
import type { AuditStore, Caller } from "../audit/store.ts";
import type { InviteStore } from "../invites/store.ts";
import type { Entry, EntryFacts, EntryRefusal } from "./policy.ts";
import { decideEntry, domainOf, nameFor } from "./policy.ts";
import type { ProviderSettings } from "./settings/store.ts";
import type { FlowStore, IdentityStore } from "./store.ts";
import type { ProviderUser } from "./upstream.ts";

/** What letting a person in needs. */
export type AdmitDeps = {
	readonly accounts: Pick<AccountStore, "userByEmail" | "userById" | "membershipsOf" | "organizationById" | "addUser" | "addMembership">;
	readonly identities: IdentityStore;
	readonly invites: Pick<InviteStore, "acceptByProvider" | "invitingOrganizations">;
	readonly flows: Pick<FlowStore, "prove">;
	readonly audit: Pick<AuditStore, "insert">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly ids: Ids;
	readonly now: () => Date;
};

/** A person whom the organization's provider has named. `email` is confirmed and normalized; `proof` goes to the sign-in that waits. */
export type NamedPerson = {
	readonly provider: ProviderSettings;
	readonly person: ProviderUser;
	readonly email: string;
	readonly proof: { readonly ticketHash: string; readonly codeHash: string };
};

/** Let in as a user, or refused. */
export type Admitted = { readonly kind: "admitted" } | { readonly kind: "refused"; readonly reason: EntryRefusal };

/** Another sign-in of the same person was faster; deciding again sees what it wrote. */
class Overtaken extends OwnError {
	override readonly name = "Overtaken";
}

/**
 * Lets a person into the organization: as the user they are known as, by their invite, or by the domain of their email. Account,
 * membership, link and the proof for the waiting sign-in are one transaction.
 */
export async function admit(deps: AdmitDeps, named: NamedPerson, caller: Caller): Promise<Admitted> {
	for (let round = 1; ; round++) {
		const entry = decideEntry(await factsOf(deps, named));
		if (entry.kind === "refused") return entry;
		try {
			await deps.transact((transaction) => write(deps, transaction, { entry, named, caller }));
			return { kind: "admitted" };
		} catch (cause) {
			if (round === 3 || !(cause instanceof Overtaken || isDuplicateKey(cause))) throw cause;
		}
	}
}

async function factsOf({ accounts, identities, invites, now }: AdmitDeps, { provider, person, email }: NamedPerson): Promise<EntryFacts> {
	const { orgId } = provider;
	const { issuer, subject } = person;
	const isMember = async (userId: UserId) => (await accounts.membershipsOf(userId)).some(({ organization }) => organization.id === orgId);
	const linkedId = await identities.userOf({ orgId, issuer, subject });
	const user = await accounts.userByEmail(email);
	return {
		linked: linkedId === null ? null : { userId: linkedId, isMember: await isMember(linkedId) },
		known:
			user === null
				? null
				: {
						userId: user.id,
						isMember: await isMember(user.id),
						isDisabled: user.status === "disabled",
						isLinked: await identities.isLinked({ orgId, userId: user.id }),
					},
		isInvited: (await invites.invitingOrganizations(email, now())).includes(orgId),
		isDomainAllowed: provider.domains.includes(domainOf(email)),
	};
}

type Writing = { readonly entry: Exclude<Entry, { kind: "refused" }>; readonly named: NamedPerson; readonly caller: Caller };

async function write(deps: AdmitDeps, transaction: Transaction, { entry, named, caller }: Writing): Promise<void> {
	const { provider, person, proof } = named;
	const at = deps.now();
	const userId = entry.kind === "enter" ? entry.userId : await join(deps, transaction, { entry, named, caller });
	if (entry.kind === "join" || entry.isNewLink) {
		const { issuer, subject } = person;
		await deps.identities.link(transaction, { orgId: provider.orgId, issuer, subject }, { userId, at });
	}
	await deps.flows.prove(transaction, proof.ticketHash, { codeHash: proof.codeHash, userId });
}

async function join(
	deps: AdmitDeps,
	transaction: Transaction,
	{ entry, named, caller }: Writing & { readonly entry: Extract<Entry, { kind: "join" }> },
): Promise<UserId> {
	const { email, person, provider } = named;
	const { orgId } = provider;
	const at = deps.now();
	const userId = entry.userId ?? deps.ids.prefixed(UserId, "usr");
	if (entry.userId === null) {
		const user = { id: userId, email, name: nameFor(person.name, email), status: "active", passwordHash: null, operator: false } as const;
		await deps.accounts.addUser(transaction, user, at);
	}
	const isInvite = entry.by === "invite";
	const role = isInvite ? await deps.invites.acceptByProvider(transaction, { orgId, email }, { userId, at }) : "member";
	if (role === null) throw new Overtaken("the invite is gone");
	await deps.accounts.addMembership(transaction, { orgId, userId, role, joinedAt: at, providerOnly: entry.userId !== null });
	const row = { ...caller, at, actorId: userId, tenantId: TenantId.parse(orgId), sid: null, target: userId, reason: null } as const;
	const action = isInvite ? "invite.accept" : "member.change";
	await deps.audit.insert({ ...row, action, outcome: "ok", facts: { role, joinedBy: isInvite ? "invite" : "domain" } }, transaction);
	return userId;
}
