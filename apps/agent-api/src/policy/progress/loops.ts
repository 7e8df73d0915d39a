import type { Action } from "@webhand/contracts/action/grammar";
import type { LoopRule } from "@webhand/contracts/agent/step-labels";
import type { Expectation } from "@webhand/contracts/agent/task";

/** A step as the loop rules see it, its keys as in `facts/keys.ts`; `isProven`: what the action was expected to do was seen to happen. */
export type LoopStep = {
	readonly action: string;
	readonly page: string;
	readonly base: string;
	/** Absent in steps of before there were any. */
	readonly numbers?: string;
	readonly isProven: boolean;
	readonly isSuccess: boolean;
	/** Seconds of a `wait`, undefined for every other action. */
	readonly waitSeconds?: number;
	/** A wait for something that was named. */
	readonly isExplicitWait?: boolean;
	readonly isLookup: boolean;
};

/**
 * `rule`: the rule that fired; the first three are patterns of spec 003 "Loop Detection". `forbid`: the action is not sent; the decider is
 * asked once more with `reason`, and if it insists the task ends.
 */
export type LoopVerdict = { readonly kind: "pass" } | { readonly kind: "forbid"; readonly rule: LoopRule; readonly reason: string };

const maxWaitSeconds = 10;
const maxAwaitSeconds = 60;
const maxLookupsInRow = 3;
const stepsWithoutSuccess = 8;

/**
 * Says whether a proposed action would repeat what led nowhere. The same action on the same page counts unless it was proven, so turned
 * pages, counters and steppers never count. A wait for a named thing is bounded by one minute alone.
 *
 * @param past the task's newest steps, oldest first, at most 20; waits that the engine put in are left out by the caller
 * @param next the proposed action
 * @throws never
 */
export function checkLoop(past: readonly LoopStep[], next: LoopStep): LoopVerdict {
	if (next.isExplicitWait === true)
		return secondsOf(past.slice(past.findLastIndex((step) => step.isExplicitWait !== true) + 1)) + (next.waitSeconds ?? 0) > maxAwaitSeconds
			? forbid("idle_wait", "a minute of waiting for this was not enough: do something else")
			: { kind: "pass" };
	return checkRepeats(
		past.filter((step) => step.isExplicitWait !== true),
		next,
	);
}

function checkRepeats(past: readonly LoopStep[], next: LoopStep): LoopVerdict {
	const line = [...past, next];
	if (next.waitSeconds !== undefined && waitedOn(past, next) + next.waitSeconds > maxWaitSeconds)
		return forbid("idle_wait", "waiting did not change this page: do something else");
	if (next.isLookup && lastRun(past, (step) => step.isLookup) >= maxLookupsInRow)
		return forbid("repeat_lookup", "three lookups in a row: act on what they found, or go another way");
	if (lastRun(line, (step) => isSameUse(step, next)) >= 3)
		return forbid("repeat_run", "the same action three times in a row changed nothing");
	if (line.length >= 4 && line.slice(-4).every((step) => isSameUse(step, next)))
		return forbid("repeat_window", "the same action four times in four steps changed nothing");
	if (countIn(line.slice(-7), next) >= 5) return forbid("alternate", "the same action five times in seven steps changed nothing");
	if (alternates(line.slice(-7))) return forbid("alternate", "two actions took turns for seven steps and changed nothing");
	if (isCycle(line)) return forbid("cycle", "the same few actions came around again and the page is as before");
	if (repeatsPages(line)) return forbid("cycle", "the same action leads through the same few pages again and again");
	if (lastRun(line, (step) => step.base === next.base && !step.isSuccess) >= stepsWithoutSuccess)
		return forbid("no_progress", "eight steps on this page without a success: leave it, ask or give up");
	return { kind: "pass" };
}

/** True when the task has stood four steps on one page without a success: time to reflect before the eighth. */
export function isStalling(all: readonly LoopStep[]): boolean {
	const past = all.filter((step) => step.isExplicitWait !== true);
	const newest = past.at(-1);
	return newest !== undefined && lastRun(past, (step) => step.base === newest.base && !step.isSuccess) === 4;
}

function forbid(rule: LoopRule, reason: string): LoopVerdict {
	return { kind: "forbid", rule, reason };
}

function isSameUse(step: LoopStep, next: LoopStep): boolean {
	return step.action === next.action && step.page === next.page && !step.isProven && !isOtherListPage(step.numbers, next.numbers);
}

const numberDigits = 6;
const turnedFrom = 3;

/** Three lines with other numbers are another page of a list; one or two are a counter somewhere. */
function isOtherListPage(before = "", now = ""): boolean {
	if (before === now) return false;
	const had = new Set(numberLines(before));
	return numberLines(now).filter((line) => !had.has(line)).length >= turnedFrom;
}

function numberLines(sample: string): readonly string[] {
	return Array.from({ length: sample.length / numberDigits }, (_, index) => sample.slice(index * numberDigits, (index + 1) * numberDigits));
}

function countIn(steps: readonly LoopStep[], next: LoopStep): number {
	return steps.filter((step) => isSameUse(step, next)).length;
}

/** How many steps at the end fulfil a condition. */
function lastRun(steps: readonly LoopStep[], holds: (step: LoopStep) => boolean): number {
	const broken = steps.findLastIndex((step) => !holds(step));
	return steps.length - 1 - broken;
}

function waitedOn(past: readonly LoopStep[], next: LoopStep): number {
	return secondsOf(past.filter((step) => step.base === next.base));
}

function secondsOf(steps: readonly LoopStep[]): number {
	return steps.reduce((sum, step) => sum + (step.waitSeconds ?? 0), 0);
}

function alternates(steps: readonly LoopStep[]): boolean {
	const [first, second] = steps;
	if (steps.length < 7 || first === undefined || second === undefined || isSameUse(first, second)) return false;
	return steps.every((step, index) => isSameUse(step, index % 2 === 0 ? first : second));
}

/** True when the newest steps went twice through the same two to four actions on equal pages. */
function isCycle(steps: readonly LoopStep[]): boolean {
	return [2, 3, 4].some((length) => {
		const twice = steps.slice(-2 * length);
		const again = twice.slice(length);
		const isRepeated = (step: LoopStep, index: number) => isSameUse(twice[index] ?? step, step);
		return twice.length === 2 * length && again.every(isRepeated) && new Set(again.map((step) => step.action)).size > 1;
	});
}

const rounds = 3;

/** One action led three times through the same two to four pages: a switch that goes on and off, a carousel that starts over. */
function repeatsPages(line: readonly LoopStep[]): boolean {
	return [2, 3, 4].some((length) => {
		const steps = line.slice(-rounds * length);
		const [first] = steps;
		if (first === undefined || steps.length < rounds * length || new Set(steps.slice(0, length).map(({ page }) => page)).size < length)
			return false;
		return steps.every((step, index) => {
			const earlier = steps[index - length] ?? step;
			return step.action === first.action && step.page === earlier.page && !isOtherListPage(earlier.numbers, step.numbers);
		});
	});
}

const nameable: ReadonlySet<Expectation["kind"]> = new Set([
	...(["url_contains", "url_changes", "text_appears", "text_gone", "element_appears", "element_gone"] as const),
	...(["dialog_opens", "dialog_closes", "state_is", "value_is"] as const),
	// Explicit only where the decider bounds its waits.
	"any_change" as const,
]);

/** True for a wait whose decider names what it waits for. @param isExplicit false where the expectation held before */
export function isExplicitWait(action: Action, expect: Expectation | undefined, isExplicit: boolean): boolean {
	return action.name === "wait" && isExplicit && expect !== undefined && nameable.has(expect.kind);
}

/** True for a task that says how long to wait: "wait 30 seconds". */
export function asksToWait(query: string): boolean {
	return /\bwait\b[^.;!?]{0,20}\b(?:\d+|a|one|two|three|half|few) ?(?:s|secs?|seconds?|mins?|minutes?)\b/i.test(query);
}
