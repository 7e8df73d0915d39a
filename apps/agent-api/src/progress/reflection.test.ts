import { describe, expect, test } from "vitest";
import type { ReflectionStep } from "./reflection.ts";
import { isLowTwice, isReflectionDue, reflect } from "./reflection.ts";

const step = (action: string, facts: Partial<ReflectionStep> = {}): ReflectionStep => ({
	action,
	isObserve: false,
	isSuccess: false,
	isError: false,
	completedPlanStep: false,
	...facts,
});
const worked = { isSuccess: true };
const failed = { isError: true };
const looked = { isObserve: true, isSuccess: true };
const done = { isSuccess: true, completedPlanStep: true };

// Scores worked out by hand from 0.5 s + 0.2 d + 0.3 p − 0.2 e − 0.2 max(0, o − 0.4).
describe.each([
	[
		"five different steps that worked, one plan step done",
		[step("a", worked), step("b", worked), step("c", worked), step("d", worked), step("e", done)],
		1,
		"high",
		[],
	],
	[
		"five different steps that worked without progress",
		["a", "b", "c", "d", "e"].map((key) => step(key, worked)),
		0.7,
		"high",
		["no_progress"],
	],
	[
		"three worked, two failed",
		[step("a", worked), step("b", worked), step("c", worked), step("d", failed), step("e", failed)],
		0.42,
		"medium",
		["repeated_errors", "no_progress"],
	],
	[
		"one action five times, all failed",
		[1, 2, 3, 4, 5].map(() => step("a", failed)),
		0,
		"low",
		["repeated_errors", "low_diversity", "no_progress"],
	],
	["five different looks", ["a", "b", "c", "d", "e"].map((key) => step(key, looked)), 0.08, "low", ["many_observes", "no_progress"]],
	[
		"three looks, two that worked",
		[step("a", looked), step("b", looked), step("c", looked), step("d", worked), step("e", worked)],
		0.36,
		"medium",
		["many_observes", "no_progress"],
	],
	[
		"one worked and finished a plan step, four failed alike",
		[step("a", done), ...[1, 2, 3, 4].map(() => step("b", failed))],
		0.32,
		"low",
		["repeated_errors", "low_diversity"],
	],
] as const)("%s", (_name, steps, score, efficiency, issues) => {
	test(`scores ${score}, which is ${efficiency}`, () => {
		const reflection = reflect(steps, 5);
		expect(reflection).toMatchObject({ step: 5, score, efficiency, issues });
		expect(reflection.suggestions).toHaveLength(issues.length);
	});
});

test("only the newest five steps are judged", () => {
	const old = [1, 2, 3].map(() => step("x", failed));
	const fresh = ["a", "b", "c", "d", "e"].map((key) => step(key, done));
	expect(reflect([...old, ...fresh], 10).score).toBe(1);
});

test("a reflection is due after each fifth step and never at the start", () => {
	expect([0, 1, 4, 5, 6, 10, 49, 50].filter(isReflectionDue)).toEqual([5, 10, 50]);
});

test("two low reflections in a row stop the task, a better one between them saves it", () => {
	const low = (stepCount: number) =>
		reflect(
			[1, 2, 3, 4, 5].map(() => step("a", failed)),
			stepCount,
		);
	const high = (stepCount: number) =>
		reflect(
			["a", "b", "c", "d", "e"].map((key) => step(key, done)),
			stepCount,
		);
	expect(isLowTwice([low(5), low(10)])).toBe(true);
	expect(isLowTwice([low(5), high(10), low(15)])).toBe(false);
	expect(isLowTwice([low(5)])).toBe(false);
});

test("an early reflection of a stalling page does not count towards the two", () => {
	const low = (stepCount: number) =>
		reflect(
			[1, 2, 3, 4, 5].map(() => step("a", failed)),
			stepCount,
		);
	expect(isLowTwice([low(4), low(5)])).toBe(false);
});
