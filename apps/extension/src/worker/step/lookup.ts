import type { ActResult, PageLookup } from "@webhand/page/execute/page-action";
import { joinedAnswer } from "@webhand/page/find/answers";
import type { FrameRef } from "../../run-record.ts";
import { askPage, PageError } from "../frames/ask-page.ts";

const askLimitMs = 2_000;
/** Of all documents together. */
const limits = { lines: 50, characters: 20_000 } as const;

/**
 * Queries one document.
 *
 * @throws {PageError}
 */
export async function lookUpIn(tabId: number, { frameId, documentId, docEpoch }: FrameRef, lookup: PageLookup): Promise<ActResult> {
	return askPage({ tabId, frameId, documentId }, { type: "page_lookup", input: { lookup, docEpoch }, limitMs: askLimitMs });
}

/**
 * Searches all documents that were read. The top one must answer; the result mentions a missing frame.
 *
 * @param refs the top document first
 * @throws {PageError}
 */
export async function findIn(tabId: number, refs: readonly FrameRef[], lookup: PageLookup): Promise<ActResult> {
	// A document with several id blocks is listed several times.
	const [top, ...others] = [...new Map(refs.toReversed().map((ref) => [ref.documentId, ref])).values()].reverse();
	if (top === undefined) throw new PageError("absent", "The page that was read no longer exists");
	const found = others.map((ref) => lookUpIn(tabId, ref, lookup).catch(asMissing));
	const inTop = await lookUpIn(tabId, top, lookup);
	if (!inTop.success) return inTop;
	const answers = [inTop, ...(await Promise.all(found))];
	const texts = answers.flatMap((answer) => (answer?.success === true ? [String(answer.actualState?.["lookup"])] : []));
	const isMissing = texts.length < answers.length;
	const { text, total } = joinedAnswer(texts, limits, isMissing ? ", a frame of the page did not answer" : "");
	return { ...inTop, actualState: { lookup: text, total } };
}

function asMissing(error: unknown): null {
	if (error instanceof PageError) return null;
	throw error;
}
