import type { z } from "zod";
import type { ServerProblem } from "../../../kit/load/problem.ts";

/** A problem of fields, as the server would tell it. @param fields messages by field name @throws never */
export function problemOfFields(fields: ServerProblem["fields"]): ServerProblem {
	return { kind: "invalid", code: "VALIDATION_ERROR", message: "", requestId: undefined, details: {}, fields };
}

/**
 * What the contract refuses in a body, before anybody is asked to confirm it; null for nothing.
 *
 * @param wanted what each field wants, by field name; a field without a sentence is left to the server
 * @throws never
 */
export function contractProblem(
	contract: z.ZodType | undefined,
	body: unknown,
	wanted: Readonly<Record<string, string>>,
): ServerProblem | null {
	const parsed = contract?.safeParse(body);
	const refused = new Set(parsed?.error?.issues.map(({ path }) => String(path[0])));
	const fields = Object.entries(wanted).filter(([field]) => refused.has(field));
	return fields.length === 0 ? null : problemOfFields(Object.fromEntries(fields));
}
