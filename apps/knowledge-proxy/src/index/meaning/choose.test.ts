import { TenantId } from "@webhand/contracts/ids";
import type { MeaningTrial } from "@webhand/contracts/knowledge/meaning";
import type { Shard } from "@webhand/search/shard";
import { emptyShard } from "@webhand/search/shard";
import { expect, test } from "vitest";
import { createAskMeaning } from "./choose.ts";
import type { StoredTrial } from "./store.ts";

const scope = TenantId.parse(`org_${"b".repeat(22)}`);
const shard: Shard = {
	...emptyShard,
	documents: new Map([
		["english", "en"],
		["german", "de"],
		["russian", "ru"],
	]),
};
const trial = (language: MeaningTrial["language"], part: Partial<MeaningTrial>): MeaningTrial => ({
	language,
	questions: 30,
	words: 0.5,
	best: 0.9,
	use: "off",
	weight: 0,
	...part,
});
const nearest = [
	{ id: "r1", document: "russian" },
	{ id: "g1", document: "german" },
	{ id: "e1", document: "english" },
	{ id: "g2", document: "german" },
];

test("each language is used as its test says, and one that was found useless is left out", async () => {
	const trials = [trial("en", { use: "fill" }), trial("de", { use: "fuse", weight: 0.5 }), trial("ru", {})];
	const ask = createAskMeaning({
		rank: async () => nearest,
		trialOf: async () => ({ model: "m", at: new Date(0), trials }),
		limitMs: 1_000,
	});
	expect(await ask({ scope, shards: [shard] }, "x")).toEqual({
		lists: [{ weight: 0.5, located: [nearest[1], nearest[3]] }],
		fill: [nearest[2]],
	});
});

test.for<readonly [string, () => Promise<StoredTrial | null>]>([
	["no test was made", async () => null],
	["its test cannot be read", () => Promise.reject(new Error("offline"))],
	["its test does not come", () => new Promise(() => undefined)],
	["it helps in other languages alone", async () => ({ model: "m", at: new Date(0), trials: [trial("other", { use: "fill" })] })],
])("nobody is asked where %s", async ([, trialOf]) => {
	let asked = 0;
	const rank = async () => {
		asked += 1;
		return nearest;
	};
	expect(await createAskMeaning({ rank, trialOf, limitMs: 20 })({ scope, shards: [shard] }, "x")).toEqual({ lists: [], fill: [] });
	expect(asked).toBe(0);
});
