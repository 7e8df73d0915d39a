import type { TenantId } from "@webhand/contracts/ids";
import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import type { ResolveQuery, ResolveReply } from "@webhand/contracts/knowledge/resolve";
import type { RetrieveReply, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import type { DomainStore } from "../domains/store.ts";
import type { Found, KnowledgeProvider } from "../provider/provider.ts";
import { citationsOf, dropForeign, fuse, isCovered, toKnowledgeChunk, toRetrievedChunk, wordsFor } from "./policy.ts";

/** What is counted. `failed` receives the cause of an answer without the org layer. */
export type Meter = {
	readonly answered: (event: {
		readonly door: "resolve" | "retrieve";
		readonly outcome: "org" | "public" | "degraded";
		readonly ms: number;
	}) => void;
	readonly foreign: (count: number) => void;
	readonly failed: (cause: unknown) => void;
};

/** Dependencies. `clock` in milliseconds, from any start. */
export type KnowledgeDeps = {
	readonly domains: Pick<DomainStore, "patternsOf">;
	readonly provider: KnowledgeProvider;
	readonly clock: () => number;
	/** How long `retrieve` waits for stores and provider, in ms: less than agent-api waits for us. */
	readonly retrieveLimitMs: number;
	readonly meter: Meter;
};

type Owner = { readonly tenantId: TenantId };

const nothing: Found = { exists: false, passages: [] };
const resolveCap = { k: 8, maxChars: 12_000 };

/**
 * What this tenant knows about a page, for debugging. Without org knowledge the context is empty and no provider is asked.
 *
 * @throws what the store or the provider throws; a debugging route hides no failure
 */
export async function resolveKnowledge(deps: KnowledgeDeps, question: ResolveQuery & Owner): Promise<ResolveReply> {
	const started = deps.clock();
	const { tenantId } = question;
	const domain = activeDomainOf(question.url);
	const search = { domain, words: wordsFor(question), k: resolveCap.k };
	const org = await askOrg(deps, tenantId, search);
	const common = org.exists ? await deps.provider.search("public", search) : nothing;
	const passages = fuse(ownOnly(deps, { tenantId, domain }, { org, common }), resolveCap);
	deps.meter.answered({ door: "resolve", outcome: org.exists ? "org" : "public", ms: deps.clock() - started });
	return { allowed: true, domain, hasOrgKnowledge: org.exists, context: passages.map(toKnowledgeChunk), citations: citationsOf(passages) };
}

/**
 * Knowledge for the prompt. A failing org layer leaves public knowledge and no word on whether there is org knowledge; a step never
 * fails or waits for it.
 *
 * @throws never for a store or provider that fails
 */
export async function retrieveKnowledge(deps: KnowledgeDeps, question: RetrieveRequest & Owner): Promise<RetrieveReply> {
	const started = deps.clock();
	const { tenantId, k, maxChars } = question;
	const domain = activeDomainOf(question.url);
	const search = { domain, words: wordsFor(question), k };
	const [org, common] = await Promise.all([
		orNull(deps, askOrg(deps, tenantId, search)),
		orNull(deps, deps.provider.search("public", search)),
	]);
	const passages = fuse(ownOnly(deps, { tenantId, domain }, { org: org ?? nothing, common: common ?? nothing }), { k, maxChars });
	const isWhole = org !== null && common !== null;
	const ms = deps.clock() - started;
	deps.meter.answered({ door: "retrieve", outcome: isWhole ? (org.exists ? "org" : "public") : "degraded", ms });
	return {
		domain,
		...(org === null ? {} : { hasOrgKnowledge: org.exists }),
		status: isWhole ? "ok" : "degraded",
		chunks: passages.map(toRetrievedChunk),
		tookMs: Math.round(ms * 100) / 100,
	};
}

async function askOrg(deps: KnowledgeDeps, tenantId: TenantId, search: Parameters<KnowledgeProvider["search"]>[1]): Promise<Found> {
	const patterns = await deps.domains.patternsOf(tenantId);
	return isCovered(search.domain, patterns) ? await deps.provider.search(tenantId, search) : nothing;
}

function ownOnly(
	{ meter }: KnowledgeDeps,
	place: Parameters<typeof dropForeign>[1],
	{ org, common }: { readonly org: Found; readonly common: Found },
) {
	const kept = { org: dropForeign(org.passages, place), public: dropForeign(common.passages, place) };
	const foreign = kept.org.foreign + kept.public.foreign;
	if (foreign > 0) meter.foreign(foreign);
	return { org: kept.org.own, public: kept.public.own };
}

async function orNull(deps: KnowledgeDeps, asked: Promise<Found>): Promise<Found | null> {
	return await Promise.race([asked, timeUp(deps.retrieveLimitMs)]).catch((cause: unknown) => {
		deps.meter.failed(cause);
		return null;
	});
}

function timeUp(ms: number): Promise<never> {
	const signal = AbortSignal.timeout(ms);
	return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
