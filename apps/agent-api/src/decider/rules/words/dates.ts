import { casual } from "chrono-node/en";

/** A calendar day: month and day count from 1. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** A time of day on the 24-hour clock. */
export type Clock = { readonly hour: number; readonly minute: number };

const monthNames = "january february march april may june july august september october november december".split(" ");

/** The month (1–12) a word or its first three letters name; undefined for other words. */
export function monthOf(word: string): number | undefined {
	const lower = word.toLowerCase();
	const index = monthNames.findIndex((name) => name === lower || (lower.length >= 3 && name.startsWith(lower)));
	return index === -1 ? undefined : index + 1;
}

/** The English name of a month, 1–12. */
export function monthName(month: number): string {
	const name = monthNames[month - 1] ?? "";
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The day that a text names, relative words ("tomorrow", "in 3 days") counted from `now`; undefined when it names none.
 * `12/10/2026` is read month first, as English pages write it, unless only the other order makes a day or the marks are dots.
 */
export function parseDay(text: string, now: Date): Day | undefined {
	const trimmed = text.trim();
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(trimmed);
	if (iso) return validDay({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
	const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})$/.exec(trimmed);
	if (numeric) {
		const year = Number(numeric[4]) + (numeric[4]?.length === 2 ? 2_000 : 0);
		const [first, second] = [Number(numeric[1]), Number(numeric[3])];
		const monthFirst = validDay({ year, month: first, day: second });
		const dayFirst = validDay({ year, month: second, day: first });
		return numeric[2] === "." ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
	}
	const parsed = casual.parse(trimmed, now, { forwardDate: true })[0]?.start;
	const [year, month, day] = [parsed?.get("year"), parsed?.get("month"), parsed?.get("day")];
	if (parsed === undefined || typeof year !== "number" || typeof month !== "number" || typeof day !== "number") return undefined;
	return parsed.isCertain("day") || parsed.isCertain("weekday") ? validDay({ year, month, day }) : undefined;
}

/** The time of day that a text names ("10:30", "2pm"); undefined when it names none. */
export function parseClock(text: string): Clock | undefined {
	const found = /^\s*(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(text);
	if (found === null) return undefined;
	const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
	const half = found[3]?.toLowerCase();
	if (hour > (half === undefined ? 23 : 12) || minute > 59) return undefined;
	if (half === undefined) return { hour, minute };
	return { hour: (hour % 12) + (half === "p" ? 12 : 0), minute };
}

/**
 * A day as a field wants it: ISO for native date fields, else after the pattern of the field (`MM/DD/YYYY`, `dd.mm.yy`, …),
 * else month/day/year.
 */
export function writeDay(day: Day, pattern: string): string {
	const two = (value: number) => String(value).padStart(2, "0");
	if (pattern === "iso") return `${day.year}-${two(day.month)}-${two(day.day)}`;
	if (!isDayPattern(pattern)) return `${two(day.month)}/${two(day.day)}/${day.year}`;
	return pattern.replace(/y+|m+|d+/gi, (run) => {
		const letter = run[0]?.toLowerCase();
		if (letter === "y") return run.length <= 2 ? String(day.year).slice(-2) : String(day.year);
		if (letter === "m")
			return run.length === 1
				? String(day.month)
				: run.length >= 3
					? monthName(day.month).slice(0, run.length === 3 ? 3 : undefined)
					: two(day.month);
		return run.length === 1 ? String(day.day) : two(day.day);
	});
}

/** True for a pattern that says where year, month and day go. */
function isDayPattern(text: string): boolean {
	const letters = text.toLowerCase();
	return /^[ymd\s./,-]{5,20}$/.test(letters) && letters.includes("y") && letters.includes("m") && letters.includes("d");
}

/** Months from one day's month to another's, negative backwards. */
export function monthsBetween(
	from: { readonly year: number; readonly month: number },
	to: { readonly year: number; readonly month: number },
): number {
	return (to.year - from.year) * 12 + (to.month - from.month);
}

function validDay(day: Day): Day | undefined {
	const date = new Date(Date.UTC(day.year, day.month - 1, day.day));
	return date.getUTCMonth() + 1 === day.month && date.getUTCDate() === day.day && day.year >= 1_000 ? day : undefined;
}
