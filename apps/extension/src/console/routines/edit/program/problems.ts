import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { validateProgram } from "@webhand/routines/make/validate";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import type { Fields } from "../../../kit/form/use-form.ts";
import { textsOf } from "./step-form.ts";
import { stepOfField } from "./steps.ts";

/** A program that the server refused; the places it names are those of this program alone. */
export type Refused = { readonly program: RoutineProgram; readonly problem: ServerProblem } | null;

/**
 * What is wrong with a program, by field: what it says by itself at once, and what the server said of exactly this program.
 *
 * @throws never
 */
export function problemsOf(program: RoutineProgram, refused: Refused): Fields {
	const found: Record<string, string> = {};
	for (const { field: whole, at, message } of validateProgram(program)) {
		const field = at === undefined ? whole : `${whole}.${at}`;
		found[field] = found[field] === undefined ? message : `${found[field]}; ${message}`;
	}
	if (refused === null || refused.program !== program || refused.problem.kind !== "invalid") return found;
	return { ...found, ...refused.problem.fields };
}

/** What is wrong with each step, by the field within it. @throws never */
export function problemsByStep(program: RoutineProgram, problems: Fields): ReadonlyMap<string, Fields> {
	const found = new Map<string, Fields>();
	for (const [field, message] of Object.entries(problems)) {
		const place = stepOfField(program, field);
		if (place !== null) found.set(place.id, { ...found.get(place.id), [place.at]: message });
	}
	return found;
}

const withField = /^(?:fields\.\d+\.(?:row|value)|columns\.\d+\.\w+|key)$/;

/** What is wrong with a step in its program, by those fields that its form has. @throws never */
export function mendableFaults(program: RoutineProgram, step: RoutineStep): Fields {
	const texts = new Set(textsOf(step).map(({ at }) => at));
	const all = problemsByStep(program, problemsOf(program, null)).get(step.id) ?? {};
	return Object.fromEntries(Object.entries(all).filter(([at]) => texts.has(at) || withField.test(at)));
}
