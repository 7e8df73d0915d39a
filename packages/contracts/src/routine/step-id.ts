import { z } from "zod";

/** Id of a step, unique in its version: `s` and a number. */
export const StepId = z.string().regex(/^s[1-9][0-9]{0,3}$/, "must be s and a number");
export type StepId = z.infer<typeof StepId>;
