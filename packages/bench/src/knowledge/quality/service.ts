import { addDocumentRoute, documentChunksRoute, documentRoute } from "@webhand/contracts/knowledge/documents";
import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { poll } from "@webhand/testing/poll";
import type { Admin } from "../world.ts";
import type { Ask, PeerChunk } from "./peers.ts";
import type { QualityDocument } from "./set.ts";
import { unitOf } from "./set.ts";

/** A document of the set as one tenant's service keeps it. */
type Kept = QualityDocument & { readonly serviceId: string };

/** What a tenant brought in. `leaks` counts chunks of another domain or tenant that were answered so far. */
export type Shelf = {
	readonly chunks: () => Promise<readonly PeerChunk[]>;
	readonly ask: Ask;
	readonly askAt: (domain: string, query: string) => Promise<readonly string[]>;
	readonly leaks: () => number;
};

const readingLimitMs = 120_000;
const mostChunks = 20;

/** Allows the domains of the documents, uploads them through the public routes, and waits until each is read. */
export async function fillShelf(admin: Admin, documents: readonly QualityDocument[]): Promise<Shelf> {
	for (const pattern of new Set(documents.map(({ domain }) => domain))) await admin.call("POST", "/api/knowledge/domains", { pattern });
	const kept = new Map<string, Kept>();
	for (const document of documents) {
		const { title, domain, format, text } = document;
		const added = await admin.call("POST", addDocumentRoute.path, { title, domain, format, content: text });
		const serviceId = addDocumentRoute.reply.parse(added).document.id;
		kept.set(serviceId, { ...document, serviceId });
	}
	for (const { id, serviceId } of kept.values()) await poll(() => isRead(admin, serviceId, id), { limitMs: readingLimitMs });
	let leaks = 0;
	const askAt = async (domain: string, query: string) => {
		const body = { url: `https://${domain}/`, query, k: mostChunks, maxChars: 80_000 };
		const reply = RetrieveReply.parse(await admin.call("POST", "/internal/retrieve", body));
		if (reply.status !== "ok") throw new Error(`The service answered “${query}” with ${reply.status}`);
		return reply.chunks.map(({ documentId, section }) => {
			const document = kept.get(documentId);
			if (document?.domain !== domain) leaks += 1;
			return unitOf(document?.id ?? documentId, section);
		});
	};
	return {
		chunks: async () => (await Promise.all(Array.from(kept.values(), (document) => chunksOf(admin, document)))).flat(),
		ask: ({ domain, query }) => askAt(domain, query),
		askAt,
		leaks: () => leaks,
	};
}

async function isRead(admin: Admin, serviceId: string, id: string): Promise<true | undefined> {
	const { document } = documentRoute.reply.parse(await admin.call("GET", documentRoute.path.replace(":id", serviceId)));
	if (document.status === "failed") throw new Error(`${id} could not be read: ${document.error}`);
	return document.status === "ready" ? true : undefined;
}

async function chunksOf(admin: Admin, { serviceId, id, domain, language, title }: Kept): Promise<readonly PeerChunk[]> {
	const found: PeerChunk[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const query: string = cursor === "" ? "" : `?${new URLSearchParams({ cursor })}`;
		const page = documentChunksRoute.reply.parse(await admin.call("GET", documentChunksRoute.path.replace(":id", serviceId) + query));
		for (const { content, section } of page.chunks)
			found.push({ domain, language, title, section: section ?? "", content, unit: unitOf(id, section) });
		cursor = page.nextCursor;
	}
	return found;
}
