import type { OrgPolicy, PolicyHours, SpendLimit } from "@webhand/contracts/authority/policy";
import type { TenantId } from "@webhand/contracts/ids";
import { isWithin } from "../policy/authority/hours.ts";
import { strictestOf } from "../policy/authority/strictest.ts";

/** Whose policy: an organization's, or that of the installation above all of them. */
export type PolicyOwner = TenantId | typeof installation;

/** The owner of the installation's policy; no tenant has such an id. */
export const installation = "installation";

/** The model that decides for a tenant as the usage names it, null for the rules alone; `isPriced`: what a call costs is known. */
export type ModelInForce = { readonly name: string | null; readonly isPriced: boolean };

/** What is wrong with a part of a policy: its path, and why. */
export type PolicyProblem = { readonly path: readonly (string | number)[]; readonly message: string };

type Around = { readonly above: OrgPolicy; readonly model: ModelInForce };

/** What a policy says that can never be, as things are set up; one without a contradiction in itself. @throws never */
export function problemsIn(policy: OrgPolicy, { above, model }: Around): readonly PolicyProblem[] {
	return [...problemsOfSites(policy, above), ...problemsOfHours(policy, above), ...problemsOfModel(policy, model)];
}

function problemsOfSites(policy: OrgPolicy, above: OrgPolicy): readonly PolicyProblem[] {
	const isEmpty = (strictestOf(above, policy).only ?? [""]).length === 0;
	return isEmpty ? [{ path: ["only"], message: "leaves no site: none of them is one that the operator allows" }] : [];
}

const weekMinutes = 7 * 24 * 60;
/** A Monday of summer time in the north; both hours are asked at the same moments. */
const sampleWeek = Date.UTC(2026, 5, 1);

function problemsOfHours({ hours }: OrgPolicy, { hours: above }: OrgPolicy): readonly PolicyProblem[] {
	if (hours === undefined || above === undefined || meet(hours, above)) return [];
	return [{ path: ["hours", "from"], message: `never comes: the operator allows ${above.from} to ${above.to} (${above.timeZone})` }];
}

function meet(one: PolicyHours, other: PolicyHours): boolean {
	for (let minute = 0; minute < weekMinutes; minute += 1) {
		const at = new Date(sampleWeek + minute * 60_000);
		if (isWithin(one, at) && isWithin(other, at)) return true;
	}
	return false;
}

function problemsOfModel({ models, spend }: OrgPolicy, { name, isPriced }: ModelInForce): readonly PolicyProblem[] {
	if (name === null) return [];
	const isOut = models !== undefined && models.length > 0 && !models.includes(name);
	const people = spend?.people ?? [];
	const limits: readonly (readonly [SpendLimit | undefined, PolicyProblem["path"]])[] = [
		[spend?.person, ["person"]],
		[spend?.organization, ["organization"]],
		...people.map((limit, index) => [limit, ["people", index]] as const),
	];
	const unreached = isPriced ? [] : limits.filter(([limit]) => limit !== undefined && limit.tokens === undefined);
	return [
		...(isOut ? [{ path: ["models"], message: `must hold ${name}, which is set up, or none for rules alone` }] : []),
		...unreached.map(([, path]) => ({
			path: ["spend", ...path, "tokens"],
			message: `is missing: the price of ${name} is not known, so US dollars would stop nothing`,
		})),
	];
}
