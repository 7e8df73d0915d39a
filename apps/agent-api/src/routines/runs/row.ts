import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps, innerSteps } from "@webhand/contracts/routine/step";
import type { Words } from "@webhand/contracts/routine/words";
import { once } from "@webhand/page/once";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { wordsText } from "@webhand/routines/target/words";
import type { Plan, StoredRow } from "./store.ts";

/** The key under which the task of an attempt at a row is made: the same attempt never gets two. @throws never */
export const attemptKey = ({ runId, key, attempt }: Pick<StoredRow, "runId" | "key" | "attempt">) => `row\n${runId}\n${attempt}\n${key}`;

/**
 * What a row orders, for the gate: the steps in words, the texts that they type and name, and the values of the row, secrets included. Never
 * stored.
 *
 * @throws never
 */
export function wordsOfRow(plan: Plan, values: Readonly<Record<string, string>>): string {
	const { sentences, words } = saidBy(plan);
	const texts = words.flatMap((one) => wordsText(one, values) ?? []);
	return [...new Set([...sentences, ...texts, ...Object.values(values)])].join("\n");
}

/** What the steps of a plan say, whatever the row: worked out once for a plan that is held. */
const saidBy = once(({ program, called }: Plan) => {
	const programs = [program, ...Object.values(called)];
	return { sentences: programs.flatMap((one) => sentencesOf(one).map(({ text }) => text)), words: programs.flatMap(textsOf) };
});

function textsOf({ start, steps }: RoutineProgram): readonly Words[] {
	return [...(start === undefined ? [] : [start]), ...allSteps(steps).flatMap(wordsIn)];
}

function wordsIn(step: RoutineStep): readonly Words[] {
	if (step.do === "fill") return [step.value, step.target.name];
	if (step.do === "choose") return [...step.values, step.target.name];
	if (step.do === "open") return [step.address];
	return "target" in step && step.target !== undefined ? [step.target.name] : [];
}

/** Steps of a task for each step of a routine: looks, tries, questions and approvals count, too. */
const perStep = 4;
const spare = 40;
const mostSteps = 5_000;

/** How many steps the task of a row may take. @param least what any task may take; @throws never */
export function maxStepsOf({ program, called }: Plan, least: number): number {
	const ofCall = Math.max(0, ...Object.values(called).map(({ steps }) => costOf(steps, 0)));
	return Math.min(mostSteps, Math.max(least, spare + perStep * costOf(program.steps, ofCall)));
}

function costOf(steps: readonly RoutineStep[], ofCall: number): number {
	return steps.reduce((sum, step) => {
		const inside = costOf(innerSteps(step), ofCall);
		return sum + 1 + (step.do === "each" ? step.most * inside : inside) + (step.do === "call" ? ofCall : 0);
	}, 0);
}
