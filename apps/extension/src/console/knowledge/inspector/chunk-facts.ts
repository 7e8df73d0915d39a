import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import type { KnowledgeChunk } from "@webhand/contracts/knowledge/resolve";
import { language } from "../../../kit/words/language.ts";

/** What the metadata of a chunk tells; an absent fact is unknown. `documentId` only for a document of ours. */
export type ChunkFacts = {
	readonly scope?: DocumentScope;
	readonly section?: string;
	readonly page?: number;
	readonly score?: number;
	readonly fits?: string;
	readonly sourceUrl?: string;
	readonly documentId?: DocumentId;
	readonly updatedAt?: string;
};

/** Reads the metadata of a chunk, which an external service may have written; what is of another type is left out. @throws never */
export function factsOfChunk({ metadata = {} }: Pick<KnowledgeChunk, "metadata">): ChunkFacts {
	const { scope, section, page, score, url_pattern, sourceUrl, documentId, updatedAt } = metadata as Readonly<
		Record<"scope" | "section" | "page" | "score" | "url_pattern" | "sourceUrl" | "documentId" | "updatedAt", unknown>
	>;
	const id = DocumentId.safeParse(documentId);
	return {
		...(scope === "org" || scope === "public" ? { scope } : {}),
		...(typeof section === "string" && section !== "" ? { section } : {}),
		...(typeof page === "number" ? { page } : {}),
		...(typeof score === "number" && Number.isFinite(score) ? { score } : {}),
		...(typeof url_pattern === "string" ? { fits: url_pattern } : {}),
		...(typeof sourceUrl === "string" && /^https?:\/\//.test(sourceUrl) ? { sourceUrl } : {}),
		...(id.success ? { documentId: id.data } : {}),
		...(typeof updatedAt === "string" && !Number.isNaN(Date.parse(updatedAt)) ? { updatedAt } : {}),
	};
}

/** A score in three digits that count. @throws never */
export function scoreInWords(score: number): string {
	return score.toLocaleString(language, { maximumSignificantDigits: 3 });
}
