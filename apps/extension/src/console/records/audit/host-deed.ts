import type { AgentAudit, AuditRow } from "@webhand/contracts/audit";
import { toolErrors } from "../../../panel/host/kit/error-words.ts";
import type { Deed } from "./audit-words.ts";
import { hostAuditText as text } from "./host-words.ts";
import { auditText } from "./words.ts";

/** An action as it stands in a choice: `wrote`, `came to the security gate`. @throws never */
export function actionWords(action: string): string {
	return text.verbs[action]?.[0].replace(/:$/, "") ?? noteWords(action);
}

const noteWords = (action: string) => auditText.actions[action as keyof typeof auditText.actions] ?? action.replaceAll(/[._]/g, " ");

type Told = Pick<AuditRow, "action" | "target" | "outcome"> & Pick<AgentAudit, "kind">;

/** `wrote notes.md`, `was not allowed to read ../passwd`. Actions and codes of a newer server stay readable. @throws never */
export function hostDeedOf({ action, target, outcome, kind }: Told): Deed {
	const [result = "", code = ""] = outcome.split(":", 2);
	const why = code === "" ? "" : reasonOf(code);
	if (kind === "note") return { words: noteWords(action), why };
	const [past, base] = text.verbs[action] ?? [text.calledTool(action), text.callTool(action)];
	const shown = target === "." ? text.topFolder : (target ?? "");
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
