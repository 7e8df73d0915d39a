import { createHash } from "node:crypto";
import type { TenantLimits } from "@webhand/contracts/auth/limits";
import { limitOf } from "@webhand/contracts/auth/limits";
import type { UserId } from "@webhand/contracts/ids";
import type { DocumentFailure, DocumentFormat, DocumentView } from "@webhand/contracts/knowledge/documents";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { invalid } from "@webhand/service-kit/http/replies";
import type { Ids } from "@webhand/service-kit/ids";
import type { DomainStore } from "../domains/store.ts";
import type { Scope } from "../scope.ts";
import type { DocumentFiles } from "./files/store.ts";
import { formatOf } from "./parse/format.ts";
import type { Given, Read, Source, Wish } from "./policy.ts";
import { isCoveredDocument, readRequest } from "./policy.ts";
import type { DocumentRow, PendingVersion } from "./rows.ts";
import type { DocumentStore } from "./store.ts";

/** What documents are managed with. */
export type DocumentDeps = {
	readonly store: DocumentStore;
	readonly files: DocumentFiles;
	readonly domains: Pick<DomainStore, "patternsOf">;
	readonly ids: Ids;
	readonly now: () => Date;
	/** Says that there is something to read. */
	readonly wake: () => void;
};

/** Who asks, for which scope. */
export type Caller = { readonly scope: Scope; readonly userId: UserId; readonly limits: TenantLimits };

/**
 * Adds a document, to be read in the background; the same bytes, title and domain again give the document that is there.
 *
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, LIMIT_REACHED
 */
export async function addDocument(
	deps: DocumentDeps,
	caller: Caller,
	given: Given,
): Promise<{ readonly row: DocumentRow; readonly added: boolean }> {
	const { scope } = caller;
	const wish = fitting(readRequest(given, { kind: "add", scope: scope === "public" ? "public" : "org" }));
	const { source, title, domain } = wish;
	if (source === undefined || title === undefined || domain === undefined) throw new AppError("INTERNAL_ERROR", "A new document has these");
	const [format, sha256] = [formatFor(source), hashOf(source)];
	// A page's title may have replaced the one that was made from its address.
	const same = { sha256, domain, ...(wish.takesTitle === true ? {} : { title }) };
	const there = await deps.store.findSame(scope, same);
	if (there !== null) return { row: there, added: false };
	const added = await deps.store.inTurn(scope, async () => {
		const mostChunks = await roomFor(deps, caller, { isNew: true });
		const pending = await pendingFrom(deps, scope, { source, version: 1, mostChunks, ...takesTitle(wish) });
		await failpoint("document.uploaded");
		const at = deps.now();
		const row: DocumentRow = {
			_id: deps.ids.prefixed(DocumentId, "doc"),
			tenantId: scope,
			title,
			domain,
			format,
			status: "processing",
			sha256,
			version: 1,
			pending,
			...placeOf(wish),
			by: caller.userId,
			createdAt: at,
			updatedAt: at,
		};
		if (await deps.store.insert(row)) return row;
		if (pending.file !== undefined) await deps.files.remove(scope, pending.file);
		return null;
	});
	if (added === null) {
		const winner = await deps.store.findSame(scope, same);
		if (winner === null) throw new AppError("SERVICE_UNAVAILABLE", "The same document was just removed, try again");
		return { row: winner, added: false };
	}
	await failpoint("document.added");
	deps.wake();
	return { row: added, added: true };
}

/**
 * Replaces content, title or place. What is searched stays so until the new content is ready.
 *
 * @throws AppError NOT_FOUND, and those of `addDocument`
 */
export async function replaceDocument(
	deps: DocumentDeps,
	caller: Caller,
	{ id, given }: { readonly id: DocumentId; readonly given: Given },
): Promise<DocumentRow> {
	const { scope } = caller;
	const current = await documentOf(deps, scope, id);
	const wish = fitting(readRequest(given, { kind: "replace" }));
	const { source, title } = wish;
	const sha256 = source === undefined ? undefined : hashOf(source);
	const format = source === undefined ? current.format : formatFor(source);
	const mostChunks = await roomFor(deps, caller, { isNew: false });
	for (let row = current; ; row = await documentOf(deps, scope, id)) {
		// The same bytes again change nothing; an address may hold others by now, and a failed document gets another try.
		const isNews = source !== undefined && (source.kind === "address" || sha256 !== row.sha256 || row.status === "failed");
		const version = row.version + 1;
		const pending = isNews ? await pendingFrom(deps, scope, { source, version, mostChunks }) : undefined;
		await failpoint("document.replacing");
		const before = await deps.store.replace(scope, id, {
			from: row.version,
			at: deps.now(),
			...(title === undefined ? {} : { title }),
			...placeOf(wish),
			...(pending === undefined || sha256 === undefined ? {} : { content: { pending, format, sha256 } }),
		});
		if (typeof before === "string" && pending?.file !== undefined) await deps.files.remove(scope, pending.file);
		if (before === "same")
			throw invalid("The request is not valid", [
				{ field: title === undefined ? "content" : "title", message: "is that of another document of this domain" },
			]);
		if (before === "changed") continue;
		await failpoint("document.replaced");
		if (pending !== undefined && before.pending?.file !== undefined) await deps.files.remove(scope, before.pending.file);
		deps.wake();
		return documentOf(deps, scope, id);
	}
}

/** Takes a document out of the search and removes what belongs to it. @throws AppError NOT_FOUND */
export async function removeDocument({ store, files }: DocumentDeps, scope: Scope, id: DocumentId): Promise<void> {
	const row = await store.remove(scope, id);
	if (row === null) throw noDocument();
	await failpoint("document.removed");
	await store.removeChunks(scope, id);
	if (row.pending?.file !== undefined) await files.remove(scope, row.pending.file);
}

/** @throws AppError NOT_FOUND, also for another tenant's */
export async function documentOf({ store }: Pick<DocumentDeps, "store">, scope: Scope, id: DocumentId): Promise<DocumentRow> {
	const row = await store.get(scope, id);
	if (row === null) throw noDocument();
	return row;
}

/** Documents as the console sees them, without their text. */
export async function viewsOf(
	{ domains }: Pick<DocumentDeps, "domains">,
	scope: Scope,
	rows: readonly DocumentRow[],
): Promise<DocumentView[]> {
	const patterns = scope === "public" ? [] : await domains.patternsOf(scope);
	return rows.map((row) => viewOf(row, scope === "public" || isCoveredDocument(row.domain, patterns)));
}

function viewOf(row: DocumentRow, covered: boolean): DocumentView {
	const { active, pending, error, pathPrefix, sourceUrl, title, domain, format, status, version, by } = row;
	const failure: { error?: DocumentFailure } = error === undefined ? {} : { error };
	return {
		id: row._id,
		scope: row.tenantId === "public" ? "public" : "org",
		title,
		domain,
		covered,
		format,
		status,
		version,
		by,
		...(pathPrefix === undefined ? {} : { pathPrefix }),
		...(sourceUrl === undefined ? {} : { sourceUrl }),
		...(pending === undefined ? {} : { stage: pending.stage }),
		...failure,
		hasActive: active !== undefined,
		chunks: active?.chunks ?? 0,
		bytes: active?.bytes ?? 0,
		...(active === undefined ? {} : { language: active.language }),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

const noDocument = () => new AppError("NOT_FOUND", "There is no such document");

function fitting(read: Read): Wish {
	if (read.kind === "refused") throw invalid("The request is not valid", read.problems);
	const { isTooLarge } = read.wish;
	if (isTooLarge === undefined) return read.wish;
	const { field, maxBytes } = isTooLarge;
	throw new AppError("PAYLOAD_TOO_LARGE", `The ${field} is larger than the ${maxBytes} bytes that a document may have`, {
		details: { field, maxBytes },
	});
}

const mediaTypeOf = { text: "text/plain", markdown: "text/markdown", html: "text/html" } as const;

function formatFor(source: Source): DocumentFormat {
	// What an address holds is known when it has been fetched.
	if (source.kind === "address") return "html";
	const { bytes } = source;
	const claims = source.kind === "content" ? { mediaType: mediaTypeOf[source.format] } : { name: source.filename };
	const format = formatOf(bytes, claims);
	if (format !== null) return format;
	const formats = "text, Markdown, HTML, PDF or DOCX";
	throw source.kind === "content"
		? new AppError("UNSUPPORTED_MEDIA_TYPE", `The content is not ${source.format}`, { details: { field: "format" } })
		: new AppError(
				"UNSUPPORTED_MEDIA_TYPE",
				`The file is none of ${formats}, or its name says otherwise than its bytes. Open it in its program, save it as one of these, then add it again`,
				{
					details: { field: "file" },
				},
			);
}

function hashOf(source: Source): string {
	const hash = createHash("sha256");
	return (source.kind === "address" ? hash.update(`address ${source.url}`) : hash.update(source.bytes)).digest("hex");
}

const placeOf = ({ pathPrefix, sourceUrl }: Wish) => ({
	...(pathPrefix === undefined ? {} : { pathPrefix }),
	...(sourceUrl === undefined ? {} : { sourceUrl }),
});

const takesTitle = (wish: Wish) => (wish.takesTitle === true ? { takesTitle: true } : {});

type NewPending = { readonly source: Source; readonly version: number; readonly mostChunks: number; readonly takesTitle?: boolean };

async function pendingFrom({ files }: DocumentDeps, scope: Scope, { source, ...more }: NewPending): Promise<PendingVersion> {
	const begun = { ...more, stage: "waiting", attempts: 0 } as const;
	if (source.kind === "address") return { ...begun, url: source.url, bytes: 0 };
	return { ...begun, file: await files.save(scope, source.bytes), bytes: source.bytes.byteLength };
}

/** The most chunks that the scope may have. Public documents have the defaults: no tenant's limits are theirs. */
async function roomFor({ store }: DocumentDeps, { scope, limits }: Caller, { isNew }: { readonly isNew: boolean }): Promise<number> {
	const own = scope === "public" ? {} : limits;
	const [most, mostChunks] = [limitOf(own, "documents"), limitOf(own, "chunks")];
	const { documents, chunks } = await store.count(scope);
	if (isNew && documents >= most) throw reached("documents", most);
	if (isNew && chunks >= mostChunks) throw reached("chunks", mostChunks);
	return mostChunks;
}

function reached(name: "documents" | "chunks", limit: number): AppError {
	return new AppError(
		"LIMIT_REACHED",
		`There are ${limit} ${name} already, as many as there may be. Remove some, or ask an operator for more`,
		{
			details: { limit: name, most: limit },
		},
	);
}
