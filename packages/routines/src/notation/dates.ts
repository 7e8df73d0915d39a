import { once } from "@webhand/page/once";

/** A day as `YYYY-MM-DD`, and the order in which it was written; absent where only one order is possible. */
export type DateReading = { readonly value: string; readonly order?: "day_first" | "month_first" };

const languages = ["en", "de", "fr", "es", "pt"] as const;
/** Two digits up to this are years of this century, as POSIX reads them. */
const lastOfThisCentury = 68;

/**
 * What a written date may mean: one reading, or two for `03/04/2026`. Months may be words of English, German, French, Spanish or Portuguese; a
 * time of day behind the date is left out.
 *
 * @returns no reading for what is no day of the calendar
 * @throws never
 */
export function readingsOfDate(text: string): readonly DateReading[] {
	const bare = withoutTime(text.trim());
	const [, year, month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare)?.flatMap((part, at) => (at === 2 ? [] : [part])) ?? [];
	if (year !== undefined) return dayOf(year, month, day).map((value) => ({ value }));
	const [, first = "", sign, second = "", last = ""] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\.?$/.exec(bare) ?? [];
	if (sign === undefined) return inWords(bare).map((value) => ({ value }));
	const dayFirst = dayOf(last, second, first).map((value): DateReading => ({ value, order: "day_first" }));
	// With dots the day stands first everywhere.
	if (sign === ".") return dayFirst;
	const monthFirst = dayOf(last, first, second).map((value): DateReading => ({ value, order: "month_first" }));
	const [one, other] = [dayFirst[0]?.value, monthFirst[0]?.value];
	return one === other ? dayFirst.map(({ value }) => ({ value })) : [...dayFirst, ...monthFirst];
}

const withoutTime = (text: string) =>
	text.replace(/(?:[T ]|, ?)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i, "");

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): readonly string[] {
	if (year === undefined || month === undefined || day === undefined) return [];
	const short = Number(year);
	const full = year.length === 2 ? short + (short <= lastOfThisCentury ? 2_000 : 1_900) : short;
	const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
	const isDay = full >= 1_000 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
	return isDay ? [date.toISOString().slice(0, 10)] : [];
}

const words = (text: string) =>
	text
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/\p{M}/gu, "")
		.match(/\p{L}+|\d+/gu) ?? [];

/** "3. März 2026", "March 3rd, 2026", "3 de marzo de 2026", behind a weekday or not. */
function inWords(text: string): readonly string[] {
	const parts = words(text).filter((part) => !/^(?:de|of|del|the|st|nd|rd|th|er)$/.test(part));
	const months = parts.flatMap((part) => monthsByName(languages).get(part) ?? []);
	const numbers = parts.filter((part) => /^\d+$/.test(part));
	const others = parts.length - months.length - numbers.length;
	const [month] = months;
	const [first, second] = numbers;
	if (month === undefined || months.length > 1 || numbers.length !== 2 || others > 1 || first === undefined || second === undefined)
		return [];
	const [year, day] = first.length === 4 ? [first, second] : [second, first];
	return dayOf(year, String(month), day);
}

/** Months by their long and short names, without accents. */
const monthsByName = once((all: readonly string[]): ReadonlyMap<string, number> => {
	const byName = new Map<string, number>([["sept", 9]]);
	for (const language of all)
		for (const style of ["long", "short"] as const) {
			const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
			for (let month = 0; month < 12; month += 1) {
				const [name = ""] = words(format(new Date(Date.UTC(2026, month, 15))));
				// A short form that means two months in two languages says neither.
				if (name.length >= 3 && (byName.get(name) ?? month + 1) === month + 1) byName.set(name, month + 1);
			}
		}
	return byName;
});
