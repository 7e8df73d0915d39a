import type { DocumentFormat } from "@webhand/contracts/knowledge/documents";
import { cutChunks } from "./chunk.ts";
import { languageOf } from "./language.ts";
import type { Outline } from "./outline.ts";
import { UnreadableError } from "./outline.ts";
import type { ParseResult } from "./parser.ts";

type ParseFormat = (bytes: Uint8Array) => Outline | Promise<Outline>;

// Loaded when they are needed: that of PDF alone has 1.7 MB.
const parsers: Readonly<Record<DocumentFormat, () => Promise<ParseFormat>>> = {
	text: async () => (await import("./formats/text.ts")).parseText,
	markdown: async () => (await import("./formats/markdown.ts")).parseMarkdown,
	html: async () => (await import("./formats/html.ts")).parseHtml,
	pdf: async () => (await import("./formats/pdf.ts")).parsePdf,
	docx: async () => (await import("./formats/docx.ts")).parseDocx,
};

/**
 * Reads a document in this thread, without bounds of time and memory.
 *
 * @returns `failed` with NO_TEXT, TOO_LARGE, ENCRYPTED or MALFORMED, which also is what a parser's own error means
 * @throws never
 */
export async function readDocument(bytes: Uint8Array, format: DocumentFormat): Promise<ParseResult> {
	try {
		const parse = await parsers[format]();
		const { title, sections } = await parse(bytes);
		const sample = sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "text" ? block.text : block.rows)));
		const language = languageOf(sample.join("\n"));
		const { text, chunks } = cutChunks(sections, language === "other" ? "en" : language);
		if (chunks.length === 0) return { kind: "failed", reason: "NO_TEXT" };
		return { kind: "parsed", document: { ...(title === undefined ? {} : { title }), language, text, chunks } };
	} catch (error) {
		return { kind: "failed", reason: error instanceof UnreadableError ? error.reason : "MALFORMED" };
	}
}
