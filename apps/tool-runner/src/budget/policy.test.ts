import { expect, test } from "vitest";
import { dayOf, secondsLeft, usedUp } from "./policy.ts";

const limits = { runs: 3, bytes: 2 * 1_048_576 };

test.each([
	["nothing yet", { runs: 0, bytes: 0 }, undefined],
	["one run left", { runs: 2, bytes: 0 }, undefined],
	["no run left", { runs: 3, bytes: 0 }, "runsPerDay"],
	["more runs than may be", { runs: 4, bytes: 0 }, "runsPerDay"],
	["one byte left", { runs: 1, bytes: 2_097_151 }, undefined],
	["no byte left", { runs: 1, bytes: 2_097_152 }, "outputPerDay"],
	["output above the budget", { runs: 1, bytes: 9_000_000 }, "outputPerDay"],
	["neither left", { runs: 3, bytes: 9_000_000 }, "runsPerDay"],
])("%s", (_name, used, name) => {
	expect(usedUp(used, limits)?.name).toBe(name);
});

test("a person reads what is used up, and when it goes on", () => {
	expect(usedUp({ runs: 0, bytes: 3_000_000 }, limits)?.message).toBe(
		"Commands and tool calls of your organization have stored their 2 MiB of output for today. It can go on after midnight UTC; who runs the server can allow more a day",
	);
});

test.each([
	["2026-11-29T00:00:00.000Z", "2026-11-29", 86_400],
	["2026-11-29T23:59:59.500Z", "2026-11-29", 1],
	["2026-12-31T12:00:00.000Z", "2026-12-31", 43_200],
])("%s is on %s, with %i seconds left", (at, day, left) => {
	expect([dayOf(new Date(at)), secondsLeft(new Date(at))]).toEqual([day, left]);
});
