import { MandateTerms } from "@webhand/contracts/authority/mandate";

/** The limits of a mandate as typed; `until` is a day. */
export type TermsForm = {
	readonly uses: string;
	readonly hasAmount: boolean;
	readonly perUse: string;
	readonly inSum: string;
	readonly currency: string;
	readonly hasHours: boolean;
	readonly from: string;
	readonly to: string;
	readonly isWorkdays: boolean;
	readonly until: string;
};

const dayMs = 86_400_000;
const usualDays = 30;

/** Limits that are proposed. @param now in ms since the epoch @throws never */
export function usualTerms(now: number): TermsForm {
	const until = new Date(now + usualDays * dayMs).toISOString().slice(0, 10);
	const hours = { hasHours: false, from: "08:00", to: "18:00", isWorkdays: true };
	return { uses: "20", hasAmount: false, perUse: "50", inSum: "500", currency: "EUR", ...hours, until };
}

/** An amount as a person types it; NaN for none. @throws never */
export const amountOf = (typed: string): number =>
	/^\d+(?:[.,]\d{1,2})?$/.test(typed.trim()) ? Number(typed.trim().replace(",", ".")) : Number.NaN;

/** The limits that a form says, or what is wrong by field. The last day counts whole. @throws never */
export function termsOf(
	form: TermsForm,
	timeZone: string,
): { readonly terms: MandateTerms } | { readonly problems: Readonly<Record<string, string>> } {
	const { uses, perUse, inSum, currency, from, to, isWorkdays, until } = form;
	const end = new Date(`${until}T23:59:59.999`);
	const days = isWorkdays ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7];
	const read = MandateTerms.safeParse({
		uses: Number(uses),
		...(form.hasAmount ? { amount: { perUse: amountOf(perUse), inSum: amountOf(inSum), ...currencyOf(currency) } } : {}),
		...(form.hasHours ? { hours: { days, from: from.trim(), to: to.trim(), timeZone } } : {}),
		until: Number.isNaN(end.getTime()) ? until : end.toISOString(),
	});
	if (read.success) return { terms: read.data };
	return { problems: Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [String(path.at(-1)), message])) };
}

const currencyOf = (typed: string) => (typed.trim() === "" ? {} : { currency: typed.trim().toUpperCase() });
