import type { PolicyHours } from "@webhand/contracts/authority/policy";

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

/** Hours as a person reads them. @throws never */
export function hoursInWords({ days, from, to, timeZone }: PolicyHours): string {
	const names = days.toSorted((one, other) => one - other).map((day) => dayNames[day - 1]);
	return `${names.join(", ")} from ${from} to ${to} (${timeZone})`;
}
