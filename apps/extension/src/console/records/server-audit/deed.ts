import type { AgentAudit } from "@webhand/contracts/tools/audit";
import { toolErrors } from "../../../panel/host/kit/error-words.ts";
import { auditText } from "../audit/words.ts";
import { serverAuditText as text } from "./words.ts";

/** An action as it stands in a choice: `wrote`, `came to the security gate`. @throws never */
export function actionWords(action: string): string {
	return text.verbs[action]?.[0].replace(/:$/, "") ?? noteWords(action);
}

const noteWords = (action: string) => auditText.actions[action as keyof typeof auditText.actions] ?? action.replaceAll(/[._]/g, " ");

type Told = Pick<AgentAudit, "action" | "target" | "outcome" | "kind">;

/** What a row of the server host says, as the rest of a sentence that begins with the name, and why in a line below it. */
export type HostDeed = { readonly words: string; readonly why: string };

/** `wrote notes.md`, `was not allowed to read ../passwd`. Actions and codes of a newer server stay readable. @throws never */
export function hostDeedOf({ action, target, outcome, kind }: Told): HostDeed {
	const [result = "", code = ""] = outcome.split(":", 2);
	const why = code === "" ? "" : reasonOf(code);
	if (kind === "note") return { words: noteWords(action), why };
	const [past, base] = text.verbs[action] ?? [text.calledTool(action), text.callTool(action)];
	const shown = target === "." ? text.topFolder : target;
	const to = (verb: string) => (shown === "" ? verb : `${verb} ${shown}`);
	switch (result) {
		case "ok":
			return { words: to(past), why };
		case "intended":
			return { words: text.began(to(base)), why };
		case "denied":
			return { words: text.notAllowed(to(base)), why };
		case "error":
			return { words: text.couldNot(to(base)), why };
		case "cancelled":
			return { words: text.stopped(to(base)), why };
		default:
			return { words: text.tried(to(base)), why: text.outcomeUnknown };
	}
}

function reasonOf(code: string): string {
	const sentence = toolErrors[code as keyof typeof toolErrors];
	if (typeof sentence === "string") return sentence;
	return sentence === undefined ? code.replaceAll("_", " ").toLowerCase() : sentence({});
}
