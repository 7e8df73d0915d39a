import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import type { RetrievedChunk, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import { RetrieveReply, retrieveRoute } from "@webhand/contracts/knowledge/retrieve";
import { fold } from "@webhand/lexicon/text";
import { fetchFrom } from "@webhand/service-kit/tracing/onward";
import type { Knowledge } from "../../decider/turn.ts";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import type { StepKnowledge, Task } from "../../shared/task.ts";

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

/** Knowledge about a page. `hasOrgKnowledge` is absent when the knowledge of the organization could not be read. */
export type Retrieval = { readonly chunks: readonly Knowledge[]; readonly hasOrgKnowledge?: boolean };

/** A question about a page. `token` is the caller's own; `url` and `query` hold no secret. */
type KnowledgeQuestion = { readonly url: string; readonly query: string; readonly token: string };

/** Retrieves knowledge. @returns null without a good reply in time; never throws */
export type Retrieve = (question: KnowledgeQuestion, signal: AbortSignal) => Promise<Retrieval | null>;

const limitMs = 800;
const fetchKnowledge = fetchFrom("knowledge-proxy");

/**
 * Knowledge over HTTP from knowledge-proxy, in at most 800 ms. A slow or broken proxy never fails a step. Each step asks anew: a removed
 * document is absent from the next one.
 */
export function createRetrieve(knowledgeUrl: string): Retrieve {
	const address = new URL(retrieveRoute.path, knowledgeUrl);
	return async ({ url, query, token }, signal) => {
		try {
			const body: Partial<RetrieveRequest> = { url: url.slice(0, 4_096), query, k: 8 };
			const response = await fetchKnowledge(address, {
				method: retrieveRoute.method,
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify(body),
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (response.ok) return retrievalOf(RetrieveReply.parse(await response.json()));
			await response.body?.cancel();
			return null;
		} catch {
			return null;
		}
	};
}

function retrievalOf({ status, chunks, hasOrgKnowledge }: RetrieveReply): Retrieval {
	return { chunks: chunks.map(knowledgeOf), ...(status === "degraded" ? {} : defined({ hasOrgKnowledge })) };
}

function knowledgeOf({ id, content, documentId, documentTitle, scope, section, page }: RetrievedChunk): Knowledge {
	return { chunkId: id, content, documentId, documentTitle, scope, ...defined({ section, page }) };
}
