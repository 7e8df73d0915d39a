import type { TenantId } from "@webhand/contracts/ids";
import { activeDomainOf, patternsCovering } from "@webhand/contracts/knowledge/patterns";
import type { ResolveQuery, ResolveReply } from "@webhand/contracts/knowledge/resolve";
import type { RetrieveReply, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import { AppError } from "@webhand/service-kit/errors";
import type { Found, KnowledgeProvider, Search } from "../provider/port.ts";
import type { Scope } from "../scope.ts";
import type { VersionStore } from "../versions/store.ts";
import { citationsOf, dropForeign, fuse, toKnowledgeChunk, toRetrievedChunk } from "./policy.ts";

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
	readonly versions: Pick<VersionStore, "versionsFor">;
	readonly provider: KnowledgeProvider;
	readonly clock: () => number;
	/** How long each route waits for stores and provider, in ms; `retrieve` less than agent-api waits for us. */
	readonly limitMs: { readonly resolve: number; readonly retrieve: number };
	readonly meter: Meter;
};

/** Whose question it is; the external service logs the request id too. */
type Owner = { readonly tenantId: TenantId; readonly requestId: string };

const nothing: Found = { exists: false, chunks: [] };
const resolveCap = { k: 8, maxChars: 12_000 };

/**
 * What this tenant knows about a page, for debugging. Without org knowledge the context is empty and nothing public is asked.
 *
 * @throws what the store or the provider throws; a debugging route hides no failure. AppError SERVICE_UNAVAILABLE when they take too long
 */
export async function resolveKnowledge(deps: KnowledgeDeps, question: ResolveQuery & Owner): Promise<ResolveReply> {
	const started = deps.clock();
	const { tenantId, requestId } = question;
	const search = searchOf({ url: question.url, query: question.query ?? "" }, resolveCap);
	const { domain } = search;
	const signal = AbortSignal.timeout(deps.limitMs.resolve);
	const ask = async () => {
		const versions = await deps.versions.versionsFor(tenantId, patternsCovering(domain));
		const about = { version: versions.own, signal, requestId };
		const org = versions.isCovered ? await deps.provider.search(tenantId, search, about) : nothing;
		const common = org.exists ? await deps.provider.search("public", search, { version: versions.public, signal }) : nothing;
		return { org, common };
	};
	const { org, common } = await within(signal, ask()).catch((cause: unknown) => {
		if (cause !== signal.reason) throw cause;
		throw new AppError("SERVICE_UNAVAILABLE", "Knowledge cannot be read in time at the moment. Try again", { cause });
	});
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
	const { tenantId, requestId } = question;
	const search = searchOf(question, question);
	const { domain } = search;
	const signal = AbortSignal.timeout(deps.limitMs.retrieve);
	const versions = await orNull(deps, deps.versions.versionsFor(tenantId, patternsCovering(domain)), signal);
	const ask = async (scope: Scope, version: string | undefined) =>
		version === undefined ? null : await orNull(deps, deps.provider.search(scope, search, { version, signal, requestId }), signal);
	const [org, common] = await Promise.all([
		versions?.isCovered === false ? nothing : ask(tenantId, versions?.own),
		ask("public", versions?.public),
	]);
	const chunks = fuse(ownOnly(deps, { tenantId, domain }, { org: org ?? nothing, common: common ?? nothing }), search);
	const isWhole = org !== null && common !== null;
	const ms = deps.clock() - started;
	deps.meter.answered({ door: "retrieve", outcome: isWhole ? (org.exists ? "org" : "public") : "degraded", ms });
	return {
		domain,
		...(org === null ? {} : { hasOrgKnowledge: org.exists }),
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
	return await within(signal, asked).catch((cause: unknown) => {
		deps.meter.failed(cause);
		return null;
	});
}

function within<Answer>(signal: AbortSignal, asked: Promise<Answer>): Promise<Answer> {
	return Promise.race([asked, endOf(signal)]);
}

function endOf(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}
