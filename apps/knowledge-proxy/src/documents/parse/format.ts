import type { DocumentFormat } from "@webhand/contracts/knowledge/documents";
import { encodingOf } from "@webhand/service-kit/decode";
import { filesOfZip } from "./formats/zip.ts";

/** What is said of some bytes: a file's name, a media type with or without parameters. Both may be wrong. */
export type FormatClaims = { readonly name?: string | undefined; readonly mediaType?: string | undefined };

const byEnding: Readonly<Record<string, DocumentFormat>> = {
	txt: "text",
	text: "text",
	log: "text",
	md: "markdown",
	markdown: "markdown",
	mdx: "markdown",
	html: "html",
	htm: "html",
	xhtml: "html",
	pdf: "pdf",
	docx: "docx",
};
const byMediaType: Readonly<Record<string, DocumentFormat>> = {
	"text/plain": "text",
	"text/markdown": "markdown",
	"text/x-markdown": "markdown",
	"text/html": "html",
	"application/xhtml+xml": "html",
	"application/pdf": "pdf",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};

// Formats that are text to look at, but not to read.
const otherText = /^(?:\{\\rtf|%!PS)/;
const htmlBeginning = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const beginningLength = 4_096;

/**
 * The format of a document by its first bytes: these decide between PDF, DOCX and text, so a polyglot is what it begins as. The claims tell
 * text, Markdown and HTML apart; without them a text that begins as a page is HTML and any other is text.
 *
 * @returns null for other formats, for bytes that are no text in any encoding, and when all claims contradict the bytes; "docx" for a DOCX with a password,
 * which the parser refuses as ENCRYPTED
 * @throws never
 */
export function formatOf(bytes: Uint8Array, claims: FormatClaims): DocumentFormat | null {
	const claimed = [byEnding[endingOf(claims.name)], byMediaType[mediaTypeOf(claims.mediaType)]].filter((format) => format !== undefined);
	const binary = binaryFormatOf(bytes);
	if (binary !== "text") return binary !== null && (claimed.length === 0 || claimed.includes(binary)) ? binary : null;
	const texts = claimed.filter((format) => format === "text" || format === "markdown" || format === "html");
	if (texts.length === 0 && claimed.length > 0) return null;
	const [first, second = first] = texts;
	if (first !== undefined && first === second) return first;
	return beginsAsPage(beginningOf(bytes, encodingOf(bytes) ?? undefined)) ? "html" : (first ?? "text");
}

/** Comments and an XML declaration may stand first. A loop: as one pattern, 40 comments take hours. */
function beginsAsPage(beginning: string): boolean {
	let rest = beginning.trimStart();
	for (;;) {
		const end = rest.startsWith("<!--") ? "-->" : /^<\?xml/i.test(rest) ? ">" : undefined;
		if (end === undefined) return htmlBeginning.test(rest);
		const at = rest.indexOf(end);
		if (at === -1) return false;
		rest = rest.slice(at + end.length).trimStart();
	}
}

function binaryFormatOf(bytes: Uint8Array): "pdf" | "docx" | "text" | null {
	const beginning = beginningOf(bytes).trimStart();
	if (beginning.startsWith("%PDF-")) return "pdf";
	if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
		const names = new Set(filesOfZip(bytes)?.map(({ name }) => name));
		return names.has("[Content_Types].xml") && names.has("word/document.xml") ? "docx" : null;
	}
	if (isEncryptedOffice(bytes)) return "docx";
	return encodingOf(bytes) !== null && !otherText.test(beginning) ? "text" : null;
}

const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");

/** A DOCX with a password lies in a compound file, in the stream "EncryptedPackage"; its name is in UTF-16. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
	return startsWith(bytes, compoundFile) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encryptedPackage);
}

function beginningOf(bytes: Uint8Array, encoding = "utf-8"): string {
	return new TextDecoder(encoding).decode(bytes.subarray(0, beginningLength));
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
	return magic.every((byte, index) => bytes[index] === byte);
}

function endingOf(name = ""): string {
	return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

function mediaTypeOf(mediaType = ""): string {
	return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
