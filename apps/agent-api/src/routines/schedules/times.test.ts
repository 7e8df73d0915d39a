import { expect, test } from "vitest";
import { lastStarts, nextStart, problemOfCron, startsBetween } from "./times.ts";

const next = (cron: string, timeZone: string, after: string, count = 3) =>
	startsBetween({ cron, timeZone }, { after: new Date(after), upTo: new Date("2040-01-01"), limit: count }).map((at) =>
		at.toISOString().replace(":00.000Z", "Z"),
	);

test("a wrong expression is refused with the part that is wrong", () => {
	const wrong = {
		"": "must have five fields",
		"* * * *": "must have five fields",
		"* * * * * *": "it has 6",
		"@daily": "must have five fields",
		"60 * * * *": "a minute that",
		"*/0 * * * *": "a minute that",
		"-1 * * * *": "a minute that",
		"1.5 * * * *": "a minute that",
		"1,2,, * * * *": "a minute that",
		"H * * * *": "a minute that",
		"\u0661 * * * *": "a minute that",
		"* 24 * * *": "a hour that",
		"* 5-1 * * *": "a hour that",
		"0 0 32 * *": "a day of the month that",
		"0 0 1W * *": "a day of the month that",
		"0 0 1 13 *": "a month that",
		"0 0 1 foo *": "a month that",
		"* * * * 8": "a day of the week that",
		"* * * * *;rm": "a day of the week that",
		"0 0 31 2 *": "does not have",
		"0 0 30 feb *": "does not have",
		"0 0 31 2,4 *": "does not have",
		[`${"1,".repeat(90)}1 * * * * *`]: "it has 6",
	};
	for (const [cron, problem] of Object.entries(wrong))
		expect([cron, problemOfCron(cron) ?? ""]).toEqual([cron, expect.stringMatching(problem)]);
	for (const cron of ["* * * * *", "30 7 * * 1-5", "0 7 * * MON-FRI", "0 0 L * *", "0 9 * * 1#2", "*/15 8-18 * mar,oct thu", "0 0 29 2 *"])
		expect([cron, problemOfCron(cron)]).toEqual([cron, undefined]);
});

test("a day of the month and one of the week together mean either", () => {
	expect(next("0 12 1 * 1", "UTC", "2026-11-28T00:00:00Z")).toEqual(["2026-11-30T12:00Z", "2026-12-01T12:00Z", "2026-12-07T12:00Z"]);
});

test("where clocks are put forward over a start, it takes place by as much later", () => {
	expect(next("30 2 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z")).toEqual([
		"2026-03-28T01:30Z",
		"2026-03-29T01:30Z",
		"2026-03-30T00:30Z",
	]);
	// A gap of half an hour, and one at midnight.
	expect(next("15 2 * * *", "Australia/Lord_Howe", "2026-10-02T16:00:00Z", 2)).toEqual(["2026-10-03T15:45Z", "2026-10-04T15:15Z"]);
	expect(next("0 0 * * *", "America/Santiago", "2026-09-05T12:00:00Z", 2)).toEqual(["2026-09-06T04:00Z", "2026-09-07T03:00Z"]);
	// Samoa left out 30 December 2011.
	expect(next("0 9 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", 1)).toEqual(["2011-12-30T19:00Z"]);
	expect(next("*/30 1-3 * * *", "Europe/Berlin", "2026-03-28T23:50:00Z", 5)).toEqual([
		"2026-03-29T00:00Z",
		"2026-03-29T00:30Z",
		"2026-03-29T01:00Z",
		"2026-03-29T01:30Z",
		"2026-03-29T23:00Z",
	]);
});

test("where clocks are put back over a start, it takes place once", () => {
	expect(next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z")).toEqual([
		"2026-10-25T00:30Z",
		"2026-10-26T01:30Z",
		"2026-10-27T01:30Z",
	]);
	expect(next("45 1 * * *", "Australia/Lord_Howe", "2027-04-03T00:00:00Z", 2)).toEqual(["2027-04-03T14:45Z", "2027-04-04T15:15Z"]);
});

test("each hour is each hour, also while clocks are put back or forward", () => {
	expect(next("0 * * * *", "Europe/Berlin", "2026-10-24T22:50:00Z", 4)).toEqual([
		"2026-10-24T23:00Z",
		"2026-10-25T00:00Z",
		"2026-10-25T01:00Z",
		"2026-10-25T02:00Z",
	]);
	expect(next("0 * * * *", "Europe/Berlin", "2026-03-28T23:50:00Z")).toEqual([
		"2026-03-29T00:00Z",
		"2026-03-29T01:00Z",
		"2026-03-29T02:00Z",
	]);
	// By half an hour.
	expect(next("0 * * * *", "Australia/Lord_Howe", "2027-04-03T13:50:00Z")).toEqual([
		"2027-04-03T14:00Z",
		"2027-04-03T15:30Z",
		"2027-04-03T16:30Z",
	]);
	expect(next("0 */2 * * *", "America/New_York", "2026-03-08T05:10:00Z", 2)).toEqual(["2026-03-08T07:00Z", "2026-03-08T08:00Z"]);
	expect(next("0 */2 * * *", "Europe/Berlin", "2026-10-24T23:10:00Z")).toEqual([
		"2026-10-25T00:00Z",
		"2026-10-25T01:00Z",
		"2026-10-25T03:00Z",
	]);
});

test("a time of the day has one start on each day, in zones that put their clocks forward or back", () => {
	for (const timeZone of ["Europe/Berlin", "America/New_York", "America/St_Johns", "Antarctica/Troll"])
		for (const [hour, from] of [1, 2].flatMap((one) =>
			["2026-03-01T12:00:00Z", "2026-10-10T12:00:00Z"].map((day) => [one, day] as const),
		)) {
			const starts = next(`20 ${hour} * * *`, timeZone, from, 40);
			const days = Math.round((Date.parse(starts.at(-1) ?? "") - Date.parse(starts[0] ?? "")) / 86_400_000);
			expect([timeZone, hour, from, starts.length, days]).toEqual([timeZone, hour, from, 40, 39]);
		}
});

test("there is no start behind the end", () => {
	const times = { cron: "0 12 * * *", timeZone: "UTC", endsAt: new Date("2026-01-02T12:00:00Z") };
	expect(nextStart(times, new Date("2026-01-02T11:00:00Z"))).toEqual(times.endsAt);
	expect(nextStart(times, times.endsAt)).toBeUndefined();
});

test("of a long time the last starts are found at its end", () => {
	const last = (cron: string, from: string, limit: number) =>
		lastStarts({ cron, timeZone: "UTC" }, { from: new Date(from), upTo: new Date("2026-06-01T00:00:30Z"), limit }).map((at) =>
			at.toISOString().slice(0, 16),
		);
	expect(last("* * * * *", "2020-01-01T00:00:00Z", 2)).toEqual(["2026-05-31T23:59", "2026-06-01T00:00"]);
	expect(last("0 0 1 * *", "2026-04-01T00:00:00Z", 100)).toEqual(["2026-04-01T00:00", "2026-05-01T00:00", "2026-06-01T00:00"]);
	expect(last("0 0 1 * *", "2026-06-01T00:00:00Z", 100)).toEqual(["2026-06-01T00:00"]);
});

test("a start of each minute of named hours is found without going through the day before", () => {
	const began = performance.now();
	const times = { cron: "* 0-23 * * *", timeZone: "Europe/Berlin" };
	expect(lastStarts(times, { from: new Date("2026-06-01T00:00:00Z"), upTo: new Date("2026-06-01T08:00:00Z"), limit: 100 })).toHaveLength(
		100,
	);
	expect(performance.now() - began).toBeLessThan(4_000);
});
