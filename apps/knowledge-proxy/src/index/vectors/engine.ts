import type { Shard } from "@webhand/search/shard";
import { LRUCache } from "lru-cache";
import type { Scope } from "../../scope.ts";
import type { Located } from "../chunk.ts";
import type { RankByMeaning } from "../engine.ts";
import type { IndexStore } from "../store.ts";
import { nearest } from "./nearest.ts";
import type { VectorStore } from "./store.ts";
import type { Embed } from "./upstream.ts";

/** Dependencies. `limitMs` is how long a search waits for this ranking; `ranked` receives what became of each. */
export type MeaningDeps = {
	readonly chunks: Pick<IndexStore, "hashesOf">;
	readonly vectors: Pick<VectorStore, "vectorsOf">;
	readonly embed: Embed;
	readonly model: string;
	readonly maxBytes: number;
	readonly limitMs: number;
	readonly ranked: (outcome: "ok" | "slow" | "failed") => void;
};

/** The vectors of a shard's chunks. */
type Loaded = { readonly located: readonly Located[]; readonly vectors: readonly Float32Array[] };

const mostCandidates = 5_000;
const candidatesPerRead = 500;
const hits = 50;
// The worker is still at work on a shard without some of its vectors.
const incompleteLifeMs = 5_000;

/**
 * Ranks chunks by the cosine between the vectors of text and content: exact, over at most 5,000 chunks of the given shards and of no other.
 * It never throws and never takes longer than `limitMs`: then there is no ranking, and the search goes by words alone.
 */
export function createRankByMeaning(deps: MeaningDeps): RankByMeaning {
	const kept = new LRUCache<Shard, Loaded>({
		maxSize: deps.maxBytes,
		sizeCalculation: ({ vectors }) => 200 + vectors.reduce((sum, { byteLength }) => sum + byteLength + 200, 0),
	});
	const loading = new Map<Shard, Promise<Loaded>>();

	const load = async (scope: Scope, shard: Shard): Promise<Loaded> => {
		const located: Located[] = [];
		const vectors: Float32Array[] = [];
		const ids = shard.ids.slice(0, mostCandidates);
		const owners = new Map(ids.map((id, ordinal) => [id, shard.owners[ordinal] ?? ""]));
		for (let at = 0; at < ids.length; at += candidatesPerRead) {
			const rows = await deps.chunks.hashesOf(scope, ids.slice(at, at + candidatesPerRead));
			const found = await deps.vectors.vectorsOf(scope, deps.model, [...new Set(rows.map(({ hash }) => hash))]);
			const byHash = new Map(found.map(({ hash, vector }) => [hash, vector]));
			for (const { _id, hash } of rows) {
				const vector = byHash.get(hash);
				if (vector === undefined) continue;
				located.push({ id: _id, document: owners.get(_id) ?? "" });
				vectors.push(vector);
			}
		}
		const loaded = { located, vectors };
		kept.set(shard, loaded, vectors.length < ids.length ? { ttl: incompleteLifeMs } : {});
		return loaded;
	};

	const loadedOf = async (scope: Scope, shard: Shard): Promise<Loaded> => {
		const known = kept.get(shard);
		if (known !== undefined) return known;
		const running = loading.get(shard) ?? load(scope, shard).finally(() => loading.delete(shard));
		loading.set(shard, running);
		return await running;
	};

	return async ({ scope, shards }, text) => {
		const signal = AbortSignal.timeout(deps.limitMs);
		const rank = async (): Promise<readonly Located[]> => {
			const loaded = await Promise.all(shards.map((shard) => loadedOf(scope, shard)));
			const located = loaded.flatMap((each) => each.located).slice(0, mostCandidates);
			if (located.length === 0) return [];
			const [wanted] = await deps.embed([text], signal);
			if (wanted === undefined) return [];
			const vectors = loaded.flatMap((each) => each.vectors);
			return nearest(wanted, { located, vectors }, hits);
		};
		try {
			const ranking = await Promise.race([rank(), endOf(signal)]);
			deps.ranked("ok");
			return ranking;
		} catch {
			deps.ranked(signal.aborted ? "slow" : "failed");
			return [];
		}
	};
}

function endOf(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
