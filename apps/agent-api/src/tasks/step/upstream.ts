import type { RetrievedChunk, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import { RetrieveReply, retrieveRoute } from "@webhand/contracts/knowledge/retrieve";
import type { Knowledge } from "../../decider/turn.ts";
import { defined } from "../../shared/defined.ts";

/** Knowledge about a page. `hasOrgKnowledge` is absent when the knowledge of the organization could not be read. */
export type Retrieval = { readonly chunks: readonly Knowledge[]; readonly hasOrgKnowledge?: boolean };

/** A question about a page. `token` is the caller's own; `url` and `query` hold no secret. */
export type KnowledgeQuestion = { readonly url: string; readonly query: string; readonly token: string };

/** Retrieves knowledge. @returns null without a good reply in time; never throws */
export type Retrieve = (question: KnowledgeQuestion, signal: AbortSignal) => Promise<Retrieval | null>;

const limitMs = 800;

/**
 * Knowledge over HTTP from knowledge-proxy, in at most 800 ms. A slow or broken proxy never fails a step. Each step asks anew: a removed
 * document is absent from the next one.
 */
export function createRetrieve(knowledgeUrl: string): Retrieve {
	const address = new URL(retrieveRoute.path, knowledgeUrl);
	return async ({ url, query, token }, signal) => {
		try {
			const body: Partial<RetrieveRequest> = { url: url.slice(0, 4_096), query, k: 8 };
			const response = await fetch(address, {
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
