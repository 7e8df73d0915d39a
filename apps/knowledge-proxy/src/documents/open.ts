import type { Base } from "@webhand/service-kit/base";
import { createIds } from "@webhand/service-kit/ids";
import type { DomainStore } from "../domains/store.ts";
import type { VersionStore } from "../versions/store.ts";
import type { DocumentDeps } from "./engine.ts";
import { createDocumentFiles } from "./files/store.ts";
import { startIngest } from "./ingest/loop.ts";
import { createIngestStore } from "./ingest/store.ts";
import { openParser } from "./parse/parser.ts";
import { createDocumentStore } from "./store.ts";
import { createFetchDocument } from "./upstream.ts";

/** `hosts` may have private addresses; times in milliseconds. */
export type DocumentOptions = {
	readonly domains: DomainStore;
	readonly versions: VersionStore;
	readonly hosts: readonly string[];
	readonly leaseMs: number;
	readonly sweepMs: number;
	/** Documents that are read at once. */
	readonly threads: number;
};

/** Opens documents and starts to read those that wait. `close` gives documents under way back. */
export function openDocuments(base: Base, options: DocumentOptions): { readonly deps: DocumentDeps; readonly close: () => Promise<void> } {
	const { mongo, metrics, log } = base;
	const { domains, versions, hosts, leaseMs, sweepMs, threads } = options;
	const seconds = metrics.seconds("webhand_knowledge_ingest_seconds", "Time to read a document, by format", ["format"]);
	const outcomes = metrics.counter("webhand_knowledge_ingest_total", "Documents read, by outcome", ["outcome"]);
	const common = { files: createDocumentFiles(mongo.db), now: () => new Date() };
	const parser = openParser({ threads });
	const ended: Parameters<typeof startIngest>[0]["meter"]["ended"] = ({ format, outcome, seconds: took }) => {
		outcomes.inc({ outcome });
		seconds.observe({ format }, took);
	};
	const loop = startIngest(
		{
			...common,
			parser,
			log,
			meter: { ended },
			store: createIngestStore(mongo, versions),
			fetchDocument: createFetchDocument({ hosts, limitMs: 15_000 }),
		},
		{ mostAtOnce: threads, leaseMs, sweepMs, oldChunksMs: 2_000 },
	);
	return {
		deps: { ...common, store: createDocumentStore(mongo, versions), domains, ids: createIds(), wake: loop.wake },
		close: async () => {
			await loop.stop();
			await parser.close();
		},
	};
}
