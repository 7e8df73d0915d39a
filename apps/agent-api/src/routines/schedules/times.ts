import { CronExpressionParser } from "cron-parser";

/** When something starts: cron in five fields, read on the clocks of a time zone. */
export type Times = { readonly cron: string; readonly timeZone: string; readonly endsAt?: Date | undefined };

const fields = ["minute", "hour", "day of the month", "month", "day of the week"] as const;
const known = /^(?:\d+|[*,/#L-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;
const everything = fields.map(() => "*");

/**
 * What is wrong with an expression, in words; undefined for a good one. The library would also read seconds, nicknames and chance, and add
 * fields that are missing.
 *
 * @throws never
 */
export function problemOfCron(cron: string): string | undefined {
	const parts = cron.trim().split(/\s+/);
	if (parts.length !== fields.length) return `must have five fields: ${fields.join(", ")}; it has ${cron.trim() === "" ? 0 : parts.length}`;
	for (const [at, part] of parts.entries()) {
		const alone = everything.with(at, part).join(" ");
		if (!known.test(part) || !isReadable(alone)) return `has a ${fields[at]} that cannot be read: ${part.slice(0, 40)}`;
	}
	if (!isReadable(cron)) return "names a day that its month does not have";
	return undefined;
}

function isReadable(cron: string): boolean {
	try {
		CronExpressionParser.parse(cron, { tz: "UTC", currentDate: new Date(0) }).next();
		return true;
	} catch {
		return false;
	}
}

/**
 * The first start after a moment; undefined when there is none before the end. Where clocks are put forward over a start, it takes place by as
 * much later, as it would without; where they are put back over it, once. An expression for each hour counts hours, not clocks.
 *
 * @throws Error for an expression that `problemOfCron` refuses
 */
export function nextStart({ cron, timeZone, endsAt }: Times, after: Date): Date | undefined {
	const [, hour = ""] = cron.trim().split(/\s+/);
	const next = hour.startsWith("*") ? nextByHours(cron, timeZone, after) : nextByClock(cron, timeZone, after);
	return next === undefined || (endsAt !== undefined && next > endsAt) ? undefined : next;
}

/** The starts after one moment up to another one, at most `limit`. @throws Error as `nextStart` does */
export function startsBetween(times: Times, { after, upTo, limit }: { readonly after: Date; readonly upTo: Date; readonly limit: number }) {
	const found: Date[] = [];
	for (let next = nextStart(times, after); next !== undefined && next <= upTo && found.length < limit; next = nextStart(times, next))
		found.push(next);
	return found;
}

const hourMs = 3_600_000;

/** The last starts from one moment up to another one, in order. Of a long time only its end is gone through. @throws Error as `nextStart` does */
export function lastStarts(times: Times, { from, upTo, limit }: { readonly from: Date; readonly upTo: Date; readonly limit: number }) {
	const before = from.getTime() - 1;
	for (let spanMs = hourMs; ; spanMs *= 2) {
		const after = new Date(Math.max(before, upTo.getTime() - spanMs));
		const found = startsBetween(times, { after, upTo, limit: Number.POSITIVE_INFINITY });
		if (found.length >= limit || after.getTime() === before) return found.slice(-limit);
	}
}

/** Each time that clocks show what is meant: until they are shifted, they are UTC and an offset. The library loses half an hour's shift. */
function nextByHours(cron: string, timeZone: string, after: Date): Date | undefined {
	let since = after.getTime();
	let offset = offsetAt(timeZone, since);
	let shown = since + offset;
	try {
		for (;;) {
			const at =
				CronExpressionParser.parse(cron, { tz: "UTC", currentDate: new Date(shown) })
					.next()
					.getTime() - offset;
			if (offsetAt(timeZone, at) === offset) return new Date(at);
			since = shiftBetween(timeZone, since, at);
			const isSkipped = at + offset < since + offsetAt(timeZone, since);
			if (isSkipped) return new Date(at);
			offset = offsetAt(timeZone, since);
			shown = since + offset - 1_000;
		}
	} catch {
		return undefined;
	}
}

/** The moment from which on clocks are not as far ahead of UTC as at the first one. */
function shiftBetween(timeZone: string, from: number, to: number): number {
	const before = offsetAt(timeZone, from);
	let [last, first] = [from, to];
	while (first - last > 1) {
		const middle = Math.floor((last + first) / 2);
		if (offsetAt(timeZone, middle) === before) last = middle;
		else first = middle;
	}
	return first;
}

/** The longest time by which clocks were ever put forward: over the date line. */
const longestShiftMs = 24 * 3_600_000;

/** Goes through the times that clocks show, and finds when each is: the library leaves out a start that no clock shows. */
function nextByClock(cron: string, timeZone: string, after: Date): Date | undefined {
	const offset = offsetAt(timeZone, after.getTime());
	// What clocks skipped shortly before takes place by as much later.
	const skippedBefore = Math.max(0, offset - offsetAt(timeZone, after.getTime() - longestShiftMs));
	const from = new Date(after.getTime() + offset - skippedBefore);
	const shown = CronExpressionParser.parse(cron, { tz: "UTC", currentDate: from });
	let best: Date | undefined;
	let lastShown = Number.POSITIVE_INFINITY;
	try {
		for (;;) {
			const wall = shown.next().getTime();
			if (wall > lastShown) return best;
			const { at, skipped } = momentOf(wall, timeZone);
			if (at <= after.getTime() || (best !== undefined && at >= best.getTime())) continue;
			best = new Date(at);
			// What clocks show after the hour that they skip may be before it.
			lastShown = wall + skipped;
		}
	} catch {
		return best;
	}
}

/** When clocks show a time, written as if it were UTC. `skipped`: they never do, since they are put forward by so much. */
function momentOf(wall: number, timeZone: string): { readonly at: number; readonly skipped: number } {
	const before = offsetAt(timeZone, wall - longestShiftMs);
	const behind = offsetAt(timeZone, wall + longestShiftMs);
	const first = wall - before;
	if (offsetAt(timeZone, first) === before) return { at: first, skipped: 0 };
	const second = wall - behind;
	if (offsetAt(timeZone, second) === behind) return { at: second, skipped: 0 };
	return { at: first, skipped: behind - before };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
	const part = Object.fromEntries(partsOf(timeZone, at).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

function partsOf(timeZone: string, at: number): readonly Intl.DateTimeFormatPart[] {
	const known = clocks.get(timeZone);
	const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
	const clock = known ?? new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numeric });
	if (known === undefined) clocks.set(timeZone, clock);
	return clock.formatToParts(at);
}
