import { createHash } from "node:crypto";
import type { DocumentFailure, DocumentFormat, DocumentId } from "@webhand/contracts/knowledge/documents";
import { failpoint } from "@webhand/service-kit/failpoints";
import { createIds } from "@webhand/service-kit/ids";
import { z } from "zod";
import type { DocumentFiles } from "../files/store.ts";
import { formatOf } from "../parse/format.ts";
import type { ParsedDocument, Parser } from "../parse/parser.ts";
import type { ChunkRow, FileId } from "../rows.ts";
import type { FetchDocument } from "../upstream.ts";
import type { IngestStore, Job } from "./store.ts";

/** How a document ended; `lost` where another process has it now, or nobody wants it any more. */
export type IngestOutcome = "ready" | "lost" | DocumentFailure;

/** `file` held the bytes. */
export type IngestEnd = { readonly kind: "ended"; readonly outcome: IngestOutcome; readonly file?: FileId };

/** What reading a document needs. */
export type IngestDeps = {
	readonly store: IngestStore;
	readonly files: DocumentFiles;
	readonly parser: Pick<Parser, "parse">;
	readonly fetchDocument: FetchDocument;
	readonly now: () => Date;
};

const mostAttempts = 5;
const batchSize = 200;

/**
 * Reads a pending version: fetch, read, chunk, store, switch. Nothing that it writes is searched before the switch, and any process can
 * begin again at any stage.
 *
 * @returns how it ended, and the file that nobody needs any more
 * @throws when a store fails or `signal` ends; the document is taken up again then
 */
export async function ingest(deps: IngestDeps, job: Job, signal: AbortSignal): Promise<IngestEnd> {
	await failpoint("ingest.claimed");
	const end = job.pending.attempts > mostAttempts ? ended("MALFORMED", job.pending.file) : await readPending(deps, job, signal);
	const { outcome } = end;
	if (outcome === "lost") return end;
	if (outcome !== "ready") return (await deps.store.fail(job, outcome, deps.now())) ? end : ended("lost");
	await failpoint("ingest.switched");
	return end;
}

async function readPending(deps: IngestDeps, job: Job, signal: AbortSignal): Promise<IngestEnd> {
	const original = await bytesOf(deps, job, signal);
	if (original.kind === "ended") return original;
	const parsed = await deps.parser.parse(original, signal);
	await failpoint("ingest.read");
	if (parsed.kind === "failed") return ended(parsed.reason, original.file);
	return ended(await storeChunks(deps, { job, document: parsed.document, bytes: original.bytes.byteLength, signal }), original.file);
}

type Parsed = { readonly job: Job; readonly document: ParsedDocument; readonly bytes: number; readonly signal: AbortSignal };

async function storeChunks({ store, now }: IngestDeps, { job, document, bytes, signal }: Parsed): Promise<IngestOutcome> {
	const { pending } = job;
	const { length } = document.chunks;
	if (length === 0) return "NO_TEXT";
	if (length > pending.mostChunks) return "TOO_MANY_CHUNKS";
	if (!(await store.enter(job, "storing"))) return "lost";
	for (let start = 0; start < length; start += batchSize) {
		signal.throwIfAborted();
		await store.writeChunks(rowsOf(job, document, start));
		await failpoint("ingest.storing");
	}
	const active = { version: pending.version, chunks: length, bytes, language: document.language };
	const title = pending.takesTitle === true ? titleOf(document) : undefined;
	const switched = await store.switchTo(job, { active, at: now(), ...(title === undefined ? {} : { title }) });
	return switched === "too many chunks" ? "TOO_MANY_CHUNKS" : switched;
}

type Original = { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly format: DocumentFormat; readonly file: FileId };

async function bytesOf(deps: IngestDeps, job: Job, signal: AbortSignal): Promise<Original | IngestEnd> {
	const { store, files } = deps;
	const { row, pending } = job;
	if (pending.file !== undefined) {
		if (!(await store.enter(job, "reading"))) return ended("lost");
		const bytes = await files.read(row.tenantId, pending.file);
		// A replacement takes the file away.
		return bytes === null ? ended("lost") : { kind: "bytes", bytes, format: row.format, file: pending.file };
	}
	if (!(await store.enter(job, "fetching"))) return ended("lost");
	const fetched = await deps.fetchDocument(pending.url ?? "", signal);
	await failpoint("ingest.fetched");
	if (fetched.kind !== "fetched") return ended(fetched.kind === "refused" ? "FETCH_REFUSED" : "FETCH_FAILED");
	const { bytes, mediaType } = fetched;
	const format = formatOf(bytes, { mediaType });
	if (format === null) return ended("FETCH_FAILED");
	const file = await files.save(row.tenantId, bytes);
	if (await store.keepFetched(job, { file, bytes: bytes.byteLength, format })) return { kind: "bytes", bytes, format, file };
	await files.remove(row.tenantId, file);
	return ended("lost");
}

function ended(outcome: IngestOutcome, file?: FileId): IngestEnd {
	return { kind: "ended", outcome, ...(file === undefined || outcome === "lost" ? {} : { file }) };
}

/** A batch of rows. The same bytes give the same rows, so two processes that write at the same time write one set of them. */
function rowsOf({ row, pending }: Job, { chunks }: ParsedDocument, start: number): readonly ChunkRow[] {
	const { tenantId, _id: documentId, domain } = row;
	return chunks.slice(start, start + batchSize).map(({ content, section, page, charStart, charEnd }, index) => {
		const n = start + index;
		return {
			_id: chunkIdOf(documentId, pending.version, n),
			tenantId,
			documentId,
			version: pending.version,
			n,
			domain,
			content,
			charStart,
			charEnd,
			...(section === undefined ? {} : { section }),
			...(page === undefined ? {} : { page }),
			hash: createHash("sha256").update(content).digest("base64url"),
		};
	});
}

function chunkIdOf(documentId: DocumentId, version: number, n: number): string {
	const digest = createHash("sha512").update(`${documentId} ${version} ${n}`).digest();
	return createIds((count) => digest.subarray(0, count)).prefixed(z.string(), "chk");
}

function titleOf({ title }: ParsedDocument): string | undefined {
	const text = title?.replace(/\s+/g, " ").trim().slice(0, 200);
	return text === "" ? undefined : text;
}
