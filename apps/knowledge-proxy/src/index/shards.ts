import type { Shard, ShardChunk } from "@webhand/search/shard";
import { changeShard, emptyShard, ShardTooLarge } from "@webhand/search/shard";
import { LRUCache } from "lru-cache";
import type { Scope } from "../scope.ts";
import type { Catalog } from "./catalogs.ts";
import { keyOf } from "./catalogs.ts";
import type { ActiveDocument, IndexStore } from "./store.ts";

/**
 * The shard of one scope and document domain, and the catalog it was made from. `isWhole` is false when chunks of a document were missing:
 * it was replaced or removed since the catalog was read.
 */
export type LoadedShard = { readonly shard: Shard; readonly catalog: Catalog; readonly isWhole: boolean };

/** Shards, kept in memory. */
export type Shards = {
	/** The shard at this catalog or a later one of the scope. Callers at once share one build; a change indexes the changed documents only. */
	readonly at: (place: { readonly scope: Scope; readonly domain: string }, catalog: Catalog) => Promise<LoadedShard>;
	/** Estimated memory of all shards. */
	readonly bytes: () => number;
};

const bytesPerShard = 2_000;
const mostRefused = 1_000;

/**
 * @param options `maxBytes` of memory for all shards together, the one used longest ago goes first; a larger one is refused with
 * ShardTooLarge, at once until a document changes. `built` receives the seconds that a build took.
 */
export function createShards(
	store: Pick<IndexStore, "chunksOf">,
	options: { readonly maxBytes: number; readonly stopping: AbortSignal; readonly built: (seconds: number) => void },
): Shards {
	const kept = new LRUCache<string, LoadedShard>({
		maxSize: options.maxBytes,
		sizeCalculation: ({ shard }) => bytesPerShard + shard.bytes,
	});
	const refused = new LRUCache<string, { readonly sequence: number; readonly cause: ShardTooLarge }>({ max: mostRefused });
	const building = new Map<string, { readonly sequence: number; readonly loaded: Promise<LoadedShard> }>();

	const build = async (scope: Scope, { shard, documents }: Step, catalog: Catalog): Promise<LoadedShard> => {
		const started = performance.now();
		const wanted = new Map(documents.map((document) => [document.id, document]));
		const added = documents.filter((document) => !shard.documents.has(keyOf(document)));
		const keys = new Set(documents.map(keyOf));
		const removed = new Set([...shard.documents.keys()].filter((key) => !keys.has(key)));
		let missing = added.reduce((sum, { chunks }) => sum + chunks, 0);
		const toIndex = async function* (): AsyncGenerator<ShardChunk> {
			for await (const { _id, documentId, section, content } of store.chunksOf(scope, added)) {
				const document = wanted.get(documentId);
				if (document === undefined) continue;
				missing -= 1;
				yield { id: _id, document: keyOf(document), language: document.language, title: document.title, section, content };
			}
		};
		const maxBytes = options.maxBytes - bytesPerShard;
		const changed = await changeShard(shard, { removed, added: toIndex(), maxBytes }, options.stopping);
		options.built((performance.now() - started) / 1_000);
		return { shard: changed, catalog, isWhole: missing === 0 };
	};

	return {
		at: async ({ scope, domain }, catalog) => {
			const key = `${scope} ${domain}`;
			for (let running = building.get(key); running !== undefined; running = building.get(key)) {
				if (running.sequence >= catalog.sequence) return await running.loaded;
				await running.loaded.catch(() => undefined);
			}
			const refusal = refused.get(key);
			if (refusal !== undefined && refusal.sequence >= catalog.sequence) throw refusal.cause;
			const known = kept.get(key);
			if (known !== undefined && known.catalog.sequence >= catalog.sequence) return known;
			const step = { shard: known?.shard ?? emptyShard, documents: catalog.byDomain.get(domain) ?? [] };
			if (known !== undefined && isSame(step)) {
				const same = { shard: known.shard, catalog, isWhole: true };
				kept.set(key, same);
				return same;
			}
			const loaded = build(scope, step, catalog)
				.then((done) => {
					kept.set(key, done);
					return done;
				})
				.catch((cause: unknown) => {
					if (cause instanceof ShardTooLarge) refused.set(key, { sequence: catalog.sequence, cause });
					throw cause;
				})
				.finally(() => building.delete(key));
			building.set(key, { sequence: catalog.sequence, loaded });
			return await loaded;
		},
		bytes: () => kept.calculatedSize,
	};
}

type Step = { readonly shard: Shard; readonly documents: readonly ActiveDocument[] };

// A document without chunks is in no shard.
function isSame({ shard, documents }: Step): boolean {
	const searched = documents.filter(({ chunks }) => chunks > 0);
	return searched.length === shard.documents.size && searched.every((document) => shard.documents.has(keyOf(document)));
}
