import type { ActKind, ActRule, OrgPolicy } from "@webhand/contracts/authority/policy";
import { patternsOverlap } from "@webhand/contracts/knowledge/patterns";
import { defined } from "../../shared/defined.ts";

/**
 * What holds in an organization: its policy under that of the installation. Hours and limits of both stand side by side, since each of them
 * has to hold; an empty `only` leaves no site to act on.
 */
export type PolicyInForce = OrgPolicy & { readonly installation?: Pick<OrgPolicy, "hours" | "spend"> };

/** The stricter of two policies, part by part. @throws never */
export function strictestOf(installation: OrgPolicy, organization: OrgPolicy): PolicyInForce {
	const both = [installation, organization] as const;
	const { hours, spend } = installation;
	const adminsOnly = (part: "publish" | "mandates") =>
		both.some((policy) => policy[part] === "admins") ? ("admins" as const) : organization[part];
	return {
		...organization,
		allowsAutonomous: both.every(({ allowsAutonomous }) => allowsAutonomous),
		never: [...new Set([...installation.never, ...organization.never])],
		acts: strictestActs(installation.acts, organization.acts),
		...defined({
			only: inBoth(installation.only, organization.only, sitesOfBoth),
			models: inBoth(installation.models, organization.models, (one, other) => one.filter((model) => other.includes(model))),
			serverHost: both.some(({ serverHost }) => serverHost === false) ? false : undefined,
			publish: adminsOnly("publish"),
			mandates: adminsOnly("mandates"),
			rowsADay: inBoth(installation.rowsADay, organization.rowsADay, Math.min),
			installation: hours === undefined && spend === undefined ? undefined : defined({ hours, spend }),
		}),
	};
}

/** What two parts say together; a part that is absent says nothing. */
function inBoth<Part>(one: Part | undefined, other: Part | undefined, join: (one: Part, other: Part) => Part): Part | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return join(one, other);
}

/** The sites that both lists name: of two patterns that overlap, the narrower one. */
function sitesOfBoth(ones: readonly string[], others: readonly string[]): string[] {
	const pairs = ones.flatMap((one) => others.filter((other) => patternsOverlap(one, other)).map((other) => narrower(one, other)));
	return [...new Set(pairs)];
}

function narrower(one: string, other: string): string {
	if (one.startsWith("*.") !== other.startsWith("*.")) return one.startsWith("*.") ? other : one;
	return one.length >= other.length ? one : other;
}

function strictestActs(ones: OrgPolicy["acts"], others: OrgPolicy["acts"]): OrgPolicy["acts"] {
	const kinds = [...Object.keys(ones), ...Object.keys(others)] as ActKind[];
	const ruleOf = (kind: ActKind): ActRule => (ones[kind] === "never" || others[kind] === "never" ? "never" : "ask");
	return Object.fromEntries(kinds.map((kind) => [kind, ruleOf(kind)]));
}
