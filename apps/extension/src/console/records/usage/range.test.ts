import { expect, test } from "vitest";
import { daysOf, presetOf, presetsOf } from "./range.ts";

test.for([
	["2026-11-23", "2026-11-17", "2026-10-25", "2026-11-01", ["2026-10-01", "2026-10-31"]],
	["2026-01-01", "2025-12-26", "2025-12-03", "2026-01-01", ["2025-12-01", "2025-12-31"]],
	["2024-03-31", "2024-03-25", "2024-03-02", "2024-03-01", ["2024-02-01", "2024-02-29"]],
] as const)("on %s the presets begin and end on whole days", ([today, week, month, thisMonth, [from, to]]) => {
	expect(presetsOf(today)).toEqual({
		week: { from: week, to: today },
		month: { from: month, to: today },
		thisMonth: { from: thisMonth, to: today },
		lastMonth: { from, to },
	});
	expect(presetOf({ from, to }, today)).toBe("lastMonth");
	expect(presetOf({ from: "2020-01-01", to }, today)).toBeNull();
});

test("a range has a place for each of its days, with or without usage, and never more than a year", () => {
	const row = { key: "2026-03-01", promptTokens: 1, completionTokens: 1, calls: 1, steps: 1 };
	expect(daysOf({ from: "2026-02-28", to: "2026-03-02" }, [row])).toEqual([
		{ day: "2026-02-28", row: undefined },
		{ day: "2026-03-01", row },
		{ day: "2026-03-02", row: undefined },
	]);
	expect(daysOf({ from: "2026-03-02", to: "2026-03-01" }, [])).toEqual([]);
	expect(daysOf({ from: "1000-01-01", to: "2026-03-01" }, [])).toHaveLength(366);
});
