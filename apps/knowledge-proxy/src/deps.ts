import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { Base } from "@webhand/service-kit/base";
import { openBase } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { openGuard } from "@webhand/service-kit/guard";
import { createIds } from "@webhand/service-kit/ids";
import type { Logger } from "@webhand/service-kit/logs";
import { inTransaction } from "@webhand/service-kit/mongo";
import type { Config } from "./config.ts";
import type { DocumentDeps } from "./documents/engine.ts";
import { openDocuments } from "./documents/open.ts";
import { indexDocuments } from "./documents/store.ts";
import type { DomainDeps } from "./domains/engine.ts";
import { createDomainStore, indexDomains } from "./domains/store.ts";
import type { MeaningTestDeps } from "./index/meaning/engine.ts";
import { openIndex } from "./index/open.ts";
import { indexVectors } from "./index/vectors/store.ts";
import { planMemory } from "./memory.ts";
import { createEmbeddedProvider } from "./provider/embedded.ts";
import type { HttpProviderOptions, HttpRules } from "./provider/http.ts";
import { createHttpProvider } from "./provider/http.ts";
import { withCache } from "./resolve/cache.ts";
import type { KnowledgeDeps } from "./resolve/engine.ts";
import { createVersionStore } from "./versions/store.ts";

/** Everything the app is built from. */
export type AppDeps = {
	readonly base: Base;
	readonly guard: Guard;
	readonly knowledge: KnowledgeDeps;
	readonly documents: DocumentDeps;
	readonly domains: DomainDeps;
	readonly meaning: MeaningTestDeps;
	readonly close: () => Promise<void>;
};

/** What tests choose: limits of the external extraction service, and where the log goes. */
export type Choices = { readonly extraction?: Partial<HttpRules>; readonly log?: Logger };

/** Opens MongoDB, Redis and the guard, and puts the stores on them. `close` undoes it in reverse. */
export async function openDeps(config: Config, stopping: AbortSignal, choices: Choices = {}): Promise<AppDeps> {
	const base = await openBase({
		name: "knowledge-proxy",
		config,
		database: "webhand_knowledge",
		migrations: [
			{ id: "001-indexes", run: indexDomains },
			{ id: "002-documents", run: indexDocuments },
			{ id: "003-vectors", run: indexVectors },
		],
		stopping,
		...(choices.log === undefined ? {} : { log: choices.log }),
	});
	const guard = openGuard({ ...base, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER });
	const { mongo, metrics, log } = base;
	const requests = metrics.counter("webhand_knowledge_requests_total", "Questions answered, by door and outcome", ["door", "outcome"]);
	const seconds = metrics.seconds("webhand_knowledge_seconds", "Time of a question, by door", ["stage"]);
	const foreign = metrics.counter(
		"webhand_knowledge_foreign_chunks_total",
		"Chunks dropped since they were another tenant's or site's",
		[],
	);
	const cached = metrics.counter("webhand_knowledge_cache_total", "Answers looked for in the cache, by result", ["result"]);
	const domainStore = createDomainStore(mongo.db);
	const versions = createVersionStore(mongo.db);
	const domains: DomainDeps = {
		domains: domainStore,
		versions,
		transact: (work) => inTransaction(mongo, work),
		ids: createIds(),
		now: () => new Date(),
	};
	const memory = planMemory(
		{ heap: getHeapStatistics().heap_size_limit, total: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) },
		config.SHARD_MEMORY_MB,
	);
	if (memory.reducedToMb !== undefined)
		log.warn(
			{ setting: "SHARD_MEMORY_MB", askedMb: config.SHARD_MEMORY_MB, usedMb: memory.reducedToMb },
			"SHARD_MEMORY_MB is more than half of the heap; give the process more memory, or lower it",
		);
	const { index, meaning, close: closeIndex } = openIndex(base, { ...config, maxBytes: memory.indexBytes });
	const embedded = withCache(createEmbeddedProvider(index), {
		maxBytes: memory.cacheBytes,
		lifeSeconds: config.KNOWLEDGE_CACHE_TTL,
		asked: (result) => cached.inc({ result }),
	});
	// What changes in the external service changes no version of ours, so its answers are not cached.
	const external = openExternal(config, { domains: domainStore, common: embedded, metrics, rules: choices.extraction ?? {} });
	const knowledge: KnowledgeDeps = {
		versions,
		provider: external ?? embedded,
		clock: () => performance.now(),
		limitMs: { resolve: 3_000, retrieve: 700 },
		meter: {
			answered: ({ door, outcome, ms }) => {
				requests.inc({ door, outcome });
				seconds.observe({ stage: door }, ms / 1_000);
			},
			foreign: (count) => foreign.inc(count),
			failed: (cause) => log.warn({ err: cause }, "knowledge could not be asked"),
		},
	};
	const documents = openDocuments(base, {
		domains: domainStore,
		versions,
		hosts: config.KNOWLEDGE_FETCH_HOSTS,
		leaseMs: config.KNOWLEDGE_LEASE_MS,
		sweepMs: config.KNOWLEDGE_SWEEP_SECONDS * 1_000,
		threads: memory.documentThreads,
	});
	const close = async () => {
		await documents.close();
		guard.close();
		await external?.close();
		await closeIndex();
		await base.close();
	};
	return { base, guard, knowledge, domains, documents: documents.deps, meaning, close };
}

function openExternal(config: Config, options: Omit<HttpProviderOptions, "url" | "key">) {
	const { KNOWLEDGE_PROVIDER: provider, KNOWLEDGE_HTTP_URL: url, KNOWLEDGE_HTTP_KEY: key } = config;
	return provider === "http" && url !== undefined && key !== undefined ? createHttpProvider({ ...options, url, key }) : null;
}
