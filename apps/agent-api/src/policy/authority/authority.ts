import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import type { ActKind, PolicyHours } from "@webhand/contracts/authority/policy";
import { activeDomainOf, matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import type { Classification, RiskReason } from "../gate/risk.ts";
import { hoursInWords, isWithin } from "./hours.ts";
import type { AskedAct, MandateUse, PlayedStep, StandingMandate } from "./mandate.ts";
import { mandateFor, mayBeCovered, recordedOf } from "./mandate.ts";
import type { PolicyInForce } from "./strictest.ts";

/** An action as authority sees it: its class with reasons, the hosts that it opens, touches or tells, and whether it enters something. */
export type Act = Pick<Classification, "class" | "reasons" | "isSearch" | "atHome"> & {
	readonly hosts: readonly string[];
	readonly isFill: boolean;
};

/** What an act is judged by. `isAsked`: the gate wants a person's answer; `played`: the step of a routine that the act is. */
export type AuthorityFacts = Pick<AskedAct, "action" | "page"> & {
	readonly now: Date;
	readonly isAsked: boolean;
	readonly played?: PlayedStep;
};

/**
 * What organization and person said beforehand of an act. `leave`: the gate decides; `never` has the reason as a sentence for the person;
 * `mandate`: a person allowed it. `recorded`: what a mandate that answers this question would be for.
 */
export type Authority =
	| { readonly kind: "leave"; readonly recorded?: Recorded }
	| { readonly kind: "ask" }
	| { readonly kind: "never"; readonly words: string }
	| { readonly kind: "mandate"; readonly use: MandateUse };

const leave: Authority = { kind: "leave" };

/**
 * What policy and mandates say of an act. The strictest rule counts: a policy never allows what the gate would ask, and a mandate answers
 * only what the policy leaves open.
 *
 * @throws never
 */
export function authorityFor(
	act: Act,
	facts: AuthorityFacts,
	{ policy, mandates }: { readonly policy: PolicyInForce; readonly mandates: readonly StandingMandate[] },
): Authority {
	const { action, page, now, isAsked, played } = facts;
	const rule = ruleFor(act, policy, now);
	if (rule.kind !== "leave" || !isAsked || played === undefined) return rule;
	const asked = { action, page, reasons: act.reasons, hosts: act.hosts, isPayment: actKindsOf(act).includes("payment") };
	const use = mandateFor(asked, { played, now }, { policy, mandates });
	if (use !== undefined) return { kind: "mandate", use };
	return mayBeCovered(asked, played) ? { kind: "leave", recorded: recordedOf(asked, played) } : leave;
}

/** What the policy alone says of an act: it leaves it to the gate, wants a person each time, or refuses it. @throws never */
export function ruleFor(act: Act, policy: PolicyInForce, now: Date): Authority {
	const { acts } = policy;
	const isLook = act.class === "observe" || act.class === "navigate";
	const isTouch = !isLook && act.class !== "navigate_offsite";
	const site = siteRefusal(act.hosts, isTouch, policy);
	if (site !== undefined) return refusal(site);
	if (isLook) return leave;
	const closed = isTouch ? closedHours(policy, now) : undefined;
	if (closed !== undefined) return refusal(`to act at this time, only ${hoursInWords(closed)}`);
	const kinds = actKindsOf(act);
	const forbidden = kinds.find((kind) => acts[kind] === "never");
	if (forbidden !== undefined) return refusal(actWords[forbidden]);
	return kinds.some((kind) => acts[kind] === "ask") ? { kind: "ask" } : leave;
}

const refusal = (what: string): Authority => ({ kind: "never", words: `your organization does not allow ${what}` });

/** What is not allowed on these hosts. @param isTouch something is done there, not only looked at */
function siteRefusal(
	hosts: readonly string[],
	isTouch: boolean,
	{ only, never }: Pick<PolicyInForce, "only" | "never">,
): string | undefined {
	const shut = hosts.find((host) => covers(never, host));
	if (shut !== undefined) return `to use ${shut}`;
	const outside = only === undefined || !isTouch ? undefined : hosts.find((host) => !covers(only, host));
	return outside === undefined ? undefined : `to act on ${outside}`;
}

/** Why work may not begin at an address, as a sentence for the person. @param isTouch something is done there @throws never */
export function refusalOfStart(url: string, isTouch: boolean, policy: PolicyInForce): string | undefined {
	const what = URL.canParse(url) ? siteRefusal([activeDomainOf(url)], isTouch, policy) : undefined;
	return what === undefined ? undefined : `Your organization does not allow ${what}`;
}

/** Why work that acts waits now, as a sentence for the person; undefined within the hours of the policy. @throws never */
export function restOf(policy: PolicyInForce, now: Date): string | undefined {
	const closed = closedHours(policy, now);
	return closed === undefined ? undefined : `Your organization lets Webhand act ${hoursInWords(closed)}`;
}

/** The hours of the policy that now are not, if any. */
function closedHours(policy: PolicyInForce, now: Date): PolicyHours | undefined {
	return hoursOf(policy).find((hours) => !isWithin(hours, now));
}

/** True where a host may be opened and read. @throws never */
export function isOpen(policy: Pick<PolicyInForce, "never">, url: string): boolean {
	return !URL.canParse(url) || !covers(policy.never, activeDomainOf(url));
}

function covers(patterns: readonly string[], host: string): boolean {
	return patterns.some((pattern) => matchesDomainPattern(host, pattern));
}

/** Each kind after "does not allow". */
const actWords: Readonly<Record<ActKind, string>> = {
	fill: "filling in forms here",
	press: "buttons that nobody knows",
	send: "sending or saving anything here",
	payment: "payments here",
	deletion: "deletions here",
	account: "changes of accounts and consents here",
	upload: "uploads here",
	secret: "passwords, codes and cards here",
	other_site: "going to or telling other sites",
};

const kindOfReason: Readonly<Partial<Record<RiskReason, ActKind>>> = {
	pay_word: "payment",
	checkout_page: "payment",
	card_in_form: "payment",
	amount_beside: "payment",
	destructive_word: "deletion",
	consent: "account",
	password_in_form: "account",
	form_leaves_site: "other_site",
};

/** The kinds of an act, for which an organization may have rules. A search is none. @throws never */
function actKindsOf({ class: name, reasons, isSearch, atHome, isFill }: Omit<Act, "hosts">): readonly ActKind[] {
	switch (name) {
		case "observe":
		case "navigate":
		case "refused":
			return [];
		case "fill":
			return ["fill"];
		case "press_unknown":
			return ["press"];
		case "upload":
			return ["upload"];
		case "fill_sensitive":
			return ["secret"];
		case "navigate_offsite":
			return ["other_site"];
		case "fill_offsite":
			return ["other_site", ...(atHome === undefined ? (["fill"] as const) : actKindsOf({ ...atHome, isFill }))];
		case "commit":
		case "commit_protected":
			if (isSearch) return [];
			return ["send", ...(isFill ? (["fill"] as const) : []), ...reasons.flatMap((reason) => kindOfReason[reason] ?? [])];
	}
}

/** All hours of a policy: Webhand acts where each of them is open. */
const hoursOf = ({ hours, installation }: PolicyInForce): readonly PolicyHours[] =>
	[hours, installation?.hours].filter((one) => one !== undefined);
