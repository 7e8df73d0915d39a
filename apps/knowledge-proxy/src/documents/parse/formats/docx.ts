import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import mammoth from "mammoth";
import { isEncryptedOffice } from "../format.ts";
import type { Outline } from "../outline.ts";
import { UnreadableError } from "../outline.ts";
import { linesOfPart, withAllText } from "./docx-parts.ts";
import { outlineOfHtml } from "./html.ts";
import { filesOfZip } from "./zip.ts";

// The text of 500 pages has about 10 MB of XML.
const mostBytes = 50_000_000;
const mostFiles = 5_000;
const needed = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|word\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;

const isBody = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;
const isHeader = /^word\/header\d*\.xml$/;
const isFooter = /^word\/footer\d*\.xml$/;

/**
 * DOCX: headings, lists, tables, footnotes, fields, headers and footers; of images what describes them. The first row of a table is its header.
 *
 * @throws UnreadableError ENCRYPTED; TOO_LARGE when its XML has over 50 MB; MALFORMED
 */
export async function parseDocx(bytes: Uint8Array): Promise<Outline> {
	if (isEncryptedOffice(bytes)) throw new UnreadableError("ENCRYPTED");
	const files = filesOfZip(bytes)?.filter(({ name }) => needed.test(name));
	if (files === undefined) throw new UnreadableError("MALFORMED");
	const size = files.reduce((sum, { originalSize }) => sum + originalSize, 0);
	if (size > mostBytes || files.length > mostFiles) throw new UnreadableError("TOO_LARGE");
	// Each file is inflated into a buffer of the size that the directory says, so a directory that lies yields cut XML.
	const texts = unzipSync(bytes, { filter: ({ name }) => needed.test(name) });
	for (const [name, xml] of Object.entries(texts)) if (isBody.test(name)) texts[name] = strToU8(withAllText(strFromU8(xml)));
	// What mammoth gets inflates to nothing more.
	const { value } = await mammoth.convertToHtml(
		{ buffer: Buffer.from(zipSync(texts, { level: 0 })) },
		{
			styleMap: ["p[style-name='Title'] => title:fresh"],
			includeEmbeddedStyleMap: false,
			externalFileAccess: false,
			convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
		},
	);
	const core = texts["docProps/core.xml"];
	const title = core === undefined ? undefined : /<dc:title>([^<]*)<\/dc:title>/.exec(strFromU8(core))?.[1];
	const beside = (kind: RegExp) => paragraphsOf(Object.entries(texts).flatMap(([name, xml]) => (kind.test(name) ? [strFromU8(xml)] : [])));
	return outlineOfHtml(`${beside(isHeader)}${value}${beside(isFooter)}`, { title });
}

/** What the parts say, each line once. */
function paragraphsOf(parts: readonly string[]): string {
	const escaped = (line: string) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	return [...new Set(parts.flatMap(linesOfPart))].map((line) => `<p>${escaped(line)}</p>`).join("");
}
