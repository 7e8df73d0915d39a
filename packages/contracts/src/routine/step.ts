import { z } from "zod";
import { RiskClass } from "../agent/step-labels.ts";
import { RoutineId } from "../ids.ts";
import { routineLimits } from "./limits.ts";
import { StepId } from "./step-id.ts";
import { Target } from "./target.ts";
import { InputName, Words } from "./words.ts";

/** What a step proved when it was made, with inputs in place of their values. `value_is`, `state_is` and `element_gone` are about its target. */
export const RoutineExpectation = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("url_contains"), text: Words }),
	z.strictObject({ kind: z.literal("url_changes") }),
	z.strictObject({ kind: z.literal("text_appears"), text: Words }),
	z.strictObject({ kind: z.literal("text_gone"), text: Words }),
	z.strictObject({ kind: z.literal("value_is"), value: Words }),
	z.strictObject({ kind: z.literal("state_is"), state: z.string().max(40), on: z.boolean() }),
	z.strictObject({ kind: z.literal("element_appears"), name: Words, role: z.string().max(40).optional() }),
	z.strictObject({ kind: z.literal("element_gone") }),
	z.strictObject({ kind: z.literal("dialog_opens") }),
	z.strictObject({ kind: z.literal("dialog_closes") }),
	z.strictObject({ kind: z.literal("any_change") }),
	z.strictObject({ kind: z.literal("none") }),
]);
export type RoutineExpectation = z.infer<typeof RoutineExpectation>;

/** How a value that was read back is compared: as it stands, in it, or as words, a number, money or a date however it is written. */
export const Comparison = z.enum(["exact", "contains", "text", "number", "money", "date"]);
export type Comparison = z.infer<typeof Comparison>;

/**
 * What a check reads: the control `target`, or else the text beside the label or below the column `label`; `row` are the words that tell
 * the record's row or card from the others.
 */
export const CheckedField = z.strictObject({
	label: z.string().min(1).max(200),
	target: Target.optional(),
	row: z.array(Words).min(1).max(12).optional(),
	value: Words,
	as: Comparison,
});
export type CheckedField = z.infer<typeof CheckedField>;

/**
 * A column of a list that is read: `header` as the page says it; where it has none the place of the cell of a table, 0-based, or `slot`, which
 * text of a card it is.
 */
export const ReadColumn = z.strictObject({
	name: InputName,
	label: z.string().min(1).max(80),
	header: z.string().max(200).optional(),
	cell: z.number().int().min(0).max(100).optional(),
	slot: z.string().min(1).max(100).optional(),
	type: z.enum(["text", "number", "money", "date"]).default("text"),
});
export type ReadColumn = z.infer<typeof ReadColumn>;

/** A list on the page: told by the heading above it or the heads of its columns, or else the longest one. */
export const ListPlace = z.strictObject({
	heading: z.string().max(200).optional(),
	columns: z.array(z.string().max(200)).max(40).optional(),
});
export type ListPlace = z.infer<typeof ListPlace>;

/** How a list goes on: a control for the next page or for more, or scrolling; `most` rows at most. */
export const Paging = z.strictObject({
	by: z.union([Target, z.literal("scroll")]).optional(),
	most: z.number().int().min(1).max(routineLimits.rows).default(1_000),
});
export type Paging = z.infer<typeof Paging>;

/** Facts of every step. `note`: what its owner calls it; `isOptional`: left out where its target is not there; `class`: what it risked. */
const common = {
	id: StepId,
	note: z.string().trim().min(1).max(200).optional(),
	isOptional: z.literal(true).optional(),
	class: RiskClass,
	expect: RoutineExpectation.optional(),
};

const step = <const Do extends string, Shape extends z.core.$ZodLooseShape>(name: Do, shape: Shape) =>
	z.strictObject({ ...common, do: z.literal(name), ...shape });

/** A step that does one thing in the page. */
export const ActStep = z.discriminatedUnion("do", [
	step("click", { target: Target, kind: z.enum(["double", "right", "middle"]).optional() }),
	step("fill", { target: Target, value: Words, submits: z.literal(true).optional() }),
	step("choose", { target: Target, values: z.array(Words).min(1).max(50) }),
	step("tick", { target: Target, on: z.boolean() }),
	step("press", { target: Target.optional(), keys: z.string().min(1).max(100) }),
	step("hover", { target: Target }),
	step("drag", { target: Target, to: Target }),
	step("upload", { target: Target, file: Words }),
	step("open", { address: Words, inNewTab: z.literal(true).optional() }),
	step("go_back", {}),
	step("switch_tab", { title: Words, host: z.string().max(253).optional() }),
	step("close_tab", { title: Words, host: z.string().max(253).optional() }),
	step("hand_over", { reason: z.string().trim().min(1).max(500) }),
]);
export type ActStep = z.infer<typeof ActStep>;

/** A step that reads: a check holds the page against what was meant; a reading makes rows. */
export const ReadStep = z.discriminatedUnion("do", [
	step("check", { fields: z.array(CheckedField).min(1).max(30) }),
	step("read", { list: ListPlace, columns: z.array(ReadColumn).min(1).max(40), key: InputName.optional(), paging: Paging.optional() }),
]);
export type ReadStep = z.infer<typeof ReadStep>;

/** A step with steps in it, or another routine. Of each row of a list `as` names the words of `by`, the column that tells rows apart. */
export type BlockStep = z.infer<z.ZodObject<typeof common>> &
	(
		| { readonly do: "if"; readonly says: Words; readonly then: readonly RoutineStep[]; readonly otherwise: readonly RoutineStep[] }
		| {
				readonly do: "each";
				readonly list: ListPlace;
				readonly by?: string | undefined;
				readonly as: InputName;
				readonly most: number;
				readonly steps: readonly RoutineStep[];
		  }
		| { readonly do: "call"; readonly routine: RoutineId; readonly inputs: Readonly<Record<string, Words>> }
	);

/** One step of a routine. */
export type RoutineStep = ActStep | ReadStep | BlockStep;

const Steps: z.ZodType<RoutineStep[]> = z.lazy(() => z.array(RoutineStep).max(200));

const BlockStep: z.ZodType<BlockStep> = z.discriminatedUnion("do", [
	step("if", { says: Words, then: Steps, otherwise: Steps }),
	step("each", {
		list: ListPlace,
		by: z.string().max(200).optional(),
		as: InputName,
		most: z.number().int().min(1).max(1_000).default(100),
		steps: Steps,
	}),
	step("call", { routine: RoutineId, inputs: z.record(InputName, Words) }),
]) as z.ZodType<BlockStep>;

export const RoutineStep: z.ZodType<RoutineStep> = z.lazy(() => z.union([ActStep, ReadStep, BlockStep])) as z.ZodType<RoutineStep>;

/** All steps, blocks before what they hold, in reading order. @throws never */
export function allSteps(steps: readonly RoutineStep[]): readonly RoutineStep[] {
	return steps.flatMap((one) => [one, ...allSteps(innerSteps(one))]);
}

/** The steps that a step holds. @throws never */
export function innerSteps(one: RoutineStep): readonly RoutineStep[] {
	if (one.do === "if") return [...one.then, ...one.otherwise];
	return one.do === "each" ? one.steps : [];
}
