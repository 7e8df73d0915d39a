import { ApiError } from "@webhand/client/api-error";
import { FieldProblem } from "@webhand/contracts/errors";
import { z } from "zod";

/** Why the server did not do what a page asked. `fields`: messages by field name, "" for the whole request. */
export type ServerProblem = {
	readonly kind: "forbidden" | "signed_out" | "offline" | "invalid" | "refused";
	readonly code: string;
	readonly message: string;
	readonly requestId: string | undefined;
	readonly fields: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;
	/** What a page says in place of the general sentence. */
	readonly sentence?: string;
};

const Fields = z.object({ fields: z.array(FieldProblem) });

/** The problem of a failed call. @throws never */
export function problemOf(error: unknown): ServerProblem {
	if (!(error instanceof ApiError))
		return { kind: "refused", code: "UNKNOWN", message: String(error), requestId: undefined, fields: {}, details: {} };
	const { code, message, requestId, details = {} } = error;
	const listed = Fields.safeParse(details);
	const fields = listed.success ? Object.fromEntries(listed.data.fields.map(({ field, message }) => [field, message])) : {};
	return { kind: kindOf(error), code, message, requestId, fields, details };
}

/** The problem in a page's own words, where it has some for the code. @throws never */
export function reworded<Problem extends ServerProblem | null>(problem: Problem, words: Readonly<Record<string, string>>): Problem {
	const sentence = words[problem?.code ?? ""];
	return problem === null || sentence === undefined ? problem : { ...problem, sentence };
}

function kindOf({ status, code }: ApiError): ServerProblem["kind"] {
	if (status === 0) return "offline";
	if (status === 401) return "signed_out";
	if (status === 403) return "forbidden";
	return code === "VALIDATION_ERROR" ? "invalid" : "refused";
}
