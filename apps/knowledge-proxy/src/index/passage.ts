import type { TenantId } from "@webhand/contracts/ids";
import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";

/** Whose knowledge: a tenant's, or what an operator keeps for everybody. */
export type Scope = TenantId | "public";

/** A passage as a provider gives it. `domain` is the document's own: a host, a pattern, or `*` for public documents of every site. */
export type Passage = {
	readonly id: string;
	readonly scope: Scope;
	readonly domain: string;
	readonly documentId: string;
	readonly documentTitle: string;
	readonly content: string;
	readonly section?: string;
	readonly page?: number;
	readonly sourceUrl?: string;
	readonly charStart: number;
	readonly charEnd: number;
	readonly updatedAt: Date;
};

/** Does a document stand for this host? `*` is for public documents alone. */
export function standsFor(scope: Scope, documentDomain: string, domain: string): boolean {
	return (scope === "public" && documentDomain === "*") || matchesDomainPattern(domain, documentDomain);
}

/** The words of a text as they are compared: lower case, without accents, each once. */
export function wordsIn(text: string): readonly string[] {
	const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return [...new Set(folded.match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
}
