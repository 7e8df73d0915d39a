import type { OrgPolicy, PolicyView } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import type { TenantId } from "@webhand/contracts/ids";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { AuditStore } from "../host/audit/store.ts";
import type { ModelInForce, PolicyOwner } from "./policy.ts";
import { installation, problemsIn } from "./policy.ts";
import type { PolicyStore, StoredPolicy } from "./store.ts";

/** What policies need. `forget` makes this process read a policy again; `modelOf`: the model that decides for a tenant. */
export type PolicyDeps = {
	readonly policies: PolicyStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly forget: (owner: PolicyOwner) => void;
	readonly modelOf: (tenantId: TenantId) => Promise<ModelInForce>;
	readonly now: () => Date;
};

/** The user who asks. */
export type PolicyCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles"> };

/** A policy that was edited, from version `rev` on. */
export type PolicyChange = PolicyCall & { readonly rev: number; readonly policy: OrgPolicy };

type Reads = Pick<PolicyDeps, "policies">;

const mostVersions = 50;

/** The policy in force, with that of the installation. @throws never by itself */
export async function readPolicy(deps: Reads, { identity }: PolicyCall): Promise<PolicyView> {
	const [own, above] = await Promise.all([currentOf(deps, identity.tenantId), currentOf(deps, installation)]);
	return { ...own, ...(above.rev === 0 ? {} : { installation: above.policy }) };
}

/** The policy of the installation. @throws AppError FORBIDDEN */
export async function readInstallationPolicy(deps: Reads, { identity }: PolicyCall): Promise<PolicyView> {
	requireRole(identity, "operator");
	return await currentOf(deps, installation);
}

/** Former policies, newest first. @throws AppError FORBIDDEN */
export async function listPolicies(deps: Reads, { identity }: PolicyCall): Promise<{ readonly versions: PolicyView[] }> {
	requireRole(identity, "admin");
	return await versionsOf(deps, identity.tenantId);
}

/** Former policies of the installation, newest first. @throws AppError FORBIDDEN */
export async function listInstallationPolicies(deps: Reads, { identity }: PolicyCall): Promise<{ readonly versions: PolicyView[] }> {
	requireRole(identity, "operator");
	return await versionsOf(deps, installation);
}

/**
 * Puts a policy in force: in this process at once, in others with the next look.
 *
 * @throws AppError FORBIDDEN, HASH_MISMATCH, VALIDATION_ERROR for what contradicts the installation or its model
 */
export async function setPolicy(deps: PolicyDeps, change: PolicyChange): Promise<PolicyView> {
	const { identity, policy } = change;
	requireRole(identity, "admin");
	const [above, model] = await Promise.all([currentOf(deps, installation), deps.modelOf(identity.tenantId)]);
	const fields = problemsIn(policy, { above: above.policy, model }).map(({ path, message }) => ({
		field: ["policy", ...path].join("."),
		message,
	}));
	if (fields.length > 0) throw new AppError("VALIDATION_ERROR", "The policy contradicts what is set up", { details: { fields } });
	return { ...(await store(deps, identity.tenantId, change)), ...(above.rev === 0 ? {} : { installation: above.policy }) };
}

/** Puts a policy in force for all organizations. @throws AppError FORBIDDEN, HASH_MISMATCH */
export async function setInstallationPolicy(deps: PolicyDeps, change: PolicyChange): Promise<PolicyView> {
	requireRole(change.identity, "operator");
	return await store(deps, installation, change);
}

async function store(deps: PolicyDeps, owner: PolicyOwner, { identity, rev, policy }: PolicyChange): Promise<PolicyView> {
	const { tenantId, userId } = identity;
	const before = await currentOf(deps, owner);
	const stored: StoredPolicy = { tenantId: owner, rev: rev + 1, policy, at: deps.now(), by: userId };
	const note = {
		userId,
		at: stored.at,
		action: "policy.change",
		target: owner === installation ? `version ${stored.rev} of the installation` : `version ${stored.rev}`,
		outcome: "ok",
		facts: { changed: changedParts(before.policy, policy) },
	} as const;
	const isAdded = before.rev === rev && (await deps.policies.add(stored, (session) => deps.audit.insert(tenantId, [note], session)));
	if (!isAdded) throw new AppError("HASH_MISMATCH", "Another policy was set meanwhile: load it and change that one");
	deps.forget(owner);
	return viewOf(stored);
}

/** The parts in which two policies differ, for the audit. */
function changedParts(before: OrgPolicy, after: OrgPolicy): readonly string[] {
	const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof OrgPolicy)[];
	return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}

async function currentOf({ policies }: Reads, owner: PolicyOwner): Promise<PolicyView> {
	const stored = await policies.get(owner);
	return stored === null ? { policy: openPolicy, rev: 0 } : viewOf(stored);
}

async function versionsOf({ policies }: Reads, owner: PolicyOwner): Promise<{ readonly versions: PolicyView[] }> {
	return { versions: (await policies.list(owner, mostVersions)).map(viewOf) };
}

function viewOf({ policy, rev, at, by }: StoredPolicy): PolicyView {
	return { policy, rev, updatedAt: at.toISOString(), by };
}
