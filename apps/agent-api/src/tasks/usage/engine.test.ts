import { expect, test } from "vitest";
import { forecastOf, sparedBy, withTasks } from "./engine.ts";

const total = { promptTokens: 9_000, completionTokens: 1_000, calls: 12, steps: 10, usd: 0.2 };

test("steps of the rules are worth what as many steps of the model took", () => {
	expect(sparedBy(5, total)).toEqual({ steps: 5, tokens: 5_000, usd: 0.1 });
});

test("without a price or a step of the model nothing is made up", () => {
	const { usd: _, ...unpriced } = total;
	expect(sparedBy(5, unpriced)).toEqual({ steps: 5, tokens: 5_000 });
	expect(sparedBy(5, { promptTokens: 0, completionTokens: 0, calls: 0, steps: 0 })).toEqual({ steps: 5 });
});

test("days and users without a model call stand among the others with their tasks", () => {
	const used = { promptTokens: 100, completionTokens: 10, calls: 1, steps: 1 };
	const nothing = { promptTokens: 0, completionTokens: 0, calls: 0, steps: 0 };
	const tasks = (key: string, started: number) => ({ key, started, withoutModel: 0, completed: 0 });
	expect(withTasks([{ ...used, key: "2026-11-02" }], [tasks("2026-11-02", 3), tasks("2026-11-01", 2)], "day")).toEqual([
		{ ...nothing, key: "2026-11-01", tasks: 2 },
		{ ...used, key: "2026-11-02", tasks: 3 },
	]);
	expect(withTasks([{ ...used, key: "ada" }], [tasks("bob", 9)], "user")).toEqual([
		{ ...used, key: "ada", tasks: 0 },
		{ ...nothing, key: "bob", tasks: 9 },
	]);
});

test.for([
	["a third of a month on, three times as much", "2026-11-11T00:00:00Z", 30_000, 0.6],
	["on its first day, as many times as it has days", "2026-11-01T01:00:00Z", 300_000, 6],
	["at its end, what it was", "2026-11-30T23:59:59.999Z", 10_000, 0.2],
	["in a short month by its own days", "2026-02-15T00:00:00Z", 20_000, 0.4],
] as const)("a forecast says, %s", ([_name, at, tokens, usd]) => {
	const forecast = forecastOf(total, new Date(at));
	expect(forecast).toMatchObject({ month: at.slice(0, 7), tokens });
	expect(forecast.usd).toBeCloseTo(usd);
});
