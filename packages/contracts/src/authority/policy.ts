import { z } from "zod";
import { patternsOverlap } from "../knowledge/patterns.ts";
import { defineRoute } from "../routes.ts";

/**
 * What an organization decides about, in the words of its admins. `press`: a button that nobody knows. `send`: forms, saving, sharing.
 * `account`: consents, and changes beside a password. `secret`: passwords, codes and cards. `other_site`: opening or telling another site.
 */
export const ActKind = z.enum(["fill", "press", "send", "payment", "deletion", "account", "upload", "secret", "other_site"]);
export type ActKind = z.infer<typeof ActKind>;

/** `ask`: a person, each time; `never`: not at all. An act without a rule is done as Webhand decides. */
export const ActRule = z.enum(["ask", "never"]);
export type ActRule = z.infer<typeof ActRule>;

/** Lower case and IDNA A-labels, as addresses have them; what is no host stays as it is. */
function canonical(pattern: string): string {
	const [star, host] = pattern.startsWith("*.") ? ["*.", pattern.slice(2)] : ["", pattern];
	return /[/?#@:\s\\]/.test(host) ? pattern : star + (URL.parse(`https://${host}`)?.hostname ?? host);
}

const label = "(?!-)[a-z0-9_-]{1,63}(?<!-)";
/** A host (`shop.example`, `localhost`, `10.0.0.7`), or with `*.` all hosts below it. */
const SitePattern = z
	.string()
	.trim()
	.max(253)
	.overwrite(canonical)
	.regex(
		new RegExp(`^(?:(?:\\*\\.)?${label}(?:\\.${label})+|${label}|\\[[0-9a-f:.]+\\])$`),
		"must be a host such as shop.example, or *.shop.example for all hosts below it",
	);

const mostSites = 500;

const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:30");

/** True for a name of the IANA time zone database. */
function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

/** When Webhand may act: on these days, 1 is Monday, between two times of a time zone. `to` before `from` ends on the next day. */
export const PolicyHours = z.strictObject({
	days: z.array(z.number().int().min(1).max(7)).min(1, "must name a day").max(7),
	from: Time,
	to: Time,
	timeZone: z.string().max(64).refine(isTimeZone, "must be a time zone such as Europe/Berlin"),
});
export type PolicyHours = z.infer<typeof PolicyHours>;

/**
 * What an organization allows. Without `allowsAutonomous` each task is careful. `only` are the sites to act on, absent for all. `never` are
 * sites that are not opened, read or acted on. `acts` are rules by kind of act. Without `hours` Webhand acts at any time.
 */
export const OrgPolicy = z
	.strictObject({
		allowsAutonomous: z.boolean(),
		only: z.array(SitePattern).min(1, "must name a site, or be left out").max(mostSites).optional(),
		never: z.array(SitePattern).max(mostSites),
		acts: z.partialRecord(ActKind, ActRule),
		hours: PolicyHours.optional(),
	})
	.superRefine(({ only = [], never, hours }, context) => {
		// A pattern of both lists says two things of one site. A narrower one in `never` is an exception, which is fine.
		only.forEach((pattern, index) => {
			const shut = never.find(
				(one) => one === pattern || (one.startsWith("*.") && !pattern.startsWith("*.") && patternsOverlap(pattern, one)),
			);
			if (shut !== undefined)
				context.addIssue({
					code: "custom",
					path: ["only", index],
					message: `is never touched either, by ${shut}: take it out of one list`,
				});
		});
		if (hours !== undefined && hours.from === hours.to)
			context.addIssue({ code: "custom", path: ["hours", "to"], message: "must differ from the time at which the hours begin" });
	});
export type OrgPolicy = z.infer<typeof OrgPolicy>;

/** The policy of an organization that has set none. */
export const openPolicy: OrgPolicy = { allowsAutonomous: true, never: [], acts: {} };

/** A policy as it is in force. `rev` counts its changes; 0 was never set. `by` is a user id. */
export const PolicyView = z.object({
	policy: OrgPolicy,
	rev: z.number().int().nonnegative(),
	updatedAt: z.iso.datetime().optional(),
	by: z.string().optional(),
});
export type PolicyView = z.infer<typeof PolicyView>;

const path = "/api/v1/agent/policy";

export const policyRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "What the organization allows",
	description: "The policy in force. Every member may read it.",
	reply: PolicyView,
});

export const setPolicyRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path,
	summary: "Set what the organization allows",
	description:
		"Replaces the policy; in force within a second. `rev` is the one that was edited: HASH_MISMATCH when another one came meanwhile. For admins.",
	body: z.strictObject({ rev: z.number().int().nonnegative(), policy: OrgPolicy }),
	reply: PolicyView,
	errors: ["FORBIDDEN", "HASH_MISMATCH"],
});

export const policyVersionsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/versions`,
	summary: "Former policies, newest first",
	description: "The last fifty. For admins.",
	reply: z.object({ versions: z.array(PolicyView) }),
	errors: ["FORBIDDEN"],
});
