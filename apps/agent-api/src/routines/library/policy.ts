import type { Role, UserId } from "@webhand/contracts/ids";
import type { RoutineProgram, VersionState } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import type { Words } from "@webhand/contracts/routine/words";

/** What decides who may do what with a routine. */
type Owned = { readonly ownerId: UserId; readonly isShared: boolean };
type Caller = { readonly userId: UserId; readonly roles: readonly Role[] };

/** True for the owner of a routine and for admins, who manage all of their tenant. @throws never */
export function mayEdit({ ownerId }: Pick<Owned, "ownerId">, { userId, roles }: Caller): boolean {
	return ownerId === userId || roles.includes("admin");
}

/** True for who may see and run a routine; to all others it does not exist. @throws never */
export function mayRun(routine: Owned, caller: Caller): boolean {
	return routine.isShared || mayEdit(routine, caller);
}

/** How a version is stored: `accepted` ones are the current one or were it once. */
export type StoredState = "accepted" | "proposed" | "refused";

/** The state of a version beside the number of the current one. @throws never */
export function versionStateOf({ number, state }: { readonly number: number; readonly state: StoredState }, current: number): VersionState {
	if (number === current) return "current";
	return state === "accepted" ? "former" : state;
}

/** What the library shows of a program without holding it. @throws never */
export function factsOf(program: RoutineProgram) {
	const steps = allSteps(program.steps);
	const addresses = [
		...(program.start === undefined ? [] : [program.start]),
		...steps.flatMap((step) => (step.do === "open" ? [step.address] : [])),
	];
	return {
		inputs: program.inputs,
		stepCount: steps.length,
		hasChecks: steps.some((step) => step.do === "check"),
		sites: [...new Set(addresses.flatMap(hostOf))].slice(0, mostSites),
	};
}

const mostSites = 50;

/** The host of an address whose beginning is fixed; one that begins with an input has none. */
function hostOf([first]: Words): readonly string[] {
	const host = typeof first === "string" ? /^https?:\/\/([a-z0-9.-]{1,253}(?::[0-9]{1,5})?)(?=[/?#]|$)/i.exec(first)?.[1] : undefined;
	return host === undefined ? [] : [host.toLowerCase()];
}

/** The routines that a program calls itself, each once. @throws never */
export function calledIn(program: RoutineProgram) {
	return [...new Set(allSteps(program.steps).flatMap((step) => (step.do === "call" ? [step.routine] : [])))];
}
