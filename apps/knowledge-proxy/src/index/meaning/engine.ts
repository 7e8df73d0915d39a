import { setImmediate as otherWork } from "node:timers/promises";
import type { MeaningView } from "@webhand/contracts/knowledge/meaning";
import { searchShard } from "@webhand/search/search";
import { changeShard, emptyShard } from "@webhand/search/shard";
import { AppError } from "@webhand/service-kit/errors";
import type { Scope } from "../../scope.ts";
import type { ActiveDocument, IndexStore, StoredChunk } from "../store.ts";
import { nearest } from "../vectors/nearest.ts";
import type { VectorStore } from "../vectors/store.ts";
import type { Embed } from "../vectors/upstream.ts";
import type { TrialAnswer, TrialQuestion } from "./policy.ts";
import { judgeTrials, questionsOf } from "./policy.ts";
import type { StoredTrial, TrialStore } from "./store.ts";

/** What search by meaning stands on; `vectorModel` names model and prefix. */
export type Meaning = {
	readonly model: string;
	readonly vectorModel: string;
	readonly embedQuestions: Embed;
	readonly vectors: Pick<VectorStore, "vectorsOf">;
};

/** What the test needs; `meaning` is null without an endpoint. */
export type MeaningTestDeps = {
	readonly meaning: Meaning | null;
	readonly chunks: Pick<IndexStore, "documentsOf" | "chunksOf">;
	readonly trials: TrialStore;
	readonly now: () => Date;
};

const mostDocuments = 300;
const mostChunks = 3_000;
const hits = 50;
const textsPerCall = 64;
const limitMs = 40_000;
/** Of chunks without a vector a test would say that meaning does not find them. */
const leastShare = 0.95;

/** What the last test of the scope found. */
export async function readMeaning({ meaning, trials }: MeaningTestDeps, scope: Scope): Promise<MeaningView> {
	if (meaning === null) return { trials: [] };
	return viewOf(meaning, await trials.get(scope, meaning.vectorModel));
}

/**
 * Tests on the scope's own titles and headings whether meaning finds more than words, and keeps the result: from then on it counts.
 *
 * @throws AppError NOT_FOUND without an endpoint; SERVICE_UNAVAILABLE while vectors are missing, or when the endpoint fails
 */
export async function measureMeaning(deps: MeaningTestDeps, scope: Scope, signal: AbortSignal): Promise<MeaningView> {
	const { meaning, trials, now } = deps;
	if (meaning === null)
		throw new AppError("NOT_FOUND", "No embeddings endpoint is set. An operator sets EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL");
	const sample = await sampleOf(deps, scope);
	const hashes = [...new Set(sample.map(({ chunk }) => chunk.hash))];
	const vectors = new Map((await meaning.vectors.vectorsOf(scope, meaning.vectorModel, hashes)).map(({ hash, vector }) => [hash, vector]));
	if (vectors.size < hashes.length * leastShare)
		throw unavailable("The vectors of the documents are still being made, try again in a minute");
	const questions = questionsOf(
		sample.map(({ chunk, document }) => ({
			id: chunk._id,
			document: document.id,
			language: document.language,
			title: document.title,
			section: chunk.section,
		})),
	);
	const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
	const answers = await answersOf(meaning, { sample, vectors, questions }, ending).catch((cause: unknown) => {
		signal.throwIfAborted();
		throw unavailable("The embeddings endpoint does not answer, try again later", cause);
	});
	const trial: StoredTrial = { model: meaning.vectorModel, at: now(), trials: judgeTrials(answers) };
	await trials.put(scope, trial);
	return viewOf(meaning, trial);
}

type Sample = readonly { readonly chunk: StoredChunk; readonly document: ActiveDocument }[];

/** The chunks of the newest documents. */
async function sampleOf({ chunks }: Pick<MeaningTestDeps, "chunks">, scope: Scope): Promise<Sample> {
	const newest = (await chunks.documentsOf(scope)).toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
	const documents = new Map(newest.slice(0, mostDocuments).map((document) => [document.id, document]));
	const sample: { chunk: StoredChunk; document: ActiveDocument }[] = [];
	for await (const chunk of chunks.chunksOf(scope, [...documents.values()])) {
		const document = documents.get(chunk.documentId);
		if (document !== undefined && sample.length < mostChunks) sample.push({ chunk, document });
	}
	return sample;
}

type Asked = { readonly sample: Sample; readonly vectors: ReadonlyMap<string, Float32Array>; readonly questions: readonly TrialQuestion[] };

/** Both rankings of each question; the words are searched without titles and headings, which are the questions. */
async function answersOf(
	{ embedQuestions }: Meaning,
	{ sample, vectors, questions }: Asked,
	signal: AbortSignal,
): Promise<readonly TrialAnswer[]> {
	const added = sample.map(({ chunk, document }) => ({
		id: chunk._id,
		document: document.id,
		language: document.language,
		title: "",
		content: chunk.content,
	}));
	const shard = await changeShard(emptyShard, { added }, signal);
	const withVector = sample.flatMap(({ chunk, document }) => {
		const vector = vectors.get(chunk.hash);
		return vector === undefined ? [] : [{ located: { id: chunk._id, document: document.id }, vector }];
	});
	const all = { located: withVector.map(({ located }) => located), vectors: withVector.map(({ vector }) => vector) };
	const answers: TrialAnswer[] = [];
	for (let at = 0; at < questions.length; at += textsPerCall) {
		const some = questions.slice(at, at + textsPerCall);
		const wanted = await embedQuestions(
			some.map(({ text }) => text),
			signal,
		);
		for (const [index, { text, language, right }] of some.entries()) {
			const vector = wanted[index];
			const meaning = vector === undefined ? [] : nearest(vector, all, hits).map(({ id }) => id);
			answers.push({ language, right, meaning, words: searchShard(shard, text, hits).map(({ id }) => id) });
			await otherWork();
			signal.throwIfAborted();
		}
	}
	return answers;
}

function viewOf({ model }: Meaning, trial: StoredTrial | null): MeaningView {
	return trial === null ? { model, trials: [] } : { model, measuredAt: trial.at.toISOString(), trials: [...trial.trials] };
}

function unavailable(message: string, cause?: unknown): AppError {
	return new AppError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 30, ...(cause === undefined ? {} : { cause }) });
}
