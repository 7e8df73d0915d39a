import type { SpendLimit, SpendLimits } from "@webhand/contracts/authority/policy";
import type { SpendUse } from "@webhand/contracts/authority/spend";
import { warnedShare } from "@webhand/contracts/authority/spend";
import type { UserId } from "@webhand/contracts/ids";
import type { Owner } from "../../shared/rows.ts";
import type { Spent } from "../../shared/task.ts";
import { tokensSpent } from "../progress/budget.ts";
import type { PolicyInForce } from "./strictest.ts";

/** What model calls used of what limits count: US dollars where the price is known, else tokens. */
export type Spending = { readonly usd: number; readonly tokens: number };

/** A month of a tenant: what each person used. */
export type MonthOfSpending = ReadonlyMap<UserId, Spending>;

/** The limit that a person has used up, if one is. A limit that is near, or used up, is noted in the audit once a month. */
export type FindUsedUp = (owner: Owner, policy: PolicyInForce) => Promise<SpendUse | undefined>;

/** The month of UTC that a moment belongs to. @throws never */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const nothing: Spending = { usd: 0, tokens: 0 };

/** What the calls of a step count as. @throws never */
export function spendingOf(spent: Spent): Spending {
	return spent.usd === undefined ? { usd: 0, tokens: tokensSpent(spent) } : { usd: spent.usd, tokens: 0 };
}

/** What is used of each limit that holds for a person, the fullest first. @throws never */
export function usesOf({ spend, installation }: Pick<PolicyInForce, "spend" | "installation">, userId: UserId, month: MonthOfSpending) {
	const used = {
		person: month.get(userId) ?? nothing,
		organization: [...month.values()].reduce((sum, one) => ({ usd: sum.usd + one.usd, tokens: sum.tokens + one.tokens }), nothing),
	};
	const usesBy = (limits: SpendLimits | undefined, by: SpendUse["by"]): SpendUse[] =>
		limits === undefined ? [] : limitsFor(limits, userId).flatMap(([whose, limit]) => usesIn(limit, { whose, by, used: used[whose] }));
	return [...usesBy(spend, "admin"), ...usesBy(installation?.spend, "operator")].toSorted((one, other) => shareOf(other) - shareOf(one));
}

function limitsFor(
	{ person, people = [], organization }: SpendLimits,
	userId: UserId,
): readonly (readonly [SpendUse["whose"], SpendLimit])[] {
	const own = people.find((one) => one.userId === userId) ?? person;
	return [
		...(own === undefined ? [] : [["person", own] as const]),
		...(organization === undefined ? [] : [["organization", organization] as const]),
	];
}

function usesIn(limit: SpendLimit, { used, ...whose }: Pick<SpendUse, "whose" | "by"> & { readonly used: Spending }): SpendUse[] {
	return (["usd", "tokens"] as const).flatMap((unit) => {
		const most = limit[unit];
		return most === undefined ? [] : [{ ...whose, unit, used: used[unit], most }];
	});
}

const shareOf = ({ used, most }: SpendUse): number => used / most;

/** True from four fifths of a limit on. @throws never */
export const isNear = (use: SpendUse): boolean => shareOf(use) >= warnedShare;

/** True where nothing is left of a limit. @throws never */
export const isUsedUp = (use: SpendUse): boolean => shareOf(use) >= 1;

/** Why no model is asked any more, and who can change that, as a sentence for the person. @throws never */
export function usedUpInWords({ whose, unit, most, by }: SpendUse): string {
	const limit = unit === "usd" ? `$${most.toFixed(2)}` : `${most.toLocaleString("en-US")} tokens`;
	const who = whose === "person" ? "You have used up your limit" : "Your organization has used up its limit";
	const raiser =
		by === "admin" ? "An admin of your organization can raise it under Policy" : "The operator of this installation can raise it";
	return `${who} for the model this month, ${limit}. ${raiser}; it begins again next month. What needs no model still works`;
}
