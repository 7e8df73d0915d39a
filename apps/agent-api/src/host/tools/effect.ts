import type { ApprovalScope } from "@webhand/contracts/tools/approvals";
import type { Seen } from "@webhand/contracts/tools/define-tool";
import { toolNamed } from "@webhand/contracts/tools/server-tools";
import { commandText, folderText } from "@webhand/contracts/tools/words";
import { hide } from "../../policy/secrets/find.ts";
import type { PreparedCall } from "./ports.ts";

type Call = Pick<PreparedCall, "tool" | "args" | "facts">;

/** Says in one plain sentence what a call does. The person's own secrets are covered, what cannot be seen is spelled out. @throws never */
export function effectOf({ tool, args, facts }: Call, seen: Seen, secrets: readonly string[] = []): string {
	return visible(hide(toolNamed(tool)?.effect?.(args, { ...seen, ...facts }) ?? "Calls a tool", secrets));
}

/** Whom a wider approval would cover. `secrets` of the person stand in no text. */
export type Reach = {
	readonly tool: string;
	readonly workspaceName: string;
	readonly cwd: string;
	readonly words: readonly string[];
	readonly secrets?: readonly string[];
};

const longestRule = 500;

/**
 * Says what each scope that is offered would allow: `once` always; `session` and `rule` where the call may be covered by an earlier one.
 *
 * @param rule name and version of a command's rule, absent for other tools
 * @throws never
 */
export function ruleTexts(
	{ tool, workspaceName, cwd, words, secrets = [] }: Reach,
	{ rule, isCoverable }: { readonly rule: { readonly name: string; readonly version: number } | undefined; readonly isCoverable: boolean },
): Partial<Record<ApprovalScope, string>> {
	const once = "This call only, in the next 10 minutes";
	if (!isCoverable) return { once };
	const where = `of the workspace ${workspaceName}`;
	if (rule === undefined) {
		return { once, session: visible(`Every ${tool} in this session and the workspace ${workspaceName}, for 8 hours`) };
	}
	const commands = `Commands that begin with ${commandText(words)} in ${folderText(cwd)} ${where}`;
	// Only what is shown whole can be approved beyond this call.
	if (commands.length > longestRule || hide(commands, secrets) !== commands || visible(commands) !== commands) return { once };
	const condition = `while the rule ${rule.name} stays as it is`;
	return { once, session: `${commands}, in this session, for 8 hours`, rule: `${commands}, for 30 days, ${condition}` };
}

/** Characters that nobody sees, or that turn others around, as their code. */
const visible = (text: string) =>
	text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
