import type { DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import { francAll } from "franc-min";

const languages: Readonly<Record<string, DocumentLanguage>> = { eng: "en", deu: "de", rus: "ru" };

// franc looks at 2,048 characters; a third each from beginning, middle and end, since a beginning may be a list of names.
const sampleLength = 680;

// A single sentence of Russian may look Bulgarian by 0.02.
const closeScore = 0.95;

/** The language that most of a text is in. @throws never */
export function languageOf(text: string): DocumentLanguage {
	const middle = Math.max(0, Math.floor((text.length - sampleLength) / 2));
	const sample =
		text.length <= 3 * sampleLength
			? text
			: [text.slice(0, sampleLength), text.slice(middle, middle + sampleLength), text.slice(-sampleLength)].join(" ");
	const likely = francAll(sample).find(([code, score]) => score >= closeScore && languages[code] !== undefined);
	return languages[likely?.[0] ?? ""] ?? "other";
}
