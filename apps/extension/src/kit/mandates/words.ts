import type { Mandate, MandateState } from "@webhand/contracts/authority/mandate";
import type { MandateNote } from "@webhand/contracts/authority/mandate-note";
import { formatDay } from "../words/format.ts";
import { inLanguage, language } from "../words/language.ts";
import * as german from "./words.de.ts";

/** An amount in its currency; a bare number without one. @throws never */
export const moneyOf = (value: number, currency: string | undefined): string =>
	new Intl.NumberFormat(language, currency === undefined ? { minimumFractionDigits: 2 } : { style: "currency", currency }).format(value);

/** What a routine may do without asking. */
export const mandateText = inLanguage(german.mandateText, {
	open: "Let it save without asking",
	title: (name: string) => `Let “${name}” act without asking?`,
	loading: "Reading what it would do …",
	may: "It may then do this by itself",
	where: (sites: string) => `Only on ${sites}, and only with version and row as recorded.`,
	never: "It still asks about anything else: another amount, another control, passwords, permissions, a page that gives orders.",
	nothing: "Nothing of this routine can be allowed beforehand: no step of it saves or sends on a control that can be found again.",
	mayNot: "This routine cannot be allowed to act without asking: it names no site to begin on, or your organization leaves that to admins.",
	uses: "How often",
	usesHint: "Each save counts once.",
	hasAmount: "Also where money stands on the page",
	hasAmountHint: "Without it nothing is paid. With it, it asks where no amount can be read.",
	perUse: "Up to, each time",
	inSum: "Up to, in sum",
	currency: "Currency",
	hasHours: "Only in certain hours",
	from: "From",
	to: "To",
	workdays: "Only Monday to Friday",
	until: "Until",
	grant: "Allow",
	granted: "It acts without asking within these limits. You find it under Mandates, and can take it back there.",
	/** With a question. */
	question: "From now on",
	once: "Only this once",
	run: (rows: number) => `For all ${rows} rows of this run`,
	always: "Every time this routine runs, up to 100 times in 30 days",
	currencyHint: "Empty for bare numbers",
	upTo: (currency: string | undefined) => (currency === undefined ? "Up to, each time" : `Up to, each time, in ${currency}`),
	notRead: "This is no amount.",
	allowed: {
		once: "Allowed once.",
		run: (rows: number) => `Allowed for all ${rows} rows of this run`,
		always: (uses: number) => `Allowed each time this routine runs, up to ${uses} times`,
		upTo: (amount: string) => `, up to ${amount} each`,
	},
	/** Beside a step. */
	allowedBy: ({ createdAt, left, uses }: MandateNote) => `Allowed by the mandate of ${formatDay(createdAt)}, ${left} of ${uses} left`,
	/** Of a mandate, one line each. */
	limits: {
		oneRun: "for one run",
		noPayments: "no payments",
		amount: (perUse: string, inSum: string) => `up to ${perUse} each, ${inSum} in sum`,
		hours: (from: string, to: string, timeZone: string) => `from ${from} to ${to} (${timeZone})`,
	},
});

/** A mandate's limits as one line each. @throws never */
export function limitsOf({ amount, hours, runId }: Mandate): readonly string[] {
	const { limits } = mandateText;
	return [
		...(runId === undefined ? [] : [limits.oneRun]),
		amount === undefined
			? limits.noPayments
			: limits.amount(moneyOf(amount.perUse, amount.currency), moneyOf(amount.inSum, amount.currency)),
		...(hours === undefined ? [] : [limits.hours(hours.from, hours.to, hours.timeZone)]),
	];
}

/** What the uses of a mandate cost; "" for nothing. @throws never */
export const spentOf = ({ amount, spent }: Mandate): string => (amount === undefined ? "" : moneyOf(spent, amount.currency));

export const mandateStates: Readonly<Record<MandateState, string>> = inLanguage(german.mandateStates, {
	standing: "In force",
	used_up: "Used up",
	ended: "Ended",
	revoked: "Taken back",
});
