/** A step as the reflection counts it: `observe` for waits, scrolls and lookups; `isError` for a failure or an error of the client. */
export type ReflectionStep = {
	readonly action: string;
	readonly isObserve: boolean;
	readonly isSuccess: boolean;
	readonly isError: boolean;
	readonly completedPlanStep: boolean;
};

/** What was wrong with the last five steps. */
export type ReflectionIssue = "many_observes" | "repeated_errors" | "low_diversity" | "no_progress";

/** The stored outcome: `step` is the number of steps taken, `score` 0 to 1 in hundredths. */
export type Reflection = {
	readonly step: number;
	readonly efficiency: "low" | "medium" | "high";
	readonly score: number;
	readonly issues: readonly ReflectionIssue[];
	readonly suggestions: readonly string[];
};

const windowSize = 5;

const suggestionFor: Record<ReflectionIssue, string> = {
	many_observes: "Most of the last steps only looked: act on what the page already shows.",
	repeated_errors: "Several of the last steps failed: choose another control or another way to the goal.",
	low_diversity: "The last steps were nearly the same: try something different.",
	no_progress: "No plan step was finished in the last five steps: check whether the plan still fits the page.",
};

/** True when a reflection is due: every five steps. */
export function isReflectionDue(stepCount: number): boolean {
	return stepCount > 0 && stepCount % windowSize === 0;
}

/**
 * Scores the last steps by `0.5 s + 0.2 d + 0.3 p − 0.2 e − 0.2 max(0, o − 0.4)`, each share out of five.
 *
 * @param steps the task's newest steps, oldest first; only the last five count
 * @param stepCount steps taken so far, stored as `step`
 * @throws never
 */
export function reflect(steps: readonly ReflectionStep[], stepCount: number): Reflection {
	const recent = steps.slice(-windowSize);
	const share = (count: number) => count / windowSize;
	const success = share(recent.filter((step) => step.isSuccess && !step.isObserve).length);
	const errors = share(recent.filter((step) => step.isError).length);
	const observes = share(recent.filter((step) => step.isObserve).length);
	const diversity = share(new Set(recent.map((step) => step.action)).size);
	const progress = recent.some((step) => step.completedPlanStep) ? 1 : 0;
	const raw = 0.5 * success + 0.2 * diversity + 0.3 * progress - 0.2 * errors - 0.2 * Math.max(0, observes - 0.4);
	const score = Math.round(Math.min(1, Math.max(0, raw)) * 100) / 100;
	const issues: ReflectionIssue[] = [];
	if (observes >= 0.6) issues.push("many_observes");
	if (errors >= 0.4) issues.push("repeated_errors");
	if (diversity <= 0.4) issues.push("low_diversity");
	if (progress === 0) issues.push("no_progress");
	return { step: stepCount, efficiency: efficiencyOf(score), score, issues, suggestions: issues.map((issue) => suggestionFor[issue]) };
}

/** True when the newest two regular reflections were both low: the task is stopped. */
export function isLowTwice(reflections: readonly Reflection[]): boolean {
	const regular = reflections.filter((reflection) => isReflectionDue(reflection.step));
	return regular.length >= 2 && regular.slice(-2).every((reflection) => reflection.efficiency === "low");
}

function efficiencyOf(score: number): Reflection["efficiency"] {
	if (score < 0.35) return "low";
	return score < 0.65 ? "medium" : "high";
}
