import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps, innerSteps } from "@webhand/contracts/routine/step";

type Steps = readonly RoutineStep[];

/** Puts steps in the place of one, wherever it stands; none takes it out. @throws never */
export function replaceStep(steps: Steps, id: string, by: (step: RoutineStep) => Steps): RoutineStep[] {
	return steps.flatMap((step) => (step.id === id ? [...by(step)] : [withInner(step, (inner) => replaceStep(inner, id, by))]));
}

/** Moves a step by one place among the steps beside it; the first and the last stay. @throws never */
export function moveStep(steps: Steps, id: string, by: -1 | 1): RoutineStep[] {
	const at = steps.findIndex((step) => step.id === id);
	const step = steps[at];
	if (step === undefined) return steps.map((each) => withInner(each, (inner) => moveStep(inner, id, by)));
	const to = at + by;
	return to < 0 || to >= steps.length ? [...steps] : steps.toSpliced(at, 1).toSpliced(to, 0, step);
}

/** Moves a step to the end of the block right before it: of what is done for each row, or where the page says so. @throws never */
export function moveIn(steps: Steps, id: string): RoutineStep[] {
	const at = steps.findIndex((step) => step.id === id);
	const [block, step] = at > 0 ? steps.slice(at - 1, at + 1) : [];
	if (block === undefined || step === undefined) return steps.map((each) => withInner(each, (inner) => moveIn(inner, id)));
	if (block.do === "if") return steps.toSpliced(at - 1, 2, { ...block, then: [...block.then, step] });
	return block.do === "each" ? steps.toSpliced(at - 1, 2, { ...block, steps: [...block.steps, step] }) : [...steps];
}

/** Moves a step behind the block that holds it. @throws never */
export function moveOut(steps: Steps, id: string): RoutineStep[] {
	return steps.flatMap((block) => {
		const step = innerSteps(block).find((inner) => inner.id === id);
		if (step === undefined) return [withInner(block, (inner) => moveOut(inner, id))];
		return [withInner(block, (inner) => inner.filter((each) => each !== step)), step];
	});
}

/** Where a step may go: among the steps beside it, into the block before it, out of its own one. @throws never */
export type Moves = { readonly up: boolean; readonly down: boolean; readonly into: boolean; readonly out: boolean };

/** Where a step may go. @throws never */
export function movesOf(steps: Steps, id: string, isInner = false): Moves {
	const at = steps.findIndex((step) => step.id === id);
	const before = steps[at - 1]?.do;
	if (at !== -1) return { up: at > 0, down: at < steps.length - 1, into: before === "if" || before === "each", out: isInner };
	const lists = steps.flatMap((step) => (step.do === "if" ? [step.then, step.otherwise] : step.do === "each" ? [step.steps] : []));
	const found = lists.find((inner) => allSteps(inner).some((step) => step.id === id));
	return found === undefined ? { up: false, down: false, into: false, out: false } : movesOf(found, id, true);
}

/** An id that no step has. @throws never */
export function freeId(steps: Steps): string {
	return `s${Math.max(0, ...allSteps(steps).map(({ id }) => Number(id.slice(1)))) + 1}`;
}

/** The names that may stand in the texts of a step: the inputs, and the row of each list around it. @throws never */
export function namesFor({ inputs, steps }: Pick<RoutineProgram, "inputs" | "steps">, id: string): ReadonlySet<string> {
	return new Set([...inputs.map(({ name }) => name), ...rowsAround(steps, id)]);
}

function rowsAround(steps: Steps, id: string): readonly string[] {
	return steps.flatMap((step) => {
		if (step.do === "if") return rowsAround([...step.then, ...step.otherwise], id);
		const isInside = step.do === "each" && allSteps(step.steps).some((inner) => inner.id === id);
		return isInside ? [step.as, ...rowsAround(step.steps, id)] : [];
	});
}

/**
 * The step that a field of a refused request is about, and the field within it; null for another part. The schema names a step by its place
 * (`program.steps.3.value`), what it cannot say by its id (`program.s4`, `program.s4.value`).
 *
 * @throws never
 */
export function stepOfField({ steps }: Pick<RoutineProgram, "steps">, field: string): { readonly id: string; readonly at: string } | null {
	const [, named, within = ""] = /^program\.(s[0-9]+)(?:\.(.+))?$/.exec(field) ?? [];
	if (named !== undefined) return allSteps(steps).some(({ id }) => id === named) ? { id: named, at: within } : null;
	const parts = field.replace(/^program\./, "").split(".");
	if (parts.shift() !== "steps") return null;
	let inside: Steps = steps;
	for (;;) {
		const step = inside[Number(parts.shift())];
		if (step === undefined) return null;
		const [part = ""] = parts;
		const next =
			step.do === "if" && (part === "then" || part === "otherwise")
				? step[part]
				: step.do === "each" && part === "steps"
					? step.steps
					: null;
		if (next === null || parts.length < 2) return { id: step.id, at: parts.join(".") };
		inside = next;
		parts.shift();
	}
}

/** The fields of a refused request that stand beside a step, an input or the start address. @throws never */
export function shownFields(program: Pick<RoutineProgram, "steps">, fields: readonly string[]): ReadonlySet<string> {
	return new Set(
		fields.filter((field) => stepOfField(program, field) !== null || /^(program|(program\.)?(start|inputs\.\d.*))$/.test(field)),
	);
}

function withInner(step: RoutineStep, change: (steps: Steps) => Steps): RoutineStep {
	if (step.do === "if") return { ...step, then: change(step.then), otherwise: change(step.otherwise) };
	return step.do === "each" ? { ...step, steps: change(step.steps) } : step;
}
