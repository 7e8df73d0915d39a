import { afterEach, expect, test, vi } from "vitest";
import { createStep } from "./steps.mjs";

afterEach(() => {
	vi.useRealTimers();
});

test("a step is one line when it is done, and one each ten seconds before", async () => {
	vi.useFakeTimers({ now: 1_000_000 });
	const lines: string[] = [];
	const step = createStep({ print: (line) => lines.push(line), now: Date.now, startedAtMs: 1_000_000 - 2_300 });
	const done = Promise.withResolvers<string>();
	const result = step(
		"MongoDB",
		() => done.promise,
		(version) => `version ${version}`,
	);
	await vi.advanceTimersByTimeAsync(20_000);
	done.resolve("6.0.5");
	expect(await result).toBe("6.0.5");
	await vi.advanceTimersByTimeAsync(60_000);
	expect(lines).toEqual([
		"[ 12.3s] MongoDB … still at it after 10 s",
		"[ 22.3s] MongoDB … still at it after 20 s",
		"[ 22.3s] MongoDB … version 6.0.5",
	]);
});

test("a step that fails says so, and its error goes on", async () => {
	const lines: string[] = [];
	const step = createStep({ print: (line) => lines.push(line), now: () => 0, startedAtMs: 0 });
	await expect(step("Redis", () => Promise.reject(new Error("gone")), String)).rejects.toThrow("gone");
	expect(lines).toEqual(["[  0.0s] Redis … failed"]);
});
