import type { Base } from "@webhand/service-kit/base";
import { openBase } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { openGuard } from "@webhand/service-kit/guard";
import type { Config } from "./config.ts";
import { indexDocuments } from "./documents/store.ts";
import { createDomainStore, indexDomains } from "./domains/store.ts";
import { openIndex } from "./index/open.ts";
import { indexVectors } from "./index/vectors/store.ts";
import { createEmbeddedProvider } from "./provider/embedded.ts";
import { withCache, withPatternCache } from "./resolve/cache.ts";
import type { KnowledgeDeps } from "./resolve/engine.ts";
import { createVersionStore } from "./versions/store.ts";

/** Everything the app is built from. */
export type AppDeps = {
	readonly base: Base;
	readonly guard: Guard;
	readonly knowledge: KnowledgeDeps;
	readonly close: () => Promise<void>;
};

/** Opens MongoDB, Redis and the guard, and puts the stores on them. `close` undoes it in reverse. */
export async function openDeps(config: Config, stopping: AbortSignal): Promise<AppDeps> {
	const base = await openBase({
		name: "knowledge-proxy",
		config,
		database: "webhand_knowledge",
		migrations: [
			{ id: "001-indexes", run: async (db) => void (await Promise.all([indexDomains(db), indexDocuments(db)])) },
			{ id: "002-vectors", run: indexVectors },
		],
		stopping,
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
	const { index, close: closeIndex } = openIndex(base, config);
	const knowledge: KnowledgeDeps = {
		patternsOf: withPatternCache(createDomainStore(mongo.db).patternsOf, { most: 1_000 }),
		versions: createVersionStore(mongo.db),
		provider: withCache(createEmbeddedProvider(index), {
			maxBytes: 64_000_000,
			lifeSeconds: config.KNOWLEDGE_CACHE_TTL,
			asked: (result) => cached.inc({ result }),
		}),
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
	const close = async () => {
		guard.close();
		await closeIndex();
		await base.close();
	};
	return { base, guard, knowledge, close };
}
