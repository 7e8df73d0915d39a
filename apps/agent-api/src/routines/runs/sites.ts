import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import { factsOf } from "../library/policy.ts";

/** Above this a runner opens fewer sites than the policy allows. */
const mostSites = 500;

/**
 * Hosts whose pages a run needs: those of its addresses and of the frames in which it acts. Sites that the policy names to act on count as
 * well, as patterns.
 *
 * @param programs of the run and of the routines that it calls
 * @throws never
 */
export function sitesOfRun(programs: readonly RoutineProgram[], { only = [] }: Pick<OrgPolicy, "only">): readonly string[] {
	const hosts = programs.flatMap((program) => [...factsOf(program).sites, ...framesIn(program)]);
	return [...new Set([...hosts, ...only])].slice(0, mostSites);
}

function framesIn({ steps }: RoutineProgram): readonly string[] {
	return allSteps(steps).flatMap((step) => {
		const targets = [...("target" in step ? [step.target] : []), ...("to" in step ? [step.to] : [])];
		return targets.flatMap((target) => target?.where?.frame ?? []);
	});
}
