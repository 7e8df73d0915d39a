import type { SpendUse, SpendView } from "@webhand/contracts/authority/spend";
import type { TenantId } from "@webhand/contracts/ids";
import type { AuditStore } from "../host/audit/store.ts";
import type { FindUsedUp, MonthOfSpending } from "../policy/authority/spend.ts";
import { isNear, isUsedUp, monthOf, usesOf } from "../policy/authority/spend.ts";
import type { PolicyInForce } from "../policy/authority/strictest.ts";
import type { Owner } from "../shared/rows.ts";

/** What limits on spend need. */
export type SpendDeps = {
	readonly policyOf: (tenantId: TenantId) => Promise<PolicyInForce>;
	readonly spending: { readonly thisMonth: (tenantId: TenantId) => Promise<MonthOfSpending> };
	readonly audit: Pick<AuditStore, "insertUnique">;
	readonly now: () => Date;
};

/** What is used of the caller's limits. @throws never by itself */
export async function readSpend(deps: Omit<SpendDeps, "audit">, { tenantId, userId }: Owner): Promise<SpendView> {
	const policy = await deps.policyOf(tenantId);
	return { month: monthOf(deps.now()), uses: await usesNow(deps, { tenantId, userId }, policy) };
}

const mostRemembered = 10_000;

/** Makes the check of a step. What this process noted it need not note again. */
export function createSpendCheck(deps: SpendDeps): FindUsedUp {
	const noted = new Set<string>();
	const noteOnce = async (owner: Owner, use: SpendUse) => {
		const { whose, unit, most, by } = use;
		const action = isUsedUp(use) ? ("spend.stop" as const) : ("spend.warn" as const);
		const at = deps.now();
		const month = monthOf(at);
		const facts = [action, month, whose, whose === "person" ? owner.userId : "", unit, most, by];
		const key = JSON.stringify([owner.tenantId, ...facts]);
		if (noted.has(key)) return;
		const note = { userId: owner.userId, at, action, target: month, outcome: "ok", facts: { whose, unit, most, by } };
		await deps.audit.insertUnique(owner.tenantId, note, facts);
		if (noted.size >= mostRemembered) noted.clear();
		noted.add(key);
	};
	return async (owner, policy) => {
		const near = (await usesNow(deps, owner, policy)).filter(isNear);
		for (const use of near) await noteOnce(owner, use);
		return near.find(isUsedUp);
	};
}

/** Nothing is read where nobody set a limit. */
async function usesNow({ spending }: Pick<SpendDeps, "spending">, { tenantId, userId }: Owner, policy: PolicyInForce): Promise<SpendUse[]> {
	if (policy.spend === undefined && policy.installation?.spend === undefined) return [];
	return usesOf(policy, userId, await spending.thisMonth(tenantId));
}
