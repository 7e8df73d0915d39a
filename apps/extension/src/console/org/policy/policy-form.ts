import type { ActRule } from "@webhand/contracts/authority/policy";
import { ActKind, OrgPolicy } from "@webhand/contracts/authority/policy";
import { policyText as text } from "./words.ts";

type Rules = { readonly [Kind in ActKind]: ActRule | "" };

/** The policy as typed: sites one a line, days from Monday on. */
export type PolicyForm = Rules & {
	readonly allowsAutonomous: boolean;
	readonly only: string;
	readonly never: string;
	readonly hasHours: boolean;
	readonly days: readonly boolean[];
	readonly from: string;
	readonly to: string;
	readonly timeZone: string;
};

/** A working week, for hours that were never set. */
const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

/** The form for a policy. @param timeZone proposed where the policy has no hours @throws never */
export function formOf(policy: OrgPolicy, timeZone: string): PolicyForm {
	const hours = policy.hours ?? { ...office, timeZone };
	const rules = Object.fromEntries(ActKind.options.map((kind) => [kind, policy.acts[kind] ?? ""])) as Rules;
	return {
		...rules,
		allowsAutonomous: policy.allowsAutonomous,
		only: (policy.only ?? []).join("\n"),
		never: policy.never.join("\n"),
		hasHours: policy.hours !== undefined,
		days: text.dayNames.map((_name, index) => hours.days.includes(index + 1)),
		from: hours.from,
		to: hours.to,
		timeZone: hours.timeZone,
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
		...(form.hasHours ? { hours: { days, from: from.trim(), to: to.trim(), timeZone: timeZone.trim() } } : {}),
	};
}

const linesOf = (typed: string): string[] =>
	typed
		.split(/[\n,]/)
		.map((line) => line.trim())
		.filter((line) => line !== "");

/** What the contract refuses in a form, by field; a site is named with its message. @throws never */
export function wrongIn(form: PolicyForm): Readonly<Record<string, string>> {
	const policy = policyOf(form);
	const issues = OrgPolicy.safeParse(policy).error?.issues ?? [];
	const lists: Readonly<Record<string, readonly string[] | undefined>> = { only: policy.only, never: policy.never };
	return Object.fromEntries(
		issues.toReversed().map(({ path: [part, at], message }) => {
			const site = typeof at === "number" ? lists[String(part)]?.[at] : undefined;
			return [part === "hours" ? String(at) : String(part), site === undefined ? message : `“${site}” ${message}`];
		}),
	);
}

/** What a policy says, a sentence for each part. @throws never */
export function sentencesOf({ allowsAutonomous, only, never, acts, hours }: OrgPolicy): readonly string[] {
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
	];
}

const listed = new Intl.ListFormat("en", { type: "conjunction" });
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
