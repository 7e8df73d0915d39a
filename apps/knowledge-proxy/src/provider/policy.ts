import type { TenantId } from "@webhand/contracts/ids";
import type { ExtractedChunk, ExtractionReply } from "@webhand/contracts/knowledge/extraction";
import { extraction } from "@webhand/contracts/knowledge/extraction";
import { activeDomainOf, matchesDomainPattern, patternsCovering } from "@webhand/contracts/knowledge/patterns";
import type { Chunk } from "../index/chunk.ts";
import { standsFor } from "../index/chunk.ts";
import type { Found } from "./port.ts";

/** Whose question it was, about which host, and how many chunks at most. */
export type Asked = { readonly tenantId: TenantId; readonly domain: string; readonly k: number };

const longestTitle = 300;
const longestUrl = 4_096;

/** The patterns of which one must be allowed for a chunk of these places; an empty list: no pattern covers such a place. */
export function patternsToAsk({ context }: ExtractionReply): readonly string[] {
	return [...new Set(context.flatMap(placesOf).flatMap((place) => (place === null ? [] : coveringOf(place))))];
}

/**
 * What an external service found, as ours. A chunk that names another tenant, or a place that no allowed domain covers, is dropped and
 * counted; ids get the prefix `ext_`, so they never meet ours.
 *
 * @param allowed those of `patternsToAsk` that the tenant allowed
 */
export function foundIn(reply: ExtractionReply, allowed: readonly string[], asked: Asked): Found & { readonly dropped: number } {
	const isOwn = (place: string | null) =>
		place !== null && (isAskedSite(place, asked) || coveringOf(place).some((one) => allowed.includes(one)));
	const own = reply.context.filter((chunk) => isOfTenant(chunk, asked.tenantId) && placesOf(chunk).every(isOwn));
	const dropped = reply.context.length - own.length;
	const chunks = own.filter(({ content }) => content.trim() !== "").map((chunk) => toChunk(chunk, asked));
	const exists = reply.hasOrgKnowledge ?? chunks.length > 0;
	return { exists, chunks: exists ? chunks.slice(0, asked.k) : [], dropped };
}

/** Hosts or patterns that a chunk names as its place; null for one that is no web address. */
function placesOf({ metadata }: ExtractedChunk): readonly (string | null)[] {
	const { sourceUrl, domain } = metadata ?? {};
	return [...(sourceUrl === undefined ? [] : [hostOf(sourceUrl)]), ...(domain === undefined ? [] : [domain.toLowerCase()])];
}

function hostOf(sourceUrl: string): string | null {
	const isUsable = sourceUrl.length <= longestUrl && /^https?:\/\//i.test(sourceUrl) && URL.canParse(sourceUrl);
	return isUsable ? activeDomainOf(sourceUrl) : null;
}

/** A pattern such as `*.acme.com` is covered by itself and by wider ones. */
function coveringOf(place: string): readonly string[] {
	return place.startsWith("*.") ? patternsCovering(`any${place.slice(1)}`).slice(1) : patternsCovering(place);
}

/** The host that was asked about is allowed, and so is a pattern around it. */
function isAskedSite(place: string, { domain }: Asked): boolean {
	return matchesDomainPattern(domain, place);
}

function isOfTenant({ metadata }: ExtractedChunk, tenantId: TenantId): boolean {
	return metadata?.tenantId === undefined || metadata.tenantId === tenantId;
}

function toChunk({ id, content, documentTitle, metadata = {} }: ExtractedChunk, { tenantId, domain }: Asked): Chunk {
	const { documentId, section, page, sourceUrl, domain: place } = metadata;
	return {
		id: `ext_${id}`,
		scope: tenantId,
		// The service answers about this host, so its chunk stands for the host wherever on the tenant's sites the text is from.
		domain: place !== undefined && standsFor(tenantId, place, domain) ? place.toLowerCase() : domain,
		documentId: `ext_${documentId ?? id}`,
		documentTitle: cut(documentTitle, longestTitle),
		content: cut(content, extraction.maxContent),
		...(section === undefined ? {} : { section: cut(section, longestTitle) }),
		...(page === undefined ? {} : { page }),
		...(sourceUrl === undefined ? {} : { sourceUrl: withoutCredentials(sourceUrl) }),
	};
}

/** An address without user name, password, fragment and line breaks. */
function withoutCredentials(address: string): string {
	const { origin, pathname, search } = new URL(address);
	return `${origin}${pathname}${search}`;
}

/** The first characters of a text, with no half of a surrogate pair at its end. */
function cut(text: string, most: number): string {
	return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
