import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";
import { wordsText } from "../target/words.ts";
import type { Called, Played, Position } from "./state.ts";

/**
 * The step at a position, the steps before and after it in its list, and the inputs and values that it sees. `calls` counts the routines around it, `of` names the
 * innermost one that is called.
 */
export type Here = {
	readonly step: RoutineStep;
	readonly before: readonly RoutineStep[];
	readonly rest: readonly RoutineStep[];
	readonly inputs: readonly RoutineInput[];
	readonly values: InputValues;
	readonly calls: number;
	readonly of?: Called;
};

/** The values of a program: what was given, else what is preset. @throws never */
function valuesOf({ inputs }: Pick<RoutineProgram, "inputs">, given: InputValues): InputValues {
	const values: Record<string, string> = { ...given };
	for (const { name, preset } of inputs) if (values[name] === undefined && preset !== undefined) values[name] = preset;
	return values;
}

/** Finds a position in the programs of a row. @returns undefined where a program has no such step @throws never */
export function locate(played: Played, at: readonly Position[]): Here | undefined {
	let { steps, inputs } = played.program as { steps: readonly RoutineStep[]; inputs: readonly RoutineInput[] };
	let values = valuesOf(played.program, played.values);
	let calls = 0;
	let of: Called | undefined;
	for (const [depth, position] of at.entries()) {
		const index = steps.findIndex(({ id }) => id === position.step);
		const step = steps[index];
		if (step === undefined) return undefined;
		if (depth === at.length - 1) {
			const [before, rest] = [steps.slice(0, index), steps.slice(index + 1)];
			return { step, before, rest, inputs, values, calls, ...(of === undefined ? {} : { of }) };
		}
		if (step.do === "if") {
			steps = position.branch === "then" ? step.then : step.otherwise;
		} else if (step.do === "each") {
			steps = step.steps;
			values = { ...values, [step.as]: position.rowWords ?? "" };
		} else if (step.do === "call") {
			const program = played.called[step.routine];
			calls += 1;
			of = { routine: step.routine, call: of?.call ?? step.id };
			if (program === undefined || calls > routineLimits.calls) return undefined;
			values = valuesOf(program, givenTo(step.inputs, values));
			({ steps, inputs } = program);
		} else {
			return undefined;
		}
	}
	return undefined;
}

/** What a called routine is given; an input without a value stays without one. */
function givenTo(inputs: Extract<RoutineStep, { do: "call" }>["inputs"], values: InputValues): InputValues {
	const given: Record<string, string> = {};
	for (const [name, words] of Object.entries(inputs)) {
		const text = wordsText(words, values);
		if (text !== undefined) given[name] = text;
	}
	return given;
}

/**
 * The position after one: the next step of its list, the list of rows around it again, or what comes after the block.
 *
 * @returns [] at the end
 * @throws never
 */
export function following(played: Played, at: readonly Position[]): readonly Position[] {
	const [next] = locate(played, at)?.rest ?? [];
	const around = at.slice(0, -1);
	if (next !== undefined) return [...around, { step: next.id }];
	if (around.length === 0) return [];
	return locate(played, around)?.step.do === "each" ? around : following(played, around);
}
