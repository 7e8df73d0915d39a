import type { Citation } from "@webhand/contracts/knowledge/resolve";
import { knowledgeText } from "./words.ts";

/** A document with the place in it: `Handbook, Limits, page 3`. @throws never */
export function citationOf({ documentTitle, section, page }: Omit<Citation, "documentId">): string {
	return [
		documentTitle,
		...(section === undefined ? [] : [section]),
		...(page === undefined ? [] : [knowledgeText.documents.page(page)]),
	].join(", ");
}

/** True for a whole address of a page, as the field wants it; the server judges the rest. @throws never */
export function isWebAddress(typed: string): boolean {
	return /^https?:\/\/./i.test(typed.trim());
}
