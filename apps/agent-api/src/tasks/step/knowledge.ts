import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import type { RetrievedChunk, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import { RetrieveReply, retrieveRoute } from "@webhand/contracts/knowledge/retrieve";
import { fold } from "@webhand/lexicon/text";
import { createLru } from "@webhand/service-kit/identity/lru";
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

/** Asks knowledge-proxy once. `known`: the version of an answer that is still kept. @returns null without a good reply; never throws */
export type AskKnowledge = (
	question: KnowledgeQuestion & Pick<RetrieveRequest, "known">,
	signal: AbortSignal,
) => Promise<RetrieveReply | null>;

const limitMs = 800;
const freshMs = 15_000;
const maxKept = 1_000;

/** Knowledge over HTTP from knowledge-proxy, in at most 800 ms. A slow or broken proxy never fails a step. */
export function createAskKnowledge(knowledgeUrl: string): AskKnowledge {
	const address = new URL(retrieveRoute.path, knowledgeUrl);
	return async ({ url, query, token, known }, signal) => {
		try {
			const body: Partial<RetrieveRequest> = { url: url.slice(0, 4_096), query, k: 8, ...defined({ known }) };
			const response = await fetch(address, {
				method: retrieveRoute.method,
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify(body),
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (response.ok) return RetrieveReply.parse(await response.json());
			await response.body?.cancel();
			return null;
		} catch {
			return null;
		}
	};
}

type Kept = { readonly found: Retrieval; readonly version: string; readonly at: number };

/**
 * Keeps the last whole answer to a question for 15 s with its version, and asks each time whether it still holds: a removed document is
 * absent from the next step. Most steps of a task then spare the search and its bytes. Of 1,000 answers the longest unused goes first.
 *
 * @param now milliseconds of any steady clock
 */
export function createRetrieve(ask: AskKnowledge, now: () => number): Retrieve {
	const cache = createLru<Kept>(maxKept);
	return async (question, signal) => {
		// The token stands for tenant and user: no kept answer crosses users.
		const key = `${question.token}\n${question.url}\n${question.query}`;
		const kept = cache.get(key);
		const usable = kept !== undefined && now() - kept.at < freshMs ? kept : undefined;
		const reply = await ask({ ...question, ...defined({ known: usable?.version }) }, signal);
		if (reply?.status === "unchanged") return usable?.found ?? null;
		const found = reply === null ? null : retrievalOf(reply);
		if (found?.hasOrgKnowledge === undefined || reply?.version === undefined) cache.delete(key);
		else cache.set(key, { found, version: reply.version, at: now() });
		return found;
	};
}

function retrievalOf({ status, chunks, hasOrgKnowledge }: RetrieveReply): Retrieval {
	return { chunks: chunks.map(knowledgeOf), ...(status === "degraded" ? {} : defined({ hasOrgKnowledge })) };
}

function knowledgeOf({ id, content, documentId, documentTitle, scope, section, page }: RetrievedChunk): Knowledge {
	return { chunkId: id, content, documentId, documentTitle, scope, ...defined({ section, page }) };
}
