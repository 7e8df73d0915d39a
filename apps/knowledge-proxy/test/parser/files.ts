import { deflateSync } from "node:zlib";
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import { PDFDocument, StandardFonts } from "pdf-lib";

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** A PDF with these pages; a line break in a page is a line. */
export async function pdfWith(title: string, pages: readonly string[]): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	pdf.setTitle(title);
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const text of pages) pdf.addPage().drawText(text, { x: 50, y: 700, size: 12, lineHeight: 14, font });
	return pdf.save();
}

/** A DOCX with a title, headings and the limits of expenses as a table. */
export function docxWith(title: string, text: string): Promise<Buffer> {
	const row = (cells: readonly string[]) =>
		new TableRow({ children: cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
	const children = [
		new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
		new Paragraph({ text: "Expenses", heading: HeadingLevel.HEADING_1 }),
		new Paragraph({ text: "Travel", heading: HeadingLevel.HEADING_2 }),
		new Paragraph(text),
		new Paragraph({ text: "Keep receipts", bullet: { level: 0 } }),
		new Table({ rows: [row(["Kind", "Limit"]), row(["Hotel", "120"])] }),
	];
	return Packer.toBuffer(new Document({ title: "Not this title", sections: [{ children }] }));
}

/** A PDF of objects as they are, the first one its catalog; `trailer` is more of its trailer. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ""): Buffer {
	const parts: Buffer[] = [latin1("%PDF-1.7\n")];
	const offsets: number[] = [];
	let length = parts[0]?.length ?? 0;
	const add = (part: Buffer) => {
		parts.push(part);
		length += part.length;
	};
	for (const [index, object] of objects.entries()) {
		offsets.push(length);
		add(Buffer.concat([latin1(`${index + 1} 0 obj\n`), typeof object === "string" ? latin1(object) : object, latin1("\nendobj\n")]));
	}
	const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const size = objects.length + 1;
	add(latin1(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`));
	return Buffer.concat(parts);
}

export function streamOf(dictionary: string, bytes: Buffer | string): Buffer {
	const content = typeof bytes === "string" ? latin1(bytes) : bytes;
	return Buffer.concat([latin1(`<<${dictionary}/Length ${content.length}>>\nstream\n`), content, latin1("\nendstream")]);
}

/** The objects of a PDF with one page, whose content is object 4 and its font object 5. */
export function onePage(content: Buffer, catalog = ""): (string | Buffer)[] {
	return [
		`<</Type/Catalog/Pages 2 0 R${catalog}>>`,
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		content,
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	];
}

/** What writes a text on a page. */
export const textOnPage = (text: string) => `BT /F 12 Tf 50 700 Td (${text}) Tj ET\n`;

/** Bytes that inflate `levels` times before they are this many spaces. */
export function bombOf(size: number, levels: number): Buffer {
	let bytes: Buffer = Buffer.alloc(size, " ");
	for (let level = 0; level < levels; level++) bytes = deflateSync(bytes);
	return bytes;
}
