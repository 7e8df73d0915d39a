import { expect, test } from "vitest";
import { sparedBy } from "./engine.ts";

const total = { promptTokens: 9_000, completionTokens: 1_000, calls: 12, steps: 10, usd: 0.2 };

test("steps of the rules are worth what as many steps of the model took", () => {
	expect(sparedBy(5, total)).toEqual({ steps: 5, tokens: 5_000, usd: 0.1 });
});

test("without a price or a step of the model nothing is made up", () => {
	const { usd: _, ...unpriced } = total;
	expect(sparedBy(5, unpriced)).toEqual({ steps: 5, tokens: 5_000 });
	expect(sparedBy(5, { promptTokens: 0, completionTokens: 0, calls: 0, steps: 0 })).toEqual({ steps: 5 });
});
