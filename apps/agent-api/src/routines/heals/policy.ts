import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import type { Heal } from "@webhand/routines/replay/state";

/** A program with controls found another way, and the steps that this changes. */
export type Healed = { readonly program: RoutineProgram; readonly steps: readonly string[] };

/**
 * The current program with what a run found another way. A step that was edited since the version of the run stays as it is; without a
 * change there is nothing to propose.
 *
 * @throws never
 */
export function healProgram(current: RoutineProgram, played: RoutineProgram, heals: readonly Heal[]): Healed | null {
	const before = targetsOf(played);
	const now = targetsOf(current);
	const changes = new Map(
		heals.flatMap(({ step, target }) => {
			const [own, known] = [before.get(step), now.get(step)];
			const isSame = own !== undefined && known !== undefined && same(own, known);
			return isSame && !same(known, target) ? [[step, target] as const] : [];
		}),
	);
	if (changes.size === 0) return null;
	return { program: { ...current, steps: withTargets(current.steps, changes) }, steps: [...changes.keys()] };
}

const same = (one: Target, other: Target) => JSON.stringify(one) === JSON.stringify(other);

/** True where two programs say the same. @throws never */
export const samePrograms = (one: RoutineProgram, other: RoutineProgram): boolean => JSON.stringify(one) === JSON.stringify(other);

function targetsOf({ steps }: RoutineProgram): ReadonlyMap<string, Target> {
	return new Map(
		allSteps(steps).flatMap((step) => ("target" in step && step.target !== undefined ? [[step.id, step.target] as const] : [])),
	);
}

function withTargets(steps: readonly RoutineStep[], changes: ReadonlyMap<string, Target>): RoutineStep[] {
	return steps.map((step): RoutineStep => {
		if (step.do === "if") return { ...step, then: withTargets(step.then, changes), otherwise: withTargets(step.otherwise, changes) };
		if (step.do === "each") return { ...step, steps: withTargets(step.steps, changes) };
		const target = changes.get(step.id);
		return target === undefined || !("target" in step) ? step : ({ ...step, target } as RoutineStep);
	});
}
