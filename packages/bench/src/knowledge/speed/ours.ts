import { fuseRanks } from "@webhand/search/fuse";
import { searchShard } from "@webhand/search/search";
import type { Shard } from "@webhand/search/shard";
import { changeShard, emptyShard } from "@webhand/search/shard";
import { quantile } from "../../stats.ts";
import { chunksOf, placesOf } from "./generated.ts";
import type { OpenSide, SideOrder } from "./order.ts";

const coldChunks = 500;
const coldRuns = 5;
const atOnce = 4;

/** Our shards, one a place, of which each question opens its own; some are built at once, as requests of several tenants do. */
export async function openOurSide(order: SideOrder): Promise<OpenSide> {
	const shards = new Map<string, Shard>();
	const waiting = [...placesOf(order)];
	const build = async () => {
		for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) shards.set(place, await buildShard(place, order.chunks));
	};
	await Promise.all(Array.from({ length: atOnce }, build));
	return {
		bytes: Array.from(shards.values(), ({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 0),
		search: async ({ places, words }) => {
			const lists = places.map((place) => searchShard(shards.get(place) ?? emptyShard, words, 20).map(({ id }) => id));
			return fuseRanks(lists.map((ids) => ({ weight: 1, ids })))
				.slice(0, 20)
				.map(({ id }) => id);
		},
		coldMs: async () => {
			const times: number[] = [];
			for (let run = 0; run < coldRuns; run += 1) {
				const added = [...asShardChunks(`cold/${run}`, coldChunks)];
				const started = performance.now();
				await changeShard(emptyShard, { added });
				times.push(performance.now() - started);
			}
			return quantile(times, 0.5);
		},
	};
}

function buildShard(place: string, chunks: number): Promise<Shard> {
	return changeShard(emptyShard, { added: asShardChunks(place, chunks) });
}

function* asShardChunks(place: string, count: number) {
	for (const chunk of chunksOf(place, count)) yield { ...chunk, language: "en" } as const;
}
