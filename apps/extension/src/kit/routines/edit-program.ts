import { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";

/** The program with another label for an input. @throws never */
export function renamedInput(program: RoutineProgram, name: string, label: string): RoutineProgram {
	return { ...program, inputs: program.inputs.map((input) => (input.name === name ? { ...input, label } : input)) };
}

/** The steps, words or address with another name for an input, wherever it stands in them. @throws never */
export function withInputRenamed<Part>(part: Part, from: string, to: string): Part {
	return replaced(part, from, { input: to }) as Part;
}

/** The program that does the same each time where it had an input. @throws ZodError where the value cannot stand there */
export function fixedInput(program: RoutineProgram, name: string, value: string): RoutineProgram {
	const inputs = program.inputs.filter((input) => input.name !== name);
	const { start, steps } = replaced({ start: program.start, steps: program.steps }, name, value) as Pick<RoutineProgram, "start" | "steps">;
	return RoutineProgram.parse({ inputs, steps, ...(start === undefined ? {} : { start }) });
}

/** The program without a step; an input that no other step needs goes with it. @throws never */
export function withoutStep(program: RoutineProgram, id: string): RoutineProgram {
	const steps = leftSteps(program.steps, id);
	const used = usedInputs({ start: program.start, steps });
	return { ...program, steps, inputs: program.inputs.filter(({ name }) => used.has(name)) };
}

function leftSteps(steps: readonly RoutineStep[], id: string): RoutineStep[] {
	return steps.flatMap((step): RoutineStep[] => {
		if (step.id === id) return [];
		if (step.do === "if") return [{ ...step, then: leftSteps(step.then, id), otherwise: leftSteps(step.otherwise, id) }];
		return [step.do === "each" ? { ...step, steps: leftSteps(step.steps, id) } : step];
	});
}

/** An input in words is `{ input: name }` and nothing else, wherever it stands. */
function inputIn(value: object): string | undefined {
	const [only, ...others] = Object.entries(value);
	return only?.[0] === "input" && others.length === 0 && typeof only[1] === "string" ? only[1] : undefined;
}

/** A part of a program with something else in the place of an input. */
function replaced(part: unknown, name: string, by: string | { readonly input: string }): unknown {
	if (Array.isArray(part)) {
		const parts = part.map((each) => (isObject(each) && inputIn(each) === name ? by : replaced(each, name, by)));
		// No piece of a text is empty.
		return parts.filter((each) => each !== "");
	}
	return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, each]) => [key, replaced(each, name, by)])) : part;
}

function usedInputs(value: unknown): ReadonlySet<string> {
	if (Array.isArray(value)) return new Set(value.flatMap((part) => [...usedInputs(part)]));
	if (!isObject(value)) return new Set();
	const input = inputIn(value);
	return input === undefined ? usedInputs(Object.values(value)) : new Set([input]);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
