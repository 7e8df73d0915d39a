import type { Citation } from "@webhand/contracts/knowledge/resolve";
import { knowledgeText } from "../../text/en/knowledge.ts";

/** A document with the place in it: `Handbook, Limits, page 3`. @throws never */
export function citationOf({ documentTitle, section, page }: Omit<Citation, "documentId">): string {
	return [
		documentTitle,
		...(section === undefined ? [] : [section]),
		...(page === undefined ? [] : [knowledgeText.documents.page(page)]),
	].join(", ");
}
