import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { knowledgeText } from "../words.ts";

const text = knowledgeText.documents;

/** The state of a document: a word with its tone, and what a reader of it needs to know or do; "" for nothing. */
export type DocumentState = { readonly tone: "good" | "open" | "waiting" | "bad"; readonly word: string; readonly detail: string };

/** @throws never */
export function stateOf({ status, stage, error, hasActive }: DocumentView): DocumentState {
	switch (status) {
		case "ready":
			return { tone: "good", word: text.statuses.ready, detail: "" };
		case "processing":
			return {
				tone: "open",
				word: stage === undefined ? text.statuses.processing : text.stages[stage],
				detail: hasActive ? text.olderSearched : "",
			};
		case "failed": {
			const reason = error === undefined ? "" : text.failures[error];
			return hasActive
				? { tone: "waiting", word: text.newerFailed, detail: `${reason} ${text.olderKept}`.trim() }
				: { tone: "bad", word: text.statuses.failed, detail: reason };
		}
	}
}

/** Whether a document is searched on the pages of its domain. @throws never */
export function searchedInWords(document: DocumentView): string {
	const { note } = reachOf(document);
	if (note !== text.silent && !document.hasActive) return document.status === "failed" ? text.unread : text.notYet;
	return note === "" ? text.isCovered : note;
}

/** Whom a document serves: where its domain is, and whether it is searched there. @throws never */
export function reachOf({ scope, domain, covered }: Pick<DocumentView, "scope" | "domain" | "covered">) {
	const isSilent = scope === "org" && !covered;
	return {
		domain: domain === "*" ? text.everySite : domain,
		isSilent,
		note: isSilent ? text.silent : scope === "public" ? text.isPublic : "",
	};
}
