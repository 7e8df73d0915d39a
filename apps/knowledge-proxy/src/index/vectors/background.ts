import type { Log } from "@webhand/service-kit/logs";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { Scope } from "../../scope.ts";
import type { IndexStore, StoredChunk } from "../store.ts";
import type { VectorStore } from "./store.ts";
import type { Embed } from "./upstream.ts";

/** Dependencies. `once` does the work unless another process does it already. */
export type VectorWorkDeps = {
	readonly chunks: Pick<IndexStore, "documentsOf" | "chunksOf">;
	readonly vectors: VectorStore;
	readonly embed: Embed;
	readonly model: string;
	readonly once: (work: () => Promise<void>) => Promise<void>;
	readonly log: Log;
	readonly stopping: AbortSignal;
	readonly everyMs: number;
};

const textsPerCall = 64;
const callLimitMs = 30_000;

/** Makes the missing vectors of active documents, scope by scope whenever its knowledge changed, and removes those of gone contents. */
export function startVectorWork(deps: VectorWorkDeps): Repeated {
	const done = new Map<Scope, string>();
	return repeat({ name: "vectors", everyMs: deps.everyMs, log: deps.log }, async () => {
		const changed = (await deps.vectors.scopes()).filter(({ scope, version }) => done.get(scope) !== version);
		if (changed.length === 0) return;
		await deps.once(async () => {
			const failures: unknown[] = [];
			for (const { scope, version } of changed) {
				deps.stopping.throwIfAborted();
				try {
					await embedScope(deps, scope);
					done.set(scope, version);
				} catch (cause) {
					// A text that the endpoint refuses must not keep the other tenants waiting.
					failures.push(cause);
				}
			}
			if (failures.length > 0) throw failures[0];
		});
	});
}

async function embedScope(deps: VectorWorkDeps, scope: Scope): Promise<void> {
	const hashes = new Set<string>();
	let batch: StoredChunk[] = [];
	const embedBatch = async () => {
		const known = await deps.vectors.known(
			scope,
			deps.model,
			batch.map(({ hash }) => hash),
		);
		const missing = batch.filter(({ hash }) => !known.has(hash));
		batch = [];
		if (missing.length === 0) return;
		const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(callLimitMs)]);
		const vectors = await deps.embed(
			missing.map(({ content }) => content),
			signal,
		);
		await deps.vectors.add(
			scope,
			deps.model,
			missing.flatMap(({ hash }, index) => {
				const vector = vectors[index];
				return vector === undefined ? [] : [{ hash, vector }];
			}),
		);
	};
	for await (const chunk of deps.chunks.chunksOf(scope, await deps.chunks.documentsOf(scope))) {
		deps.stopping.throwIfAborted();
		if (hashes.has(chunk.hash)) continue;
		hashes.add(chunk.hash);
		batch.push(chunk);
		if (batch.length === textsPerCall) await embedBatch();
	}
	await embedBatch();
	await deps.vectors.keepOnly(scope, deps.model, [...hashes]);
}
