import { z } from "zod";

/** The name of an input: lower case, as a key of JSON and a column of CSV. */
export const InputName = z
	.string()
	.regex(/^[a-z][a-z0-9_]{0,39}$/, "must be 1 to 40 lower-case letters, digits or _, beginning with a letter");
export type InputName = z.infer<typeof InputName>;

/** A text with inputs in it, piece by piece: `["Open ", { input: "invoice" }]`. No piece at all is the empty text. */
export const Words = z.array(z.union([z.string().min(1).max(10_000), z.strictObject({ input: InputName })])).max(50);
export type Words = z.infer<typeof Words>;

/** What a run is given, and what its rows hold. A date is `YYYY-MM-DD`, a number as JSON writes it; a choice is one of `choices`. */
export const InputType = z.enum(["text", "number", "date", "choice", "file", "secret"]);
export type InputType = z.infer<typeof InputType>;

/**
 * A named value that a run is given. `label` is what a person reads; `example` the value that it had when the routine was made, never of a
 * secret; without `preset` a run has to give it, unless it is optional: then its steps are left out.
 */
export const RoutineInput = z.strictObject({
	name: InputName,
	label: z.string().trim().min(1).max(80),
	type: InputType,
	choices: z.array(z.string().min(1).max(200)).min(1).max(200).optional(),
	example: z.string().max(200).optional(),
	preset: z.string().max(10_000).optional(),
	isOptional: z.literal(true).optional(),
});
export type RoutineInput = z.infer<typeof RoutineInput>;

/** Values by the names of inputs. */
export const InputValues = z.record(InputName, z.string().max(10_000));
export type InputValues = z.infer<typeof InputValues>;
