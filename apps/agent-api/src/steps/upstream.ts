import { RetrieveReply, retrieveRoute } from "@webhand/contracts/knowledge/retrieve";
import { createLru } from "@webhand/service-kit/identity/lru";
import type { Knowledge } from "../decider/turn.ts";

/** Knowledge about a page. `hasOrgKnowledge` is absent when the knowledge of the organization could not be read. */
export type Retrieval = { readonly chunks: readonly Knowledge[]; readonly hasOrgKnowledge?: boolean };

/** Retrieves knowledge with the caller's own token. @returns null without a good reply in time; never throws */
export type Retrieve = (
	question: { readonly url: string; readonly query: string; readonly token: string },
	signal: AbortSignal,
) => Promise<Retrieval | null>;

const limitMs = 800;
const maxQuery = 2_000;
const freshMs = 15_000;
const maxKept = 1_000;

/** Knowledge over HTTP from knowledge-proxy, in at most 800 ms. A slow, broken or degraded proxy never fails a step. */
export function createRetrieve(knowledgeUrl: string): Retrieve {
	const address = new URL(retrieveRoute.path, knowledgeUrl);
	return async ({ url, query, token }, signal) => {
		try {
			const response = await fetch(address, {
				method: retrieveRoute.method,
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				body: JSON.stringify({ url: url.slice(0, 4_096), query: query.slice(0, maxQuery), k: 8 }),
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (!response.ok) {
				await response.body?.cancel();
				return null;
			}
			const { status, chunks, hasOrgKnowledge } = RetrieveReply.parse(await response.json());
			if (status === "degraded" || hasOrgKnowledge === undefined) return { chunks };
			return { chunks, hasOrgKnowledge };
		} catch {
			return null;
		}
	};
}

type Kept = { readonly found: Retrieval; readonly at: number };

/**
 * Caches retrievals for 15 s by token, address and query: most steps of a task ask the same of the same page. Failures are not cached; of
 * 1,000 entries the longest unused goes first.
 *
 * @param now milliseconds of any steady clock
 */
export function cacheRetrievals(retrieve: Retrieve, now: () => number): Retrieve {
	const kept = createLru<Kept>(maxKept);
	return async (question, signal) => {
		// The token stands for tenant and user: no cached reply crosses users.
		const key = `${question.token}\n${question.url}\n${question.query}`;
		const known = kept.get(key);
		if (known !== undefined && now() - known.at < freshMs) return known.found;
		const found = await retrieve(question, signal);
		if (found?.hasOrgKnowledge === undefined) return found;
		kept.set(key, { found, at: now() });
		return found;
	};
}
