import type { DocumentFormat } from "@webhand/contracts/knowledge/documents";
import type { ParseResult } from "./parser.ts";
import { readDocument } from "./read.ts";

/** What a worker thread is asked. */
export type ParseTask<Buffer extends ArrayBufferLike = ArrayBufferLike> = {
	readonly bytes: Uint8Array<Buffer>;
	readonly format: DocumentFormat;
};

/** The function that `piscina` calls in the worker thread. */
export function parse({ bytes, format }: ParseTask): Promise<ParseResult> {
	return readDocument(bytes, format);
}
