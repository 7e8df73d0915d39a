import type { Limits } from "@webhand/contracts/auth/limits";
import type { Organization, OrganizationChange } from "@webhand/contracts/auth/orgs";
import { OrgId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Actor } from "../accounts/access.ts";
import { noOrganization, rowBy } from "../accounts/access.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { ApiKeyStore } from "../api-keys/store.ts";
import type { AuditStore } from "../audit/store.ts";
import type { RunnerStore } from "../runners/store.ts";
import type { SessionDeps } from "../sessions/engine.ts";
import { changeLimitsWith, endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import type { SignIn } from "../sessions/policy.ts";
import { factsOf, givenLimits, limitFacts } from "./policy.ts";
import type { OrganizationStore } from "./store.ts";

/** What organizations need. */
export type OrganizationDeps = {
	readonly store: OrganizationStore;
	readonly accounts: Pick<AccountStore, "addOrganization">;
	readonly sessions: SessionDeps;
	readonly apiKeys: Pick<ApiKeyStore, "revokeOf">;
	readonly runners: Pick<RunnerStore, "removeOf">;
	readonly audit: Pick<AuditStore, "insert">;
	readonly now: () => Date;
};

/** Makes an organization without members: its first admin comes by invite. */
export async function addOrganization(deps: OrganizationDeps, name: string, actor: Actor): Promise<Organization> {
	const at = deps.now();
	const id = deps.sessions.ids.prefixed(OrgId, "org");
	const added = { id, name, status: "active", limits: {}, passwordSignIn: true, secondFactor: "optional" } as const;
	await deps.sessions.transact(async (transaction) => {
		await deps.accounts.addOrganization(transaction, added, at);
		await deps.audit.insert(
			{ ...rowBy(actor, at, TenantId.parse(id)), action: "organization.create", target: id, facts: { name } },
			transaction,
		);
	});
	return { ...added, apiKeys: "all", traces: false, retentionDays: 90, createdAt: at.toISOString() };
}

/**
 * Changes an organization. Suspending it ends its sign-ins; new settings reach all services within a second.
 *
 * @throws AppError NOT_FOUND; NO_PROVIDER for switching off passwords where no provider is left
 */
export async function changeOrganization(
	deps: OrganizationDeps,
	{ orgId, change }: { readonly orgId: OrgId; readonly change: OrganizationChange },
	actor: Actor,
): Promise<Organization> {
	const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
	return write(deps, { orgId, set, action: "organization.change" }, actor);
}

/** Replaces the limits of an organization, on all services within a second. @throws AppError NOT_FOUND */
export function setLimits(
	deps: OrganizationDeps,
	{ orgId, limits }: { readonly orgId: OrgId; readonly limits: Limits },
	actor: Actor,
): Promise<Organization> {
	return write(deps, { orgId, set: { limits: givenLimits(limits) }, action: "limits.change" }, actor);
}

type Write = {
	readonly orgId: OrgId;
	readonly set: Parameters<OrganizationStore["change"]>[2];
	readonly action: "organization.change" | "limits.change";
};

async function write(deps: OrganizationDeps, { orgId, set, action }: Write, actor: Actor): Promise<Organization> {
	const before = await deps.store.get(orgId);
	if (before === null) throw noOrganization();
	const facts = action === "limits.change" ? limitFacts(before.limits, set.limits ?? {}) : factsOf(before, set);
	const { organization, signIns } = await deps.sessions.transact(async (transaction) => {
		const organization = await deps.store.change(transaction, orgId, set);
		if (organization === null) throw noOrganization();
		if (!organization.passwordSignIn && !(await deps.store.hasProvider(transaction, orgId))) throw noProvider();
		const signIns = await carryOver(deps, transaction, { organization, set, actor });
		await deps.audit.insert({ ...rowBy(actor, deps.now(), TenantId.parse(orgId)), action, target: orgId, facts }, transaction);
		return { organization, signIns };
	});
	await publishSignIns(deps.sessions, signIns);
	return organization;
}

/** What a change of the organization means for its sign-ins. */
async function carryOver(
	deps: OrganizationDeps,
	transaction: Transaction,
	{ organization, set, actor }: { readonly organization: Organization; readonly set: Write["set"]; readonly actor: Actor },
): Promise<readonly SignIn[]> {
	const { id, limits, traces, retentionDays, status } = organization;
	const isCarried = ["limits", "traces", "retentionDays", "status", "apiKeys"].some((name) => name in set);
	if (!isCarried) return [];
	await deps.store.touchMembers(transaction, id);
	const tenantId = TenantId.parse(id);
	const by = { actorId: actor.userId, caller: actor.caller } as const;
	if (status !== "active") return endSignInsWith(deps.sessions, transaction, { whose: { tenantId }, reason: "suspended", ...by });
	const changed = await changeLimitsWith(deps.sessions, transaction, { tenantId, limits: { ...limits, traces, retentionDays } });
	if (set.apiKeys === undefined) return changed;
	// Each key is judged anew when it comes next.
	const ended = await endSignInsWith(deps.sessions, transaction, { whose: { tenantId, method: "key" }, reason: "rights", ...by });
	return [...changed.filter(({ method }) => method !== "key"), ...ended];
}

function noProvider(): AppError {
	return new AppError("NO_PROVIDER", "Set the organization's provider first: without it nobody could sign in");
}
