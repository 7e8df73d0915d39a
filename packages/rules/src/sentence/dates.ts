import { casual } from "chrono-node/en";

const mayBeDate = /\d|\b(?:today|tomorrow|yesterday|next|this|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
const isDuration = /^\d+ (?:second|minute|hour|day|week|month|year)s?$/i;
const maxDateLength = 60;

/**
 * Reads a text that is nothing but a date, a time or both ("5 March 2026", "12/05/2026" month first, "tomorrow", "10:30").
 *
 * @param now today, for "tomorrow" and for a day without a year
 * @returns "2026-03-05", "15:00" or "2026-03-05T15:00"; undefined for any other text
 * @throws never
 */
export function dateOf(text: string, now: Date): string | undefined {
	const trimmed = text
		.trim()
		.replace(/^today's date$/i, "today")
		// Dots put the day first.
		.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, "$3-$2-$1");
	if (isDuration.test(trimmed) || trimmed.length > maxDateLength || !mayBeDate.test(trimmed)) return undefined;
	const found = casual.parse(trimmed, now, { forwardDate: true });
	const [first] = found;
	if (first === undefined || found.length > 1 || first.index !== 0 || first.text.length !== trimmed.length || first.end) return undefined;
	const { start } = first;
	const part = (name: "year" | "month" | "day" | "hour" | "minute") => String(start.get(name) ?? 0).padStart(2, "0");
	const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
	const time = start.isCertain("hour") && /\d|noon|midnight/i.test(trimmed) ? `${part("hour")}:${part("minute")}` : "";
	const hasDay = start.isCertain("day") || start.isCertain("weekday");
	if (!hasDay && (time === "" || !/[:apn]/i.test(trimmed))) return undefined;
	if (!hasDay) return time;
	return time === "" ? day : `${day}T${time}`;
}
