import type { DocumentFailure, DocumentFormat, DocumentLanguage } from "@webhand/contracts/knowledge/documents";

/** A part of a text: `text.slice(charStart, charEnd)` is its content, within one section and page. */
export type CutChunk = {
	readonly content: string;
	readonly section?: string;
	readonly page?: number;
	readonly charStart: number;
	readonly charEnd: number;
};

/** What a document holds. `title` is the one it gives itself. */
export type ParsedDocument = {
	readonly title?: string;
	readonly language: DocumentLanguage;
	readonly text: string;
	readonly chunks: readonly CutChunk[];
};

/** A document's text, or why there is none. */
export type ParseResult =
	| { readonly kind: "parsed"; readonly document: ParsedDocument }
	| { readonly kind: "failed"; readonly reason: DocumentFailure };

/** Reads documents outside the event loop, within bounds of memory and time. */
export type Parser = {
	/** @returns `failed` for a document that cannot be read, whatever it does to the worker; rejects only when `signal` ends or after `close` */
	readonly parse: (document: { readonly bytes: Uint8Array; readonly format: DocumentFormat }, signal: AbortSignal) => Promise<ParseResult>;
	readonly close: () => Promise<void>;
};
