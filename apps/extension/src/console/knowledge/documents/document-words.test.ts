import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import { expect, test } from "vitest";
import { knowledgeText } from "../words.ts";
import { reachOf, searchedInWords, stateOf } from "./document-words.ts";
import { withFresh } from "./refresh.ts";

const text = knowledgeText.documents;
const at = "2026-03-01T09:30:00.000Z";
const document = (part: Partial<DocumentView>): DocumentView => ({
	id: DocumentId.parse(`doc_${"a".repeat(22)}`),
	scope: "org",
	title: "Orders",
	domain: "acme.com",
	covered: true,
	format: "pdf",
	status: "ready",
	hasActive: true,
	chunks: 1,
	bytes: 1,
	version: 1,
	by: "usr_a",
	createdAt: at,
	updatedAt: at,
	...part,
});

test.for([
	["ready", { status: "ready" }, ["good", text.statuses.ready, ""]],
	["new and being read", { status: "processing", stage: "reading", hasActive: false }, ["open", text.stages.reading, ""]],
	["being read without a stage", { status: "processing", hasActive: false }, ["open", text.statuses.processing, ""]],
	["replaced and being read", { status: "processing", stage: "storing" }, ["open", text.stages.storing, text.olderSearched]],
	["failed", { status: "failed", error: "NO_TEXT", hasActive: false }, ["bad", text.statuses.failed, text.failures.NO_TEXT]],
	["failed for a reason of a newer server", { status: "failed", hasActive: false }, ["bad", text.statuses.failed, ""]],
	[
		"failed in a newer version",
		{ status: "failed", error: "ENCRYPTED" },
		["waiting", text.newerFailed, `${text.failures.ENCRYPTED} ${text.olderKept}`],
	],
] as const)("a document that is %s is told in words", ([_name, part, [tone, word, detail]]) => {
	expect(stateOf(document(part))).toEqual({ tone, word, detail });
});

test.for([
	[{ covered: true }, { domain: "acme.com", isSilent: false, note: "" }],
	[{ covered: false }, { domain: "acme.com", isSilent: true, note: text.silent }],
	[
		{ scope: "public", domain: "*", covered: false },
		{ domain: text.everySite, isSilent: false, note: text.isPublic },
	],
] as const)("a document with %j reaches its site so", ([part, expected]) => {
	expect(reachOf(document(part))).toEqual(expected);
});

test.for([
	[{}, text.isCovered],
	[{ covered: false, hasActive: false }, text.silent],
	[{ status: "processing", hasActive: false }, text.notYet],
	[{ status: "failed", hasActive: false }, text.unread],
	[{ status: "failed" }, text.isCovered],
	[{ scope: "public", hasActive: false, status: "failed" }, text.unread],
	[{ scope: "public" }, text.isPublic],
] as const)("a document with %j is told as searched or not", ([part, expected]) => {
	expect(searchedInWords(document(part))).toBe(expected);
});

test("fresh rows take the place of old ones, and what is gone leaves", () => {
	const [one, two, three] = ["a", "b", "c"].map((letter) => document({ id: DocumentId.parse(`doc_${letter.repeat(22)}`) }));
	if (one === undefined || two === undefined || three === undefined) throw new Error("three rows");
	const fresh = { ...two, title: "New" };
	expect(
		withFresh(
			[one, two, three],
			new Map([
				[two.id, fresh],
				[three.id, null],
			]),
		),
	).toEqual([one, fresh]);
});
