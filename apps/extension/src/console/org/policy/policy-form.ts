import type { ActRule, MandateGivers, SpendLimit, SpendLimits } from "@webhand/contracts/authority/policy";
import { ActKind, OrgPolicy, openPolicy } from "@webhand/contracts/authority/policy";
import type { UserId } from "@webhand/contracts/ids";
import { formatNumber, formatUsd } from "../../../kit/words/format.ts";
import { language } from "../../../kit/words/language.ts";
import type { NameOf } from "../use-names.ts";
import { policyText as text } from "./words.ts";

type Rules = { readonly [Kind in ActKind]: ActRule | "" };

/** What a person with a limit of their own may use, as typed. */
export type PersonLimit = { readonly userId: string; readonly usd: string; readonly tokens: string };

/** The policy as typed: sites and models one a line, days from Monday on, numbers as text. */
export type PolicyForm = Rules & {
	readonly modelRule: "all" | "some" | "none";
	readonly models: string;
	readonly hasServerHost: boolean;
	readonly isSharedByAdmins: boolean;
	readonly rowsADay: string;
	readonly personUsd: string;
	readonly personTokens: string;
	readonly organizationUsd: string;
	readonly organizationTokens: string;
	readonly people: readonly PersonLimit[];
	readonly allowsAutonomous: boolean;
	readonly only: string;
	readonly never: string;
	readonly hasHours: boolean;
	readonly days: readonly boolean[];
	readonly from: string;
	readonly to: string;
	readonly timeZone: string;
	readonly mandates: MandateGivers;
};

/** A working week, for hours that were never set. */
const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

/** The form for a policy. @param timeZone proposed where the policy has no hours @throws never */
export function formOf(policy: OrgPolicy, timeZone: string): PolicyForm {
	const hours = policy.hours ?? { ...office, timeZone };
	const rules = Object.fromEntries(ActKind.options.map((kind) => [kind, policy.acts[kind] ?? ""])) as Rules;
	const { models, spend = {} } = policy;
	return {
		...rules,
		modelRule: models === undefined ? "all" : models.length === 0 ? "none" : "some",
		models: (models ?? []).join("\n"),
		hasServerHost: policy.serverHost !== false,
		isSharedByAdmins: policy.publish === "admins",
		rowsADay: typed(policy.rowsADay),
		personUsd: typed(spend.person?.usd),
		personTokens: typed(spend.person?.tokens),
		organizationUsd: typed(spend.organization?.usd),
		organizationTokens: typed(spend.organization?.tokens),
		people: (spend.people ?? []).map(({ userId, usd, tokens }) => ({ userId, usd: typed(usd), tokens: typed(tokens) })),
		allowsAutonomous: policy.allowsAutonomous,
		only: (policy.only ?? []).join("\n"),
		never: policy.never.join("\n"),
		hasHours: policy.hours !== undefined,
		days: text.dayNames.map((_name, index) => hours.days.includes(index + 1)),
		from: hours.from,
		to: hours.to,
		timeZone: hours.timeZone,
		mandates: policy.mandates ?? "all",
	};
}

/** The policy that a form says, as the server takes it. @throws never */
export function policyOf(form: PolicyForm): OrgPolicy {
	const only = linesOf(form.only);
	const acts: Partial<Record<ActKind, ActRule>> = {};
	for (const kind of ActKind.options) if (form[kind] !== "") acts[kind] = form[kind];
	const { from, to, timeZone } = form;
	const days = form.days.flatMap((isOn, index) => (isOn ? [index + 1] : []));
	return {
		allowsAutonomous: form.allowsAutonomous,
		...(only.length === 0 ? {} : { only }),
		never: linesOf(form.never),
		acts,
		...(form.mandates === "all" ? {} : { mandates: form.mandates }),
		...(form.hasHours ? { hours: { days, from: from.trim(), to: to.trim(), timeZone: timeZone.trim() } } : {}),
		...(form.modelRule === "all" ? {} : { models: form.modelRule === "none" ? [] : linesOf(form.models) }),
		...(form.hasServerHost ? {} : { serverHost: false }),
		...(form.isSharedByAdmins ? { publish: "admins" as const } : {}),
		...numbers({ rowsADay: form.rowsADay }),
		...spendOf(form),
	};
}

function spendOf({ people, ...form }: PolicyForm): Pick<OrgPolicy, "spend"> {
	const part = (name: "person" | "organization", limit: SpendLimit) => (Object.keys(limit).length === 0 ? {} : { [name]: limit });
	const spend: SpendLimits = {
		...part("person", numbers({ usd: form.personUsd, tokens: form.personTokens })),
		...part("organization", numbers({ usd: form.organizationUsd, tokens: form.organizationTokens })),
		...(people.length === 0
			? {}
			: { people: people.map(({ userId, usd, tokens }) => ({ userId: userId as UserId, ...numbers({ usd, tokens }) })) }),
	};
	return Object.keys(spend).length === 0 ? {} : { spend };
}

const typed = (value: number | undefined): string => (value === undefined ? "" : String(value));

/** The numbers among typed texts; an empty text is none, and one that is no number is refused by the contract. */
function numbers<Name extends string>(texts: Readonly<Record<Name, string>>): { [Part in Name]?: number } {
	const said = Object.entries<string>(texts).filter(([, value]) => value.trim() !== "");
	return Object.fromEntries(said.map(([name, value]) => [name, Number(value.trim())])) as { [Part in Name]?: number };
}

const linesOf = (typed: string): string[] =>
	typed
		.split(/[\n,]/)
		.map((line) => line.trim())
		.filter((line) => line !== "");

/** The field of a form that shows what is wrong at a path of the policy. @throws never */
export function fieldAt([part = "", inner = "", unit = ""]: readonly string[]): string {
	if (part === "hours") return inner;
	if (part !== "spend") return part;
	return inner === "people" ? inner : `${inner}${unit === "tokens" ? "Tokens" : "Usd"}`;
}

/** What the contract refuses in a form, by field; a site is named with its message. @throws never */
export function wrongIn(form: PolicyForm): Readonly<Record<string, string>> {
	const policy = policyOf(form);
	const issues = OrgPolicy.safeParse(policy).error?.issues ?? [];
	if (form.modelRule === "some" && policy.models?.length === 0) return { models: text.noModelNamed };
	const lists: Readonly<Record<string, readonly string[] | undefined>> = { only: policy.only, never: policy.never, models: policy.models };
	return Object.fromEntries(
		issues.toReversed().map(({ path, message }) => {
			const [part, at] = path;
			const site = typeof at === "number" ? lists[String(part)]?.[at] : undefined;
			return [fieldAt(path.map(String)), site === undefined ? message : text.wrongEntry(site, message)];
		}),
	);
}

/** What a policy says, a sentence for each part. @throws never */
export function sentencesOf(policy: OrgPolicy, nameOf: NameOf = (id) => id): readonly string[] {
	const { allowsAutonomous, only, never, acts, hours, models, serverHost, publish, rowsADay, spend, mandates } = policy;
	const said = text.sentences;
	const kindsWith = (rule: ActRule) => ActKind.options.filter((kind) => acts[kind] === rule).map((kind) => lower(text.kinds[kind]));
	const [asked, refused] = [kindsWith("ask"), kindsWith("never")];
	const days = (hours?.days ?? []).toSorted((one, other) => one - other).map((day) => text.dayNames[day - 1] ?? "");
	return [
		...(allowsAutonomous ? [] : [said.careful]),
		...(only === undefined ? [] : [said.only(listed.format(only))]),
		...(never.length === 0 ? [] : [said.never(listed.format(never))]),
		...(refused.length === 0 ? [] : [said.refuse(refused.join(" · "))]),
		...(asked.length === 0 ? [] : [said.ask(asked.join(" · "))]),
		...(hours === undefined ? [] : [said.hours(listed.format(days), hours)]),
		...(mandates === "admins" ? [said.mandates] : []),
		...(models === undefined ? [] : [models.length === 0 ? said.noModel : said.models(listed.format(models))]),
		...(serverHost === false ? [said.noServerHost] : []),
		...(publish === "admins" ? [said.publish] : []),
		...(rowsADay === undefined ? [] : [said.rowsADay(formatNumber(rowsADay))]),
		...(spend?.person === undefined ? [] : [said.person(limitInWords(spend.person))]),
		...(spend?.people ?? []).map(({ userId, ...limit }) => said.one(nameOf(userId), limitInWords(limit))),
		...(spend?.organization === undefined ? [] : [said.together(limitInWords(spend.organization))]),
	];
}

/** The sentences in which a policy differs from the one before it, those that are gone first. @throws never */
export function differencesOf(before: OrgPolicy = openPolicy, after: OrgPolicy = openPolicy, nameOf?: NameOf) {
	const [old, now] = [sentencesOf(before, nameOf), sentencesOf(after, nameOf)];
	return [
		...old.filter((sentence) => !now.includes(sentence)).map((sentence) => ({ isNew: false, sentence })),
		...now.filter((sentence) => !old.includes(sentence)).map((sentence) => ({ isNew: true, sentence })),
	];
}

function limitInWords({ usd, tokens }: SpendLimit): string {
	const amounts = [...(usd === undefined ? [] : [formatUsd(usd)]), ...(tokens === undefined ? [] : [text.tokens(formatNumber(tokens))])];
	return amounts.join(text.orTokens);
}

const listed = new Intl.ListFormat(language, { type: "conjunction" });
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
