import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import { fold } from "@webhand/lexicon/text";
import type { Knowledge } from "../../decider/turn.ts";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import type { StepKnowledge, Task } from "../../shared/task.ts";
import type { KnowledgeQuestion, Retrieval } from "./upstream.ts";

const maxQuery = 2_000;

/** True for an address that knowledge may exist about. */
export const isWeb = (url: string) => /^https?:/i.test(url);

/**
 * What knowledge is searched for: the words of the task and of the plan step that is under way, about the page without the query string and
 * the fragment of its address. Secrets of the task are hidden.
 *
 * @returns null for a page that is not on the web; `query` ≤ 2,000 characters
 * @throws never
 */
export function knowledgeQuestion(
	{ query, plan, hasPlan, secrets = [] }: Pick<Task, "query" | "plan" | "hasPlan" | "secrets">,
	url: string,
): Omit<KnowledgeQuestion, "token"> | null {
	const page = URL.parse(url);
	if (page === null || !isWeb(url)) return null;
	const step = hasPlan ? (plan.steps[plan.currentStepIndex]?.description ?? "") : "";
	const shown = hide(query, secrets);
	// A long instruction must leave room for the step, which says what is to be done on this very page.
	const more = step === "" || fold(shown).includes(fold(step)) ? "" : `\n${hide(step, secrets)}`;
	return { url: hide(`${page.origin}${page.pathname}`, secrets), query: `${shown.slice(0, maxQuery - more.length)}${more}` };
}

/** What is stored of the knowledge of a step: the chunks that stood in a prompt, without their text. */
export function storedKnowledge(retrieval: Retrieval | null, inPrompt: readonly Knowledge[]): StepKnowledge | undefined {
	if (retrieval === null) return undefined;
	const used = inPrompt.map(({ content: _, ...chunk }): UsedChunk => chunk);
	return { used, ...defined({ hasOrgKnowledge: retrieval.hasOrgKnowledge }) };
}
