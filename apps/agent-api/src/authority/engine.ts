import type { OrgPolicy, PolicyView } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import type { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { AuditStore } from "../host/audit/store.ts";
import type { PolicyStore, StoredPolicy } from "./store.ts";

/** What policies of organizations need. `forget` makes this process read the policy again. */
export type PolicyDeps = {
	readonly policies: PolicyStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly forget: (tenantId: TenantId) => void;
	readonly now: () => Date;
};

/** The user who asks. */
export type PolicyCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles"> };

const mostVersions = 50;

/** The policy in force. @throws never by itself */
export async function readPolicy({ policies }: Pick<PolicyDeps, "policies">, { identity }: PolicyCall): Promise<PolicyView> {
	const stored = await policies.get(identity.tenantId);
	return stored === null ? { policy: openPolicy, rev: 0 } : viewOf(stored);
}

/** Former policies, newest first. @throws AppError FORBIDDEN */
export async function listPolicies(
	{ policies }: Pick<PolicyDeps, "policies">,
	{ identity }: PolicyCall,
): Promise<{ readonly versions: PolicyView[] }> {
	refuseMembers(identity);
	return { versions: (await policies.list(identity.tenantId, mostVersions)).map(viewOf) };
}

/**
 * Puts a policy in force: in this process at once, in others with the next look.
 *
 * @param call.rev the version that was edited
 * @throws AppError FORBIDDEN, HASH_MISMATCH
 */
export async function setPolicy(
	deps: PolicyDeps,
	{ identity, rev, policy }: PolicyCall & { readonly rev: number; readonly policy: OrgPolicy },
): Promise<PolicyView> {
	refuseMembers(identity);
	const { tenantId, userId } = identity;
	const before = await readPolicy(deps, { identity });
	const stored: StoredPolicy = { tenantId, rev: rev + 1, policy, at: deps.now(), by: userId };
	const note = {
		userId,
		at: stored.at,
		action: "policy.change",
		target: `version ${stored.rev}`,
		outcome: "ok",
		facts: { changed: changedParts(before.policy, policy) },
	} as const;
	const isAdded = before.rev === rev && (await deps.policies.add(stored, (session) => deps.audit.insert(tenantId, [note], session)));
	if (!isAdded) throw new AppError("HASH_MISMATCH", "Another policy was set meanwhile: load it and change that one");
	deps.forget(tenantId);
	return viewOf(stored);
}

/** The parts in which two policies differ, for the audit. */
function changedParts(before: OrgPolicy, after: OrgPolicy): readonly string[] {
	const parts = ["allowsAutonomous", "only", "never", "acts", "hours"] as const;
	return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}

function viewOf({ policy, rev, at, by }: StoredPolicy): PolicyView {
	return { policy, rev, updatedAt: at.toISOString(), by };
}

function refuseMembers({ roles }: PolicyCall["identity"]): void {
	if (!roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins set what the organization allows");
}
