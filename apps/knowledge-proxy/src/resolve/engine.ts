import type { TenantId } from "@webhand/contracts/ids";
import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import type { ResolveQuery, ResolveReply } from "@webhand/contracts/knowledge/resolve";
import type { RetrieveReply, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import type { DomainStore } from "../domains/store.ts";
import type { Found, KnowledgeProvider, Search } from "../provider/port.ts";
import type { VersionStore } from "../versions/store.ts";
import { citationsOf, dropForeign, fuse, isCovered, toKnowledgeChunk, toRetrievedChunk } from "./policy.ts";

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
	readonly versions: Pick<VersionStore, "versionFor">;
	readonly provider: KnowledgeProvider;
	readonly clock: () => number;
	/** How long each route waits for stores and provider, in ms; `retrieve` less than agent-api waits for us. */
	readonly limitMs: { readonly resolve: number; readonly retrieve: number };
	readonly meter: Meter;
};

type Owner = { readonly tenantId: TenantId };

const nothing: Found = { exists: false, chunks: [] };
const resolveCap = { k: 8, maxChars: 12_000 };

/**
 * What this tenant knows about a page, for debugging. Without org knowledge the context is empty and no provider is asked.
 *
 * @throws what the store or the provider throws; a debugging route hides no failure
 */
export async function resolveKnowledge(deps: KnowledgeDeps, question: ResolveQuery & Owner): Promise<ResolveReply> {
	const started = deps.clock();
	const { tenantId } = question;
	const search = searchOf({ url: question.url, query: question.query ?? "" }, resolveCap);
	const { domain } = search;
	const about = { version: await deps.versions.versionFor(tenantId), signal: AbortSignal.timeout(deps.limitMs.resolve) };
	const org = await askOrg(deps, { tenantId, search, about });
	const common = org.exists ? await deps.provider.search("public", search, about) : nothing;
	const chunks = fuse(ownOnly(deps, { tenantId, domain }, { org, common }), resolveCap);
	deps.meter.answered({ door: "resolve", outcome: org.exists ? "org" : "public", ms: deps.clock() - started });
	return { allowed: true, domain, hasOrgKnowledge: org.exists, context: chunks.map(toKnowledgeChunk), citations: citationsOf(chunks) };
}

/**
 * Knowledge for the prompt. A failing org layer leaves public knowledge and no word on whether there is org knowledge; a step never
 * fails or waits for it.
 *
 * @throws never for a store or provider that fails
 */
export async function retrieveKnowledge(deps: KnowledgeDeps, question: RetrieveRequest & Owner): Promise<RetrieveReply> {
	const started = deps.clock();
	const { tenantId } = question;
	const search = searchOf(question, question);
	const { domain } = search;
	const signal = AbortSignal.timeout(deps.limitMs.retrieve);
	const version = await orNull(deps, deps.versions.versionFor(tenantId), signal);
	const ask = async (of: "org" | "public") => {
		if (version === null) return null;
		const about = { version, signal };
		return await orNull(
			deps,
			of === "org" ? askOrg(deps, { tenantId, search, about }) : deps.provider.search("public", search, about),
			signal,
		);
	};
	const [org, common] = await Promise.all([ask("org"), ask("public")]);
	const chunks = fuse(ownOnly(deps, { tenantId, domain }, { org: org ?? nothing, common: common ?? nothing }), search);
	const isWhole = org !== null && common !== null;
	const ms = deps.clock() - started;
	deps.meter.answered({ door: "retrieve", outcome: isWhole ? (org.exists ? "org" : "public") : "degraded", ms });
	return {
		domain,
		...(org === null ? {} : { hasOrgKnowledge: org.exists }),
		...(isWhole && version !== null ? { version } : {}),
		status: isWhole ? "ok" : "degraded",
		chunks: chunks.map(toRetrievedChunk),
		tookMs: Math.round(ms * 100) / 100,
	};
}

/** The page without its query string, which may hold secrets. */
function searchOf({ url, query }: { readonly url: string; readonly query: string }, cap: Pick<Search, "k" | "maxChars">): Search {
	const { origin, pathname } = new URL(url);
	return { domain: activeDomainOf(url), url: `${origin}${pathname}`, query, k: cap.k, maxChars: cap.maxChars };
}

type Asked = { readonly tenantId: TenantId; readonly search: Search; readonly about: Parameters<KnowledgeProvider["search"]>[2] };

async function askOrg(deps: KnowledgeDeps, { tenantId, search, about }: Asked): Promise<Found> {
	const patterns = await deps.domains.patternsOf(tenantId);
	return isCovered(search.domain, patterns) ? await deps.provider.search(tenantId, search, about) : nothing;
}

function ownOnly(
	{ meter }: KnowledgeDeps,
	place: Parameters<typeof dropForeign>[1],
	{ org, common }: { readonly org: Found; readonly common: Found },
) {
	const kept = { org: dropForeign(org.chunks, place), public: dropForeign(common.chunks, place) };
	const foreign = kept.org.foreign + kept.public.foreign;
	if (foreign > 0) meter.foreign(foreign);
	return { org: kept.org.own, public: kept.public.own };
}

async function orNull<Answer>(deps: KnowledgeDeps, asked: Promise<Answer>, signal: AbortSignal): Promise<Answer | null> {
	return await Promise.race([asked, endOf(signal)]).catch((cause: unknown) => {
		deps.meter.failed(cause);
		return null;
	});
}

function endOf(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}
