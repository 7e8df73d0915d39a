import { createRulesDecider } from "@webhand/rules/decider";
import type { FindUsedUp } from "../../policy/authority/spend.ts";
import { usedUpInWords } from "../../policy/authority/spend.ts";
import type { PolicyInForce } from "../../policy/authority/strictest.ts";
import type { Owner } from "../../shared/rows.ts";
import type { Decider } from "../port.ts";
import { withoutModel } from "../without-model.ts";
import type { Deciders } from "./deciders.ts";

/** Who decides for a person now: with a model only where the organization allows it, and while its limits last. */
export type AllowedDecider = (owner: Owner) => Promise<Decider>;

type Deps = {
	readonly deciders: Pick<Deciders, "of">;
	readonly policyOf: (tenantId: Owner["tenantId"]) => Promise<PolicyInForce>;
	readonly findUsedUp: FindUsedUp;
};

/**
 * Asks for each step whether a model may decide it. Where a limit is used up the model may still say whether the last action worked: nothing
 * ends between a commit and its check.
 */
export function createAllowedDecider({ deciders, policyOf, findUsedUp }: Deps): AllowedDecider {
	const rules = createRulesDecider();
	return async ({ tenantId, userId }) => {
		const [decider, policy] = await Promise.all([deciders.of(tenantId), policyOf(tenantId)]);
		if (decider.name === "rules") return decider;
		const { name, model } = decider;
		if (policy.models?.includes(`${name}/${model ?? ""}`) === false)
			return withoutModel(decider, rules, { category: "refused", words: refusalOf(policy.models), judges: false });
		const usedUp = await findUsedUp({ tenantId, userId }, policy);
		return usedUp === undefined
			? decider
			: withoutModel(decider, rules, { category: "budget", words: usedUpInWords(usedUp), judges: true });
	};
}

const refusalOf = (models: readonly string[]): string =>
	models.length === 0
		? "Your organization allows no model, and the rules alone cannot do this"
		: "Your organization does not allow the model that is set up. An admin can change that under Policy or Model";
