import { getDocumentProxy } from "unpdf";
import type { Outline, OutlineBuilder } from "../outline.ts";
import { createOutline, documentLimits, UnreadableError } from "../outline.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;
type Item = Awaited<ReturnType<Page["getTextContent"]>>["items"][number];

// Lines of a paragraph are 1 to 1.5 font sizes apart.
const paragraphGap = 1.7;

/**
 * PDF: the text of each page in the order of its content, lines joined to paragraphs by the space between them. Nothing is drawn or run.
 *
 * @throws UnreadableError ENCRYPTED when it opens only with a password; TOO_LARGE past 500 pages; MALFORMED
 */
export async function parsePdf(bytes: Uint8Array): Promise<Outline> {
	const pdf = await openPdf(bytes);
	try {
		if (pdf.numPages > documentLimits.pages) throw new UnreadableError("TOO_LARGE");
		const outline = createOutline();
		for (let number = 1; number <= pdf.numPages; number++) {
			const page = await pdf.getPage(number);
			outline.page(number);
			writePage(outline, (await page.getTextContent()).items);
			page.cleanup();
		}
		const { info } = await pdf.getMetadata();
		const title = "Title" in info && typeof info.Title === "string" ? info.Title : undefined;
		return outline.done([title]);
	} finally {
		await pdf.loadingTask.destroy();
	}
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
	try {
		return await getDocumentProxy(bytes, {
			enableXfa: false,
			useSystemFonts: false,
			disableFontFace: true,
			useWorkerFetch: false,
			// Its warnings quote the document.
			verbosity: 0,
		});
	} catch (cause) {
		const isEncrypted = cause instanceof Error && cause.name === "PasswordException";
		throw new UnreadableError(isEncrypted ? "ENCRYPTED" : "MALFORMED", { cause });
	}
}

function writePage(outline: OutlineBuilder, items: readonly Item[]): void {
	let paragraph = "";
	let line = "";
	let lastBaseline: number | undefined;
	const endLine = () => {
		// "exam-" and "ple" are one word.
		const isHyphenated = /\p{Ll}-$/u.test(paragraph) && /^\p{Ll}/u.test(line);
		paragraph = isHyphenated ? paragraph.slice(0, -1) + line : `${paragraph} ${line}`.trim();
		line = "";
	};
	for (const item of items) {
		if (!("str" in item)) continue;
		const baseline: number = item.transform[5];
		if (item.str.trim() !== "") {
			const gap = lastBaseline === undefined ? 0 : Math.abs(lastBaseline - baseline);
			if (line === "" && gap > paragraphGap * item.height) {
				outline.paragraph(paragraph);
				paragraph = "";
			}
			lastBaseline = baseline;
		}
		line += item.str;
		if (item.hasEOL) endLine();
	}
	endLine();
	outline.paragraph(paragraph);
}
