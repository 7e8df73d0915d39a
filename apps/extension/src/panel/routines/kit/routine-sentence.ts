import type { ErrorCode } from "@webhand/contracts/errors";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { routineErrors, routinesText } from "../words.ts";

/** Why the server did not do what was asked of a routine, in plain words. A refused request names its fields. @throws never */
export function routineSentence({ kind, code, message, fields }: ServerProblem): string {
	const words = routineErrors[code as ErrorCode];
	if (words !== undefined) return words;
	if (kind === "offline") return routinesText.offline;
	if (kind === "signed_out") return routinesText.signedOut;
	const named = Object.entries(fields).map(([field, what]) => (field === "" ? what : `${field}: ${what}`));
	return named.length > 0 ? `${named.join("; ")}.` : asSentence(message);
}
