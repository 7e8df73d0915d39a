import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps } from "@webhand/contracts/routine/step";
import { isCommit } from "@webhand/routines/replay/act";

/**
 * The part of a program that reads back what it saved, whatever page is open: it goes to an address behind the last commit, and checks there.
 * A check without a way to its record would read another page, and take that for a record that was not saved.
 *
 * @returns null where a program cannot read back by itself
 * @throws never
 */
export function readBackOf(program: RoutineProgram): RoutineProgram | null {
	const holds = (step: RoutineStep, test: (one: RoutineStep) => boolean) => allSteps([step]).some(test);
	const behind = program.steps.slice(program.steps.findLastIndex((step) => holds(step, isCommit)) + 1);
	const open = behind.findIndex((step) => step.do === "open");
	const check = behind.findIndex((step) => holds(step, (one) => one.do === "check"));
	return open === -1 || check < open ? null : { ...program, steps: behind.slice(open) };
}
