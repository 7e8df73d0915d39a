import { expect, test, vi } from "vitest";
import { cronOf, dayOf, whenOf, whenWords } from "./when.ts";

test("what a preset says is read back from its expression", () => {
	const told = {
		"30 7 * * 1-5": "every weekday at 07:30",
		"0 0 * * *": "every day at 00:00",
		"5 18 * * 0": "every Sunday at 18:05",
		"5 18 * * 1": "every Monday at 18:05",
		"0 9 31 * *": "on day 31 of every month at 09:00",
		"15 * * * *": "every hour at minute 15",
		"*/5 8-18 * * 1-5": "cron */5 8-18 * * 1-5",
		"0 7 * 1 *": "cron 0 7 * 1 *",
	};
	for (const [cron, words] of Object.entries(told)) expect([cronOf(whenOf(cron)), whenWords(cron)]).toEqual([cron, words]);
});

test("a time that is none stays in the expression, for the server to name it", () => {
	expect(cronOf({ ...whenOf(undefined), time: "25:61" })).toBe("61 25 * * 1-5");
});

test("the last day that a schedule has is the day that was typed, west and east of UTC", () => {
	for (const zone of ["America/New_York", "Europe/Berlin", "Pacific/Auckland"]) {
		vi.stubEnv("TZ", zone);
		expect([zone, dayOf(new Date("2026-12-31T23:59:59").toISOString())]).toEqual([zone, "2026-12-31"]);
	}
	vi.unstubAllEnvs();
});
