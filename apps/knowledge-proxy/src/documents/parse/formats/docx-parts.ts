import { Parser } from "htmlparser2";

/** Containers of runs (ECMA-376, EG_PContent, ruby) whose text mammoth leaves out. */
const unreadContainer = /<\/?w:(?:fldSimple|dir|bdo|ruby|rubyBase)(?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/g;
const choice = /<w:ddList\b[^>]*>([\s\S]*?)<\/w:ddList>/g;
const fieldEnd = "</w:fldChar>";

/** XML of a body as mammoth reads all of its text: fields and directions lose their tags, choices of a form show what is chosen. @throws never */
export function withAllText(xml: string): string {
	return withChoices(xml.replace(unreadContainer, ""));
}

/** A form's choice holds its entries and the number of the chosen one, and no text. */
function withChoices(xml: string): string {
	let done = 0;
	let text = "";
	for (const { index, 0: whole, 1: entries = "" } of xml.matchAll(choice)) {
		const end = xml.indexOf(fieldEnd, index + whole.length);
		if (end === -1) break;
		const chosen = Number(/<w:(?:result|default)\b[^>]*w:val="(\d+)"/.exec(entries)?.[1] ?? 0);
		const value = [...entries.matchAll(/<w:listEntry\b[^>]*w:val="([^"]*)"/g)][chosen]?.[1] ?? "";
		text += `${xml.slice(done, end + fieldEnd.length)}<w:t xml:space="preserve">${value}</w:t>`;
		done = end + fieldEnd.length;
	}
	return text + xml.slice(done);
}

const pageNumber = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** The paragraphs of a header or footer, without page numbers and what the same part says twice. @throws never */
export function linesOfPart(xml: string): readonly string[] {
	const lines = new Set<string>();
	// Per open field: its words, and whether its result is a page number.
	const fields: { words: string; isNumber: boolean }[] = [];
	let line = "";
	let inside: "text" | "instruction" | null = null;
	const isNumber = () => fields.some((field) => field.isNumber);
	const parser = new Parser(
		{
			onopentag: (name, attributes) => {
				if (name === "w:t") inside = "text";
				else if (name === "w:instrText") inside = "instruction";
				else if (name === "w:tab" || name === "w:br") line += " ";
				else if (name === "w:fldSimple") fields.push({ words: "", isNumber: pageNumber.test(attributes["w:instr"] ?? "") });
				else if (name === "w:fldChar") {
					const field = fields.at(-1);
					const type = attributes["w:fldCharType"];
					if (type === "begin") fields.push({ words: "", isNumber: false });
					else if (type === "separate" && field !== undefined) field.isNumber = pageNumber.test(field.words);
					else if (type === "end") fields.pop();
				}
			},
			ontext: (text) => {
				const field = fields.at(-1);
				if (inside === "instruction" && field !== undefined) field.words += text;
				if (inside === "text" && !isNumber()) line += text;
			},
			onclosetag: (name) => {
				if (name === "w:t" || name === "w:instrText") inside = null;
				else if (name === "w:fldSimple") fields.pop();
				else if (name === "w:p") {
					if (line.trim() !== "") lines.add(line.trim());
					line = "";
				}
			},
		},
		{ xmlMode: true, decodeEntities: true },
	);
	parser.end(xml);
	return [...lines];
}
