import { zipSync } from "fflate";
import { expect, test } from "vitest";
import type { FormatClaims } from "./format.ts";
import { formatOf } from "./format.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const empty = new Uint8Array();
const docx = zipSync({ "[Content_Types].xml": empty, "word/document.xml": empty });
const page = "<!doctype html><p>Hi";
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const cases: readonly (readonly [string, Uint8Array, FormatClaims, string | null])[] = [
	["text without claims", utf8("Hello"), {}, "text"],
	["text as Markdown", utf8("Hello"), { name: "a.MD" }, "markdown"],
	["text by its media type", utf8("Hello"), { mediaType: "text/markdown; charset=utf-8" }, "markdown"],
	["a name with folders", utf8("Hello"), { name: "../../etc/x.pdf/notes.txt" }, "text"],
	["Markdown that a browser calls plain text", utf8("# Hi"), { name: "a.md", mediaType: "text/plain" }, "markdown"],
	["Markdown that begins with HTML", utf8("<h1>Hi</h1>"), { name: "README.md" }, "markdown"],
	["a page without claims", utf8(`\ufeff \n${page}`), { mediaType: "application/octet-stream" }, "html"],
	["a page after a comment", utf8("<!-- x --><html>"), {}, "html"],
	["a page after a declaration and a comment", utf8('<?xml version="1.0"?>\n<!-- x --> <HTML>'), {}, "html"],
	["text of 500 comments", utf8(`${"<!---->".repeat(500)}x`), {}, "text"],
	["a comment without an end", utf8(`<!-- ${page}`), {}, "text"],
	["a page that its name calls Markdown and its server HTML", utf8(page), { name: "a.md", mediaType: "text/html" }, "html"],
	["a page shown as text", utf8(page), { name: "page.txt" }, "text"],
	["a page called PDF", utf8(page), { name: "a.pdf", mediaType: "application/pdf" }, null],
	["a page under a name of PDF", utf8(page), { name: "a.pdf", mediaType: "text/html" }, "html"],
	["PDF", utf8("%PDF-1.7\n"), {}, "pdf"],
	["PDF by its name", utf8("%PDF-1.7\n"), { name: "a.pdf", mediaType: "application/octet-stream" }, "pdf"],
	["PDF called text", utf8("%PDF-1.7\n"), { name: "a.txt", mediaType: "text/plain" }, null],
	["a page that hides a PDF", utf8(`${page}\n%PDF-1.7`), {}, "html"],
	["a PDF that hides a page", utf8(`%PDF-1.7\n${page}`), { name: "a.html" }, null],
	["DOCX", docx, {}, "docx"],
	["DOCX by its type", docx, { name: "a.docx", mediaType: wordType }, "docx"],
	["DOCX called PDF", docx, { name: "a.pdf" }, null],
	["a PDF with a zip at its end", Buffer.concat([utf8("%PDF-1.7\n"), docx]), { name: "a.pdf" }, "pdf"],
	["another zip", zipSync({ "xl/workbook.xml": empty }), {}, null],
	["half a zip", docx.subarray(0, 40), { name: "a.docx" }, null],
	["DOCX with a password", Buffer.concat([Buffer.from(compound), Buffer.from("EncryptedPackage", "utf16le")]), { name: "a.docx" }, "docx"],
	["DOC", Buffer.from([...compound, 0, 1]), { name: "a.doc" }, null],
	["RTF", utf8("{\\rtf1 Hi}"), { name: "a.txt" }, null],
	["PNG", Buffer.from("89504e470d0a1a0a0000000d", "hex"), { name: "a.txt" }, null],
	["UTF-16", Buffer.from("\ufeffHi", "utf16le"), { name: "a.txt" }, "text"],
	["UTF-16 without a mark", Buffer.from("Hi", "utf16le"), { name: "a.txt" }, "text"],
	["a page in UTF-16", Buffer.from(`\ufeff${page}`, "utf16le"), {}, "html"],
	["Latin-1", Buffer.from("Müller", "latin1"), { name: "a.txt" }, "text"],
	["RTF in UTF-16", Buffer.from("\ufeff{\\rtf1 Hi}", "utf16le"), { name: "a.txt" }, "text"],
	["nothing", empty, {}, "text"],
];

test.for(cases)("%s has the right format", ([, bytes, claims, format]) => {
	expect(formatOf(bytes, claims)).toBe(format);
});
