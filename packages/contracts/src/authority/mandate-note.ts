import { z } from "zod";
import { MandateId, RoutineId, RoutineRunId } from "../ids.ts";
import { StepId } from "../routine/step-id.ts";

/** More in sum no mandate allows. */
export const mostAmount = 100_000_000;

/** Money with at most two decimals. */
export const Amount = z.number("must be an amount such as 49.90").positive("must be more than nothing").max(mostAmount).multipleOf(0.01);

/** A code of ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "must be a currency code such as EUR");

/** The mandate that allowed a step, and how many uses it then had left. */
export const MandateNote = z.object({ id: MandateId, createdAt: z.iso.datetime(), left: z.number().int(), uses: z.number().int() });
export type MandateNote = z.infer<typeof MandateNote>;

/**
 * The recorded step that a question is about, where a mandate may answer it from now on; `amount` is what the page says, without `currency`
 * where the page names none.
 */
export const Recorded = z.object({
	routineId: RoutineId,
	version: z.number().int().positive(),
	runId: RoutineRunId,
	step: StepId,
	rows: z.number().int().positive(),
	amount: z.object({ currency: Currency.optional(), value: Amount }).optional(),
});
export type Recorded = z.infer<typeof Recorded>;
