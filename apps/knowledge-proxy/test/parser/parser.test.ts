import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DocumentFormat } from "@webhand/contracts/knowledge/documents";
import { strToU8, unzipSync, zipSync } from "fflate";
import { test as base, expect } from "vitest";
import { openParser } from "../../src/documents/parse/parser.ts";
import { docxWith, onePage, pdfOf, pdfWith, streamOf, textOnPage } from "./files.ts";

const never = new AbortController().signal;
const threadsOf = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort" || name === "Worker").length;

const test = base.extend("parser", { scope: "file" }, async ({}, { onCleanup }) => {
	const parser = openParser();
	onCleanup(parser.close);
	return parser;
});

test("a PDF is read page by page, with its title and whole words", async ({ parser }) => {
	const bytes = await pdfWith("Travel guide", ["Book a train for jour-\nneys under six hours.\nKeep receipts.", "Hotels cost 120 euros."]);
	expect(await parser.parse({ bytes, format: "pdf" }, never)).toEqual({
		kind: "parsed",
		document: {
			title: "Travel guide",
			language: "en",
			text: "Book a train for journeys under six hours. Keep receipts.\nHotels cost 120 euros.",
			chunks: [
				{ content: "Book a train for journeys under six hours. Keep receipts.", page: 1, charStart: 0, charEnd: 57 },
				{ content: "Hotels cost 120 euros.", page: 2, charStart: 58, charEnd: 80 },
			],
		},
	});
});

test("a DOCX is read with its title, headings, lists and tables", async ({ parser }) => {
	const bytes = await docxWith("Handbook", "Die Belege reichen Sie bitte innerhalb von dreißig Tagen ein.");
	expect(await parser.parse({ bytes, format: "docx" }, never)).toEqual({
		kind: "parsed",
		document: {
			title: "Handbook",
			language: "de",
			text: "Die Belege reichen Sie bitte innerhalb von dreißig Tagen ein.\n- Keep receipts\nKind | Limit\nHotel | 120",
			chunks: [expect.objectContaining({ section: "Expenses › Travel", charStart: 0, charEnd: 102 })],
		},
	});
});

test("a DOCX is read with its fields, headers and footers, and what describes its pictures", async ({ parser }) => {
	const files = unzipSync(await docxWith("Handbook", "Valid until "));
	const put = (name: string, change: (text: string) => string) => {
		files[name] = strToU8(change(new TextDecoder().decode(files[name])));
	};
	const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
	put("word/document.xml", (text) => {
		expect(text).toContain("Valid until ");
		return text.replace(/(Valid until [^<]*<\/w:t><\/w:r>)/, `$1<w:fldSimple w:instr="DOCPROPERTY Until">${run("30 June")}</w:fldSimple>`);
	});
	files["word/header1.xml"] = strToU8(`<w:hdr><w:p>${run("Grebe &amp; Sons")}</w:p></w:hdr>`);
	files["word/footer1.xml"] = strToU8(`<w:ftr><w:p>${run("Version 7")}</w:p></w:ftr>`);
	const result = await parser.parse({ bytes: zipSync(files), format: "docx" }, never);
	expect(result).toMatchObject({ kind: "parsed" });
	const text = result.kind === "parsed" ? result.document.text : "";
	for (const words of ["Grebe & Sons", "Valid until 30 June", "Version 7"]) expect(text).toContain(words);
});

test("the same document read twice gives the same chunks, and the caller keeps its bytes", async ({ parser }) => {
	const bytes = new TextEncoder().encode(`# Travel\n\n${"Book a train for journeys under six hours. ".repeat(100)}`);
	const [first, second] = await Promise.all([1, 2].map(() => parser.parse({ bytes, format: "markdown" }, never)));
	expect(first).toEqual(second);
	expect(first).toHaveProperty("document.chunks.length", 5);
	expect(bytes.byteLength).toBeGreaterThan(4_000);
});

test("addresses inside a document are never called", async ({ parser }) => {
	const calls: string[] = [];
	const server = createServer((request, reply) => {
		calls.push(request.url ?? "");
		reply.end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const html = `<base href="${url}"><link rel=stylesheet href="${url}/css"><p>Text<img src="${url}/img"><iframe src="${url}/frame"></iframe>`;
	const files = unzipSync(await docxWith("Handbook", "Text"));
	const picture = `<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="far"/></w:drawing></w:r></w:p>`;
	const relation = `<Relationship Id="far" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${url}/docx" TargetMode="External"/>`;
	const edit = (name: string, before: string, more: string) => {
		const text = new TextDecoder().decode(files[name]);
		expect(text).toContain(before);
		files[name] = strToU8(text.replace(before, `${more}${before}`));
	};
	edit("word/document.xml", "<w:sectPr", picture);
	edit("word/_rels/document.xml.rels", "</Relationships>", relation);
	const action = `/OpenAction<</S/URI/URI(${url}/pdf)>>/AcroForm<</XFA(${url}/xfa)>>`;
	const documents: readonly (readonly [DocumentFormat, Uint8Array])[] = [
		["html", strToU8(html)],
		["markdown", strToU8(`Text ![](${url}/md) ${html}`)],
		["docx", zipSync(files)],
		["pdf", pdfOf(onePage(streamOf("", textOnPage("Text")), action))],
	];
	for (const [format, bytes] of documents) {
		expect(await parser.parse({ bytes, format }, never)).toMatchObject({
			kind: "parsed",
			document: { text: expect.stringMatching(/Text/) },
		});
	}
	await new Promise((resolve) => server.close(resolve));
	expect(calls).toEqual([]);
});

test("a parser that gets no document has no thread, and one that is done has none again", async () => {
	const before = threadsOf();
	const parser = openParser();
	expect(threadsOf()).toBe(before);
	const read = parser.parse({ bytes: strToU8("Text"), format: "text" }, never);
	await expect.poll(threadsOf, { interval: 1 }).toBeGreaterThan(before);
	await read;
	await expect.poll(threadsOf).toBe(before);
	await parser.close();
});

test("who gives up gets the reason at once, and the next document is read", async () => {
	const parser = openParser({ threads: 1 });
	const impatient = new AbortController();
	const slow = parser.parse({ bytes: strToU8("<div>".repeat(150_000)), format: "html" }, impatient.signal);
	const waiting = parser.parse({ bytes: strToU8("Waits"), format: "text" }, never);
	impatient.abort(new Error("No longer wanted"));
	await expect(slow).rejects.toThrow("No longer wanted");
	expect(await waiting).toMatchObject({ kind: "parsed" });
	await parser.close();
});

test("closing ends what is being read and refuses what comes later", async () => {
	const parser = openParser({ threads: 1 });
	const documents = [1, 2].map(() => parser.parse({ bytes: strToU8("<div>".repeat(150_000)), format: "html" }, never));
	const ended = Promise.all(documents.map((document) => expect(document).rejects.toThrow("closed")));
	await parser.close();
	await ended;
	await expect(parser.parse({ bytes: strToU8("Text"), format: "text" }, never)).rejects.toThrow("closed");
});
