import type { ActKind, OrgPolicy, PolicyHours } from "@webhand/contracts/authority/policy";
import { activeDomainOf, matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import type { Classification, RiskReason } from "../gate/risk.ts";

/** An action as authority sees it: its class with reasons, the hosts that it opens, touches or tells, and whether it enters something. */
export type Act = Pick<Classification, "class" | "reasons" | "isSearch" | "atHome"> & {
	readonly hosts: readonly string[];
	readonly isFill: boolean;
};

/** What the organization says of an act. `leave`: the gate decides; `never` has the reason as a sentence for the person. */
export type Authority = { readonly kind: "leave" } | { readonly kind: "ask" } | { readonly kind: "never"; readonly words: string };

const leave: Authority = { kind: "leave" };

/**
 * What the policy of an organization says of an act. The strictest rule counts: a policy never allows what the gate would ask.
 *
 * @param now compared with the hours of the policy
 * @throws never
 */
export function authorityFor(act: Act, policy: OrgPolicy, now: Date): Authority {
	const { only, never, acts, hours } = policy;
	const shut = act.hosts.find((host) => covers(never, host));
	if (shut !== undefined) return refusal(`to use ${shut}`);
	if (act.class === "observe" || act.class === "navigate") return leave;
	const isTouch = act.class !== "navigate_offsite";
	const outside = only === undefined || !isTouch ? undefined : act.hosts.find((host) => !covers(only, host));
	if (outside !== undefined) return refusal(`to act on ${outside}`);
	if (hours !== undefined && isTouch && !isWithin(hours, now)) return refusal(`to act at this time, only ${hoursInWords(hours)}`);
	const kinds = actKindsOf(act);
	const forbidden = kinds.find((kind) => acts[kind] === "never");
	if (forbidden !== undefined) return refusal(actWords[forbidden]);
	return kinds.some((kind) => acts[kind] === "ask") ? { kind: "ask" } : leave;
}

const refusal = (what: string): Authority => ({ kind: "never", words: `your organization does not allow ${what}` });

/** True where a host may be opened and read. @throws never */
export function isOpen(policy: Pick<OrgPolicy, "never">, url: string): boolean {
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

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** True while a clock in the time zone stands in the hours. What ends on the next day belongs to the day on which it began. @throws never */
export function isWithin({ days, from, to, timeZone }: PolicyHours, now: Date): boolean {
	const parts = clockIn(timeZone).formatToParts(now);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
	const day = dayNames.indexOf(part("weekday")) + 1;
	const time = `${part("hour")}:${part("minute")}`;
	if (from < to) return days.includes(day) && time >= from && time < to;
	const before = day === 1 ? 7 : day - 1;
	return (days.includes(day) && time >= from) || (days.includes(before) && time < to);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
	const known = clocks.get(timeZone);
	if (known !== undefined) return known;
	const clock = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
	clocks.set(timeZone, clock);
	return clock;
}

function hoursInWords({ days, from, to, timeZone }: PolicyHours): string {
	const names = days.toSorted((one, other) => one - other).map((day) => dayNames[day - 1]);
	return `${names.join(", ")} from ${from} to ${to} (${timeZone})`;
}
