import type { Base } from "@webhand/service-kit/base";
import { withLock } from "@webhand/service-kit/mongo/locks";
import { createCatalogs } from "./catalogs.ts";
import type { IndexDeps } from "./engine.ts";
import { createAskMeaning } from "./meaning/choose.ts";
import type { MeaningTestDeps } from "./meaning/engine.ts";
import { createTrialStore } from "./meaning/store.ts";
import { createShards } from "./shards.ts";
import { createIndexStore } from "./store.ts";
import { startVectorWork } from "./vectors/background.ts";
import { createRankByMeaning } from "./vectors/engine.ts";
import { prefixesOf } from "./vectors/prefixes.ts";
import { createVectorStore } from "./vectors/store.ts";
import { createEmbed, withPrefix } from "./vectors/upstream.ts";

/** The settings that the index needs. */
export type IndexSettings = {
	readonly EMBEDDINGS_BASE_URL?: string | undefined;
	readonly EMBEDDINGS_MODEL?: string | undefined;
	readonly EMBEDDINGS_KEY?: string | undefined;
};

// Embeddings, where they are on, take most of the room: a vector is larger than all words of its chunk.
const shares = { catalogs: 0.1, vectors: 0.6 } as const;
const embeddingLimitMs = 300;
const vectorRoundMs = 1_000;
const lockHoldMs = 60_000;

/** Opens the index over MongoDB, and the background work on embeddings where an endpoint is set. `maxBytes` of memory hold all of it. `close` ends that work. */
export function openIndex(
	{ mongo, metrics, log, stopping }: Pick<Base, "mongo" | "metrics" | "log" | "stopping">,
	settings: IndexSettings & { readonly maxBytes: number },
): { readonly index: IndexDeps; readonly meaning: MeaningTestDeps; readonly close: () => Promise<void> } {
	const closing = new AbortController();
	const ending = AbortSignal.any([stopping, closing.signal]);
	const seconds = metrics.seconds("webhand_knowledge_seconds", "Time of a question, by door", ["stage"]);
	const store = createIndexStore(mongo.db);
	const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model } = settings;
	const hasVectors = baseUrl !== undefined && model !== undefined;
	const { maxBytes: bytes } = settings;
	const shards = createShards(store, {
		maxBytes: Math.floor(bytes * (1 - shares.catalogs - (hasVectors ? shares.vectors : 0))),
		stopping: ending,
		built: (took) => seconds.observe({ stage: "shard" }, took),
	});
	metrics.gauge("webhand_knowledge_shard_bytes", "Estimated memory of the search index", shards.bytes);
	const index = { store, shards, catalogs: createCatalogs(store, Math.floor(bytes * shares.catalogs)) };
	const trials = createTrialStore(mongo.db);
	const test = { chunks: store, trials, now: () => new Date() };
	if (!hasVectors) return { index, meaning: { ...test, meaning: null }, close: async () => closing.abort() };

	const embed = createEmbed({ baseUrl, model, key: settings.EMBEDDINGS_KEY });
	const prefixes = prefixesOf(model);
	const [embedDocuments, embedQuestions] = [withPrefix(embed, prefixes.document), withPrefix(embed, prefixes.query)];
	// Vectors of another prefix are those of another model.
	const vectorModel = prefixes.document === "" ? model : `${model} ${prefixes.document.trim()}`;
	const vectors = createVectorStore(mongo.db);
	const outcomes = metrics.counter("webhand_knowledge_embeddings_total", "Rankings by embeddings, by outcome", ["outcome"]);
	const work = startVectorWork({
		chunks: store,
		vectors,
		embed: embedDocuments,
		model: vectorModel,
		log,
		stopping: ending,
		everyMs: vectorRoundMs,
		once: (round) => onlyHere(mongo.db, round),
	});
	const rankByMeaning = createRankByMeaning({
		chunks: store,
		vectors,
		embed: embedQuestions,
		model: vectorModel,
		limitMs: embeddingLimitMs,
		maxBytes: Math.floor(bytes * shares.vectors),
		ranked: (outcome) => outcomes.inc({ outcome }),
	});
	const close = async () => {
		closing.abort();
		await work.stop();
	};
	const askMeaning = createAskMeaning({
		rank: rankByMeaning,
		limitMs: embeddingLimitMs,
		trialOf: (scope) => trials.get(scope, vectorModel),
	});
	return { index: { ...index, askMeaning }, meaning: { ...test, meaning: { model, vectorModel, embedQuestions, vectors } }, close };
}

/** Another replica that is at work makes the same vectors; this one looks again later. */
async function onlyHere(db: Base["mongo"]["db"], round: () => Promise<void>): Promise<void> {
	let hasBegun = false;
	const begin = async () => {
		hasBegun = true;
		await round();
	};
	try {
		await withLock(db, { name: "vectors", holdMs: lockHoldMs, signal: AbortSignal.abort() }, begin);
	} catch (cause) {
		if (hasBegun || !(cause instanceof DOMException)) throw cause;
	}
}
