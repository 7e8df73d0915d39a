import type { ServerProblem } from "../../../kit/load/problem.ts";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { toolsText } from "../words.ts";
import { toolErrors } from "./error-words.ts";

/** What went wrong with a server tool, in plain words. A refused request names its fields. @throws never */
export function toolSentence({ kind, code, message, fields, details }: ServerProblem): string {
	const words = toolErrors[code as keyof typeof toolErrors];
	if (words !== undefined) return typeof words === "string" ? words : words(details);
	if (kind === "offline") return toolsText.offline;
	if (kind === "signed_out") return toolsText.signedOut;
	const named = Object.entries(fields).map(([field, what]) => (field === "" ? what : `${field}: ${what}`));
	return named.length > 0 ? `${named.join("; ")}.` : asSentence(message);
}
