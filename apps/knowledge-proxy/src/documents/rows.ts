import type { DocumentFailure, DocumentFormat, DocumentId, DocumentLanguage, DocumentStage } from "@webhand/contracts/knowledge/documents";
import type { Scope } from "../scope.ts";

/** Id of a file in GridFS, in hexadecimal. */
export type FileId = string;

/** The version of a document whose chunks are searched. */
export type ActiveVersion = {
	readonly version: number;
	readonly chunks: number;
	readonly bytes: number;
	readonly language: DocumentLanguage;
};

/**
 * A version that is being read: its bytes lie in GridFS as `file`, or at `url`. `lease` belongs to the process that reads it, `attempts`
 * counts those that took it up. `mostChunks` is the tenant's limit; with `takesTitle` the title of the page becomes the document's.
 */
export type PendingVersion = {
	readonly version: number;
	readonly file?: FileId;
	readonly url?: string;
	readonly bytes: number;
	readonly stage: DocumentStage;
	readonly mostChunks: number;
	readonly takesTitle?: boolean;
	readonly attempts: number;
	readonly lease?: { readonly by: string; readonly until: Date };
};

/**
 * A document in the collection `documents`. `sha256` is that of the newest content's bytes, or of its address. `error` is why the newest
 * version could not be read. `status` is that of the newest version; chunks are searched whenever `active` is there.
 */
export type DocumentRow = {
	_id: DocumentId;
	tenantId: Scope;
	title: string;
	domain: string;
	pathPrefix?: string;
	format: DocumentFormat;
	status: "processing" | "ready" | "failed";
	error?: DocumentFailure;
	sha256: string;
	version: number;
	active?: ActiveVersion;
	pending?: PendingVersion;
	sourceUrl?: string;
	by: string;
	createdAt: Date;
	updatedAt: Date;
};

/** A chunk in the collection `chunks`. It is searched while `version` is the active one of its document. */
export type ChunkRow = {
	_id: string;
	tenantId: Scope;
	documentId: DocumentId;
	version: number;
	n: number;
	domain: string;
	content: string;
	section?: string;
	page?: number;
	charStart: number;
	charEnd: number;
	hash: string;
};
