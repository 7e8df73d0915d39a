import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Row } from "../../report.ts";
import type { World } from "../world.ts";
import type { Measures } from "./measures.ts";
import { meanOf, measuresOf } from "./measures.ts";
import type { Ask } from "./peers.ts";
import { openBm25, openOrama } from "./peers.ts";
import { fillShelf } from "./service.ts";
import type { Question } from "./set.ts";
import { languages, readQualitySet } from "./set.ts";

const measures = ["ndcg", "recall", "mrr"] as const satisfies readonly (keyof Measures)[];
const names = { ndcg: "nDCG@10", recall: "recall@5", mrr: "MRR@10" } as const;
const goals = { whole: { ndcg: 0.75, recall: 0.85, mrr: 0.75 }, language: 0.6, bm25: 0.98 } as const;
/** How much worse than the stored figure a run may be. */
const tolerance = 0.01;

const strangerDomain = "elsewhere.example";

/** The parts of the set that have figures of their own. */
const parts: readonly { readonly name: string; readonly has: (question: Question) => boolean }[] = [
	{ name: "", has: () => true },
	...languages.map((language) => ({ name: `, ${language}`, has: (question: Question) => question.language === language })),
	{ name: ", held back", has: ({ isHeld }) => isHeld },
];

/**
 * Asks the service every question of the set, and Orama and a plain BM25 over the same chunks. A second tenant holds the same documents for
 * the same domains, so that a leak is seen.
 */
export async function measureQuality(world: World): Promise<readonly Row[]> {
	const { documents, questions } = await readQualitySet();
	const [own, other] = [await world.newAdmin(), await world.newAdmin()];
	const shelf = await fillShelf(own, documents);
	const twin = await fillShelf(
		other,
		documents.filter((_, index) => index % 3 === 0),
	);
	const chunks = await shelf.chunks();
	const sides = { ours: shelf.ask, Orama: await openOrama(chunks), BM25: openBm25(chunks) };
	const results = {
		ours: await rankAll(sides.ours, questions),
		Orama: await rankAll(sides.Orama, questions),
		BM25: await rankAll(sides.BM25, questions),
	};
	for (const question of questions) await twin.ask(question);
	let strange = 0;
	for (const { query } of questions) strange += (await shelf.askAt(strangerDomain, query)).length;
	const leaks = shelf.leaks() + twin.leaks() + strange;
	return [
		...rowsOf(results, await storedFigures()),
		{ name: "chunks of another domain or tenant", ours: leaks, peer: null, ratio: null, goal: 0, better: "lower", unit: "", gate: 0 },
	];
}

type Ranked = { readonly question: Question; readonly measured: Measures };

async function rankAll(ask: Ask, questions: readonly Question[]): Promise<readonly Ranked[]> {
	const ranked: Ranked[] = [];
	for (const question of questions) ranked.push({ question, measured: measuresOf(await ask(question), question) });
	return ranked;
}

type Results = Readonly<Record<"ours" | "Orama" | "BM25", readonly Ranked[]>>;

function rowsOf(results: Results, stored: Readonly<Record<string, number>>): readonly Row[] {
	const mean = (side: keyof Results, has: (question: Question) => boolean) =>
		meanOf(results[side].filter(({ question }) => has(question)).map(({ measured }) => measured));
	const own = parts.flatMap(({ name: part, has }) =>
		measures.map((measure): Row => {
			const name = `${names[measure]}${part}`;
			const goal = part === "" ? goals.whole[measure] : goals.language;
			const gate = Math.max(goal, (stored[name] ?? 0) - tolerance);
			return { name, ours: mean("ours", has)[measure], peer: null, ratio: null, goal, better: "higher", unit: "", gate };
		}),
	);
	const beside = (peer: "Orama" | "BM25", goal: number) =>
		parts.flatMap(({ name: part, has }) =>
			measures
				.filter((measure) => measure === "ndcg" || part === "")
				.map((measure): Row => {
					const [ours, theirs] = [mean("ours", has)[measure], mean(peer, has)[measure]];
					const row = {
						name: `${names[measure]}${part}, ${peer}`,
						ours,
						peer: theirs,
						ratio: ours / theirs,
						better: "higher",
						unit: "",
					} as const;
					return measure === "ndcg" && part === "" ? { ...row, goal, gate: goal } : { ...row, goal: null };
				}),
		);
	return [...own, ...beside("Orama", 1), ...beside("BM25", goals.bm25)];
}

/** Figures of an earlier run by the name of their row. Write an improved figure down there. */
async function storedFigures(): Promise<Readonly<Record<string, number>>> {
	return z.record(z.string(), z.number()).parse(JSON.parse(await readFile(join(import.meta.dirname, "figures.json"), "utf8")));
}
