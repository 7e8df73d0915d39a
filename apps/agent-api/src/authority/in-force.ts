import { openPolicy } from "@webhand/contracts/authority/policy";
import type { TenantId } from "@webhand/contracts/ids";
import type { PolicyInForce } from "../policy/authority/strictest.ts";
import { strictestOf } from "../policy/authority/strictest.ts";
import { createTenantCache } from "../shared/tenant-cache.ts";
import type { PolicyOwner } from "./policy.ts";
import { installation } from "./policy.ts";
import type { PolicyStore } from "./store.ts";

/** Policies as this process works by them. `forget`: the next call reads an owner's policy again. */
export type Policies = {
	readonly policyOf: (tenantId: TenantId) => Promise<PolicyInForce>;
	readonly forget: (owner: PolicyOwner) => void;
};

/** So long a process may work by the policy before: a change is in force everywhere within a second. */
const freshMs = 500;

/** Reads policies at most every half second: those of organizations, and that of the installation above them. */
export function createPolicies({
	policies,
	elapsed,
}: {
	readonly policies: Pick<PolicyStore, "get">;
	readonly elapsed: () => number;
}): Policies {
	const known = createTenantCache({
		read: async (owner: PolicyOwner) => (await policies.get(owner))?.policy ?? openPolicy,
		freshMs,
		elapsed,
	});
	return {
		policyOf: async (tenantId) => {
			const [above, own] = await Promise.all([known.of(installation), known.of(tenantId)]);
			return strictestOf(above, own);
		},
		forget: known.forget,
	};
}
