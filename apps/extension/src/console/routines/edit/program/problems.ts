import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { validateProgram } from "@webhand/routines/make/validate";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import type { Fields } from "../../../kit/form/use-form.ts";

/** A program that the server refused; the places it names are those of this program alone. */
export type Refused = { readonly program: RoutineProgram; readonly problem: ServerProblem } | null;

/**
 * What is wrong with a program, by field: what it says by itself at once, and what the server said of exactly this program.
 *
 * @throws never
 */
export function problemsOf(program: RoutineProgram, refused: Refused): Fields {
	const found: Record<string, string> = {};
	for (const { field, message } of validateProgram(program))
		found[field] = found[field] === undefined ? message : `${found[field]}; ${message}`;
	if (refused === null || refused.program !== program || refused.problem.kind !== "invalid") return found;
	return { ...found, ...refused.problem.fields };
}
