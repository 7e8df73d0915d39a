import { LRUCache } from "lru-cache";
import type { Scope } from "../scope.ts";
import type { ActiveDocument, IndexStore } from "./store.ts";

/** The active documents of a scope at one moment. A later moment has a higher `sequence`. */
export type Catalog = {
	readonly version: string;
	readonly sequence: number;
	readonly byDomain: ReadonlyMap<string, readonly ActiveDocument[]>;
	/** By `keyOf`. */
	readonly byKey: ReadonlyMap<string, ActiveDocument>;
};

/** Catalogs of scopes, kept in memory. */
export type Catalogs = {
	/** The catalog at this version of the scope or later. Callers at once share one read. */
	readonly at: (scope: Scope, version: string) => Promise<Catalog>;
	/** The next call of `at` reads again. */
	readonly forget: (scope: Scope) => void;
};

const bytesPerDocument = 600;

/** What a shard knows a document by: with another version or title its chunks are indexed again. */
export function keyOf({ id, version, title }: Pick<ActiveDocument, "id" | "version" | "title">): string {
	return `${id} ${version} ${title}`;
}

/** @param maxBytes of memory for all catalogs together; the one used longest ago goes first */
export function createCatalogs(store: Pick<IndexStore, "documentsOf">, maxBytes: number): Catalogs {
	const kept = new LRUCache<Scope, Catalog>({
		maxSize: maxBytes,
		sizeCalculation: ({ byKey }) => (1 + byKey.size) * bytesPerDocument,
	});
	const loading = new Map<Scope, { readonly version: string; readonly catalog: Promise<Catalog> }>();
	let sequence = 0;

	const load = async (scope: Scope, version: string): Promise<Catalog> => {
		const documents = await store.documentsOf(scope);
		sequence += 1;
		const catalog = {
			version,
			sequence,
			byDomain: Map.groupBy(documents, ({ domain }) => domain),
			byKey: new Map(documents.map((document) => [keyOf(document), document])),
		};
		kept.set(scope, catalog);
		return catalog;
	};

	return {
		at: async (scope, version) => {
			// One read of a scope at a time, so that sequences follow the order of the reads.
			for (let running = loading.get(scope); running !== undefined; running = loading.get(scope)) {
				if (running.version === version) return await running.catalog;
				await running.catalog.catch(() => undefined);
			}
			const known = kept.get(scope);
			if (known?.version === version) return known;
			const catalog = load(scope, version).finally(() => loading.delete(scope));
			loading.set(scope, { version, catalog });
			return await catalog;
		},
		forget: (scope) => void kept.delete(scope),
	};
}
