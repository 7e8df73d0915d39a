import { glob, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { z } from "zod";

/** Languages of the set. ISO 639-1. */
export const languages = ["en", "de", "ru"] as const;
export type QualityLanguage = (typeof languages)[number];

/** A document of the set. `id` is its file name without ending; `text` is the whole file. */
export type QualityDocument = {
	readonly id: string;
	readonly domain: string;
	readonly language: QualityLanguage;
	readonly title: string;
	readonly format: "markdown" | "text" | "html";
	readonly text: string;
};

/**
 * A question about the pages of one domain. `grades` by unit, which is a section, `document#Heading`, or a whole document without headings:
 * 2 answers it, 1 helps. Parameters are never chosen by questions that are `isHeld`.
 */
export type Question = {
	readonly id: string;
	readonly domain: string;
	readonly language: QualityLanguage;
	readonly query: string;
	readonly grades: ReadonlyMap<string, 1 | 2>;
	readonly isHeld: boolean;
};

/** Documents and questions of the set. */
export type QualitySet = { readonly documents: readonly QualityDocument[]; readonly questions: readonly Question[] };

const formats: Readonly<Record<string, QualityDocument["format"]>> = { ".md": "markdown", ".txt": "text", ".html": "html" };
const QuestionLine = z.strictObject({
	id: z.string(),
	domain: z.string(),
	query: z.string(),
	answers: z.array(z.string()).min(1),
	helps: z.array(z.string()).default([]),
	held: z.literal(true).optional(),
});

/** Reads the set that lies beside this file. */
export async function readQualitySet(): Promise<QualitySet> {
	const root = join(import.meta.dirname, "documents");
	const documents: QualityDocument[] = [];
	for await (const path of glob("*/*/*.*", { cwd: root })) documents.push(documentAt(path, await readFile(join(root, path), "utf8")));
	const questions = await Promise.all(languages.map(readQuestions));
	return { documents: documents.sort((a, b) => (a.id < b.id ? -1 : 1)), questions: questions.flat() };
}

function documentAt(path: string, text: string): QualityDocument {
	const [domain = "", folder] = path.split("/");
	const ending = extname(path);
	const format = formats[ending];
	const language = languages.find((each) => each === folder);
	if (format === undefined || language === undefined) throw new Error(`${path} is no document of the set`);
	const titles = { markdown: /^# (.+)$/m, text: /^(.+)$/m, html: /<title>(.+?)<\/title>/ } as const;
	return { id: basename(path, ending), domain, language, title: titles[format].exec(text)?.[1] ?? "", format, text };
}

async function readQuestions(language: QualityLanguage): Promise<readonly Question[]> {
	const lines = (await readFile(join(import.meta.dirname, `questions-${language}.jsonl`), "utf8")).trim().split("\n");
	return lines.map((line) => {
		const { answers, helps, held, ...question } = QuestionLine.parse(JSON.parse(line));
		const grades = new Map([...helps.map((unit) => [unit, 1] as const), ...answers.map((unit) => [unit, 2] as const)]);
		return { ...question, language, grades, isHeld: held === true };
	});
}

/** A part of a document below one heading. */
export type Section = { readonly heading?: string; readonly content: string };

/** A document cut at its headings: what stands in for the service's chunks where the service does not run. */
export function sectionsOf({ format, text }: QualityDocument): readonly Section[] {
	const plain = format === "html" ? text.replace(/<h2>(.+?)<\/h2>/g, "\n## $1\n").replace(/<title>.*?<\/title>|<[^>]+>/gs, " ") : text;
	return plain.split(/^## /m).map((part, index) => {
		const end = part.indexOf("\n");
		return index === 0 ? { content: part.trim() } : { heading: part.slice(0, end).trim(), content: part.slice(end).trim() };
	});
}

/** The unit that a chunk is judged by. @param section its headings, outermost first, with ` › ` between */
export function unitOf(document: string, section: string | undefined): string {
	return section === undefined ? document : `${document}#${section.split(" › ").at(-1) ?? ""}`;
}
