import { afterEach, expect, test } from "vitest";
import { armFailpoints, failpoint } from "./failpoints.ts";

afterEach(() => armFailpoints(""));

test("a failpoint that nobody armed does nothing", async () => {
	armFailpoints("step.parsed=throw");
	await expect(failpoint("step.leased")).resolves.toBeUndefined();
});

test("an armed failpoint throws or delays", async () => {
	armFailpoints("step.parsed=throw, step.leased=delay:30");
	await expect(failpoint("step.parsed")).rejects.toThrow("failpoint step.parsed");
	const started = performance.now();
	await failpoint("step.leased");
	expect(performance.now() - started).toBeGreaterThan(25);
});

test("an entry that does not read is an error, not a failpoint that silently never strikes", () => {
	expect(() => armFailpoints("step.parsed=explode")).toThrow('the failpoint "step.parsed=explode"');
});
