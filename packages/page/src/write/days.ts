import { newest } from "../once.ts";

/** A month of a calendar; `month` counts from 1. */
export type Month = { readonly year: number; readonly month: number };
export type Day = Month & { readonly day: number };

/** Names of the months in a language, long and short, alone and within a date. */
const monthNames = newest(16, (language: string): ReadonlyMap<string, number> => {
	const found = new Map<string, number>();
	for (const style of ["long", "short"] as const) {
		for (const more of [{}, { day: "numeric" }] as const) {
			for (let month = 1; month <= 12; month += 1) {
				const name = nameOf(language, new Date(Date.UTC(2026, month - 1, 1)), { month: style, ...more });
				if (name !== "") found.set(name, month);
			}
		}
	}
	return found;
});

function nameOf(language: string, date: Date, style: Intl.DateTimeFormatOptions): string {
	try {
		const parts = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" }).formatToParts(date);
		return fold(parts.find(({ type }) => type === "month")?.value ?? "");
	} catch {
		// A page may name a language that does not exist.
		return "";
	}
}

const fold = (word: string) => word.toLowerCase().replace(/\.$/, "");

function namedMonth(text: string, languages: readonly string[]): number | undefined {
	const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
	for (const language of languages) {
		const known = monthNames(language);
		const found = new Set(words.flatMap((word) => known.get(word) ?? []));
		const [month] = found;
		if (month !== undefined && found.size === 1) return month;
	}
	return undefined;
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map((digits) => ({ value: Number(digits), isYear: digits.length === 4 }));

/**
 * The month that a text names, such as the head of a calendar: by its name or its number, with a year of four digits.
 *
 * @param languages whose names of months count
 */
export function monthIn(text: string, languages: readonly string[]): Month | undefined {
	const numbers = numbersIn(text);
	const years = numbers.filter(({ isYear }) => isYear);
	const [year] = years;
	if (year === undefined || years.some(({ value }) => value !== year.value)) return undefined;
	const month = namedMonth(text, languages) ?? numbers.find(({ isYear, value }) => !isYear && value >= 1 && value <= 12)?.value;
	return month === undefined ? undefined : { year: year.value, month };
}

/**
 * The day that a text names: year first, day first with dots, or with the name of its month. Numbers of which either may be the day name
 * none.
 *
 * @param languages whose names of months count
 */
export function dayIn(text: string, languages: readonly string[]): Day | undefined {
	const [, first, second, third] = /(?<!\d)(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})(?!\d)/.exec(text) ?? [];
	if (first !== undefined) return valid({ year: Number(first), month: Number(second), day: Number(third) });
	const [, one, sign, two, year] = /(?<!\d)(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?!\d)/.exec(text) ?? [];
	if (year !== undefined) {
		const [a, b] = [Number(one), Number(two)];
		if (sign === "." || a > 12 || a === b) return valid({ year: Number(year), month: b, day: a });
		return b > 12 ? valid({ year: Number(year), month: a, day: b }) : undefined;
	}
	const month = namedMonth(text, languages);
	const numbers = numbersIn(text);
	const [years, days] = [numbers.filter(({ isYear }) => isYear), numbers.filter(({ isYear }) => !isYear)];
	if (month === undefined || years.length !== 1 || days.length !== 1) return undefined;
	return valid({ year: years[0]?.value ?? 0, month, day: days[0]?.value ?? 0 });
}

function valid(day: Day): Day | undefined {
	const date = new Date(Date.UTC(day.year, day.month - 1, day.day));
	return date.getUTCMonth() === day.month - 1 && date.getUTCDate() === day.day ? day : undefined;
}

export const isSameDay = (one: Day, other: Day): boolean => one.year === other.year && one.month === other.month && one.day === other.day;

/** How many months lie between two, negative where the other is earlier. */
export const monthsTo = (from: Month, to: Month): number => (to.year - from.year) * 12 + to.month - from.month;
