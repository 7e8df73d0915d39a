import { expect, test } from "vitest";
import type { ReflectionStep } from "./reflection.ts";
import { isLowTwice, isReflectionDue, reflect } from "./reflection.ts";

const marks: Readonly<Record<string, Partial<ReflectionStep>>> = {
	"+": { isSuccess: true },
	"-": { isError: true },
	"?": { isObserve: true, isSuccess: true },
	"!": { isSuccess: true, completedPlanStep: true },
};

/** Steps as letters of actions with a mark each: `+` worked, `-` failed, `?` only looked, `!` worked and finished a plan step. */
const stepsOf = (line: string): readonly ReflectionStep[] =>
	line.split(" ").map((word) => {
		const none = { isObserve: false, isSuccess: false, isError: false, completedPlanStep: false };
		return { action: word.charAt(0), ...none, ...marks[word.charAt(1)] };
	});

// Scores worked out by hand from 0.5 s + 0.2 d + 0.3 p − 0.2 e − 0.2 max(0, o − 0.4).
test.each([
	["a+ b+ c+ d+ e!", 1, "high", []],
	["a+ b+ c+ d+ e+", 0.7, "high", ["no_progress"]],
	["a+ b+ c+ d- e-", 0.42, "medium", ["repeated_errors", "no_progress"]],
	["a- a- a- a- a-", 0, "low", ["repeated_errors", "low_diversity", "no_progress"]],
	["a? b? c? d? e?", 0.08, "low", ["many_observes", "no_progress"]],
	["a? b? c? d+ e+", 0.36, "medium", ["many_observes", "no_progress"]],
	["a! b- b- b- b-", 0.32, "low", ["repeated_errors", "low_diversity"]],
	["x- x- x- a! b! c! d! e!", 1, "high", []],
] as const)("%s scores %s, which is %s", (steps, score, efficiency, issues) => {
	const reflection = reflect(stepsOf(steps), 5);
	expect(reflection).toMatchObject({ step: 5, score, efficiency, issues });
	expect(reflection.suggestions).toHaveLength(issues.length);
});

test("a reflection is due after each fifth step and never at the start", () => {
	expect([0, 1, 4, 5, 6, 10, 49, 50].filter(isReflectionDue)).toEqual([5, 10, 50]);
});

const low = (stepCount: number) => reflect(stepsOf("a- a- a- a- a-"), stepCount);
const high = (stepCount: number) => reflect(stepsOf("a! b! c! d! e!"), stepCount);

test.each([
	["two low ones in a row", [low(5), low(10)], true],
	["a better one between them", [low(5), high(10), low(15)], false],
	["a single low one", [low(5)], false],
	["an early one of a stalling page does not count", [low(4), low(5)], false],
] as const)("reflections stop a task: %s", (_name, reflections, expected) => expect(isLowTwice(reflections)).toBe(expected));
