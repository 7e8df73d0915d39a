import { z } from "zod";
import { TaskId, UserId } from "../ids.ts";
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

export const TimeZone = z.string().max(64).refine(isTimeZone, "must be a time zone such as Europe/Berlin");

/** When Webhand may act: on these days, 1 is Monday, between two times of a time zone. `to` before `from` ends on the next day. */
export const PolicyHours = z.strictObject({
	days: z.array(z.number().int().min(1).max(7)).min(1, "must name a day").max(7),
	from: Time,
	to: Time,
	timeZone: TimeZone,
});
export type PolicyHours = z.infer<typeof PolicyHours>;

const spendShape = {
	usd: z.number("must be a number").positive("must be more than 0: to use no model, allow none").max(1_000_000).optional(),
	tokens: z
		.number("must be a number")
		.int("must be a whole number")
		.positive("must be more than 0: to use no model, allow none")
		.max(1_000_000_000_000)
		.optional(),
};
const saysSpend = ({ usd, tokens }: { readonly usd?: number | undefined; readonly tokens?: number | undefined }) =>
	usd !== undefined || tokens !== undefined;
const noSpend = { path: ["usd"], error: "must say US dollars or tokens" };

/** What model calls may use in a calendar month of UTC: `usd` counts calls whose price is known, `tokens` all others. */
export const SpendLimit = z.strictObject(spendShape).refine(saysSpend, noSpend);
export type SpendLimit = z.infer<typeof SpendLimit>;

/** `person`: each person for themselves; `people`: who has another limit; `organization`: all of them together. */
export const SpendLimits = z.strictObject({
	person: SpendLimit.optional(),
	people: z
		.array(z.strictObject({ ...spendShape, userId: UserId }).refine(saysSpend, noSpend))
		.max(500)
		.optional(),
	organization: SpendLimit.optional(),
});
export type SpendLimits = z.infer<typeof SpendLimits>;

/** A model as the usage names it, such as `openai/gpt-x`. */
const ModelName = z
	.string()
	.trim()
	.max(300)
	.regex(/^[a-z-]+\/\S+$/, "must be a provider and a model, such as openai/gpt-x");

/** Who may let a routine commit without asking. */
export const MandateGivers = z.enum(["all", "admins"]);
export type MandateGivers = z.infer<typeof MandateGivers>;

const parts = {
	allowsAutonomous: z.boolean(),
	only: z.array(SitePattern).min(1, "must name a site, or be left out").max(mostSites).optional(),
	never: z.array(SitePattern).max(mostSites),
	acts: z.partialRecord(ActKind, ActRule),
	hours: PolicyHours.optional(),
	models: z.array(ModelName).max(50).optional(),
	serverHost: z.boolean().optional(),
	publish: z.enum(["all", "admins"]).optional(),
	rowsADay: z.number("must be a number").int("must be a whole number").min(1, "must be more than 0").max(1_000_000).optional(),
	spend: SpendLimits.optional(),
	mandates: MandateGivers.optional(),
};

/**
 * What an organization allows. Without `allowsAutonomous` each task is careful. `only` are the sites to act on, absent for all. `never` are
 * sites that are not opened, read or acted on. `acts` are rules by kind of act. Without `hours` Webhand acts at any time.
 *
 * `models` may be asked: absent for all, none for rules alone. `serverHost` false: no files, git, commands or MCP tools of the server host.
 * `publish`: who may share routines. `rowsADay`: rows of routines that a person may start in a day of UTC.
 * `mandates`: who may let a routine commit without asking; where admins, those that members gave count no longer.
 */
export const OrgPolicy = z.strictObject(parts).superRefine((policy, context) => {
	for (const { path, message } of contradictionsIn(policy)) context.addIssue({ code: "custom", path: [...path], message });
});
export type OrgPolicy = z.infer<typeof OrgPolicy>;

type Problem = { readonly path: readonly (string | number)[]; readonly message: string };

/** What a policy says twice and differently. @throws never */
function contradictionsIn({ only = [], never, hours, spend }: z.infer<z.ZodObject<typeof parts>>): readonly Problem[] {
	// A pattern of both lists says two things of one site. A narrower one in `never` is an exception, which is fine.
	const shut = only.flatMap((pattern, index): Problem[] => {
		const by = never.find((one) => one === pattern || (one.startsWith("*.") && !pattern.startsWith("*.") && patternsOverlap(pattern, one)));
		return by === undefined ? [] : [{ path: ["only", index], message: `is never touched either, by ${by}: take it out of one list` }];
	});
	const isEmpty = hours !== undefined && hours.from === hours.to;
	return [
		...shut,
		...(isEmpty ? [{ path: ["hours", "to"], message: "must differ from the time at which the hours begin" }] : []),
		...spendContradictions(spend),
	];
}

/** A person's limit above that of all together would never be reached; a person named twice has two limits. */
function spendContradictions({ person, people = [], organization = {} }: SpendLimits = {}): readonly Problem[] {
	const above = (limit: SpendLimit, path: Problem["path"]) =>
		(["usd", "tokens"] as const).flatMap((unit): Problem[] =>
			(limit[unit] ?? 0) > (organization[unit] ?? Number.POSITIVE_INFINITY)
				? [{ path: ["spend", ...path, unit], message: "is more than the whole organization may spend" }]
				: [],
		);
	const ids = people.map(({ userId }) => userId);
	const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
	return [
		...above(person ?? {}, ["person"]),
		...people.flatMap((limit, index) => above(limit, ["people", index])),
		...(again === -1 ? [] : [{ path: ["spend", "people", again], message: "is named twice" }]),
	];
}

/** The policy of an organization that has set none. */
export const openPolicy: OrgPolicy = { allowsAutonomous: true, never: [], acts: {} };

/** A policy as readers take it: parts of a newer server are left out, and what was stored is not judged again. */
const StoredPolicy = z.object(parts);

/** A policy as it is in force. `rev` counts its changes; 0 was never set. `by` is a user id. */
export const PolicyView = z.object({
	policy: StoredPolicy,
	/** What an operator set for all organizations; absent where nothing is. The stricter of both counts. */
	installation: StoredPolicy.optional(),
	rev: z.number().int().nonnegative(),
	updatedAt: z.iso.datetime().optional(),
	by: z.string().optional(),
});
export type PolicyView = z.infer<typeof PolicyView>;

const path = "/api/v1/agent/policy";
const operatorPath = "/api/v1/agent/operator/policy";

export const policyRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "What the organization allows",
	description: "The policy in force, and that of the installation above it. Every member may read it.",
	reply: PolicyView,
	runners: "itself",
});

const setting = {
	body: z.strictObject({ rev: z.number().int().nonnegative(), policy: OrgPolicy }),
	reply: PolicyView,
	errors: ["FORBIDDEN", "HASH_MISMATCH"] as const,
};

export const setPolicyRoute = defineRoute({
	...setting,
	service: "agent-api",
	method: "PUT",
	path,
	summary: "Set what the organization allows",
	description:
		"Replaces the policy; in force within a second. `rev` is the one that was edited: HASH_MISMATCH when another one came meanwhile. What contradicts itself, the installation or its models is refused by field. For admins.",
});

const versions = { reply: z.object({ versions: z.array(PolicyView) }), errors: ["FORBIDDEN"] as const };

/** A task that a policy would have changed; `query` is masked. */
const ChangedTask = z.object({
	taskId: TaskId,
	query: z.string(),
	refused: z.number().int().nonnegative(),
	asked: z.number().int().nonnegative(),
});

/**
 * What a policy would have done with what tasks did: of `acts`, the newest 500 of the newest 200 tasks of `days`, how many it had refused,
 * and how many it had asked for that nobody was asked for.
 */
export const PolicyPreview = z.object({
	days: z.number().int(),
	acts: z.number().int().nonnegative(),
	refused: z.number().int().nonnegative(),
	asked: z.number().int().nonnegative(),
	tasks: z.array(ChangedTask),
});
export type PolicyPreview = z.infer<typeof PolicyPreview>;

export const previewPolicyRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/preview`,
	summary: "What a policy would change",
	description:
		"Judges what tasks of the last seven days did by a policy that is not in force. Stores nothing. Models, spend and rows are not judged. For admins.",
	body: z.strictObject({ policy: OrgPolicy }),
	reply: PolicyPreview,
	errors: ["FORBIDDEN"],
});

export const policyVersionsRoute = defineRoute({
	...versions,
	service: "agent-api",
	method: "GET",
	path: `${path}/versions`,
	summary: "Former policies, newest first",
	description: "The last fifty. For admins.",
});

export const installationPolicyRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: operatorPath,
	summary: "What the installation allows",
	description: "The policy above those of all organizations. For operators.",
	reply: PolicyView,
	errors: ["FORBIDDEN"],
});

export const setInstallationPolicyRoute = defineRoute({
	...setting,
	service: "agent-api",
	method: "PUT",
	path: operatorPath,
	summary: "Set what the installation allows",
	description: "Of it and the policy of an organization the stricter one counts, part by part. In force within a second. For operators.",
});

export const installationPolicyVersionsRoute = defineRoute({
	...versions,
	service: "agent-api",
	method: "GET",
	path: `${operatorPath}/versions`,
	summary: "Former policies of the installation, newest first",
	description: "The last fifty. For operators.",
});
