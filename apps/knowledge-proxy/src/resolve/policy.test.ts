import { TenantId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { Chunk } from "../index/chunk.ts";
import { standsFor } from "../index/chunk.ts";
import { citationsOf, dropForeign, fuse, toKnowledgeChunk, toRetrievedChunk } from "./policy.ts";

const acme = TenantId.parse("org_ACMEACMEACMEACMEACMEAC");
const other = TenantId.parse("org_OTHEROTHEROTHEROTHEROT");

const chunk = (id: string, more: Partial<Chunk> = {}): Chunk => ({
	id,
	scope: acme,
	domain: "acme.com",
	documentId: "doc_1",
	documentTitle: "Handbook",
	content: `text of ${id}`,
	charStart: 0,
	charEnd: 10,
	updatedAt: new Date("2026-03-02T12:00:00.000Z"),
	...more,
});

test.for([
	{ scope: acme, documentDomain: "acme.com", stands: true },
	{ scope: acme, documentDomain: "*.acme.com", stands: false },
	{ scope: acme, documentDomain: "*", stands: false },
	{ scope: "public" as const, documentDomain: "*", stands: true },
	{ scope: "public" as const, documentDomain: "other.com", stands: false },
])("a document of $scope for $documentDomain stands for acme.com: $stands", ({ scope, documentDomain, stands }) => {
	expect(standsFor(scope, documentDomain, "acme.com")).toBe(stands);
});

test("another tenant's chunk and another site's chunk are dropped and counted", () => {
	const chunks = [
		chunk("chk_1"),
		chunk("chk_2", { scope: other }),
		chunk("chk_3", { domain: "evil-acme.com" }),
		chunk("chk_4", { scope: "public", domain: "*" }),
	];
	const { own, foreign } = dropForeign(chunks, { tenantId: acme, domain: "acme.com" });
	expect([own.map(({ id }) => id), foreign]).toEqual([["chk_1", "chk_4"], 2]);
});

describe("one list of two", () => {
	const org = [chunk("o1"), chunk("o2")];
	const common = [chunk("p1", { scope: "public" }), chunk("p2", { scope: "public" })];
	const ids = (cap: { k: number; maxChars: number }) => fuse({ org, public: common }, cap).map(({ id }) => id);

	test("org knowledge comes first and equal input gives equal output", () => {
		expect(ids({ k: 8, maxChars: 1_000 })).toEqual(["o1", "o2", "p1", "p2"]);
		expect(ids({ k: 3, maxChars: 1_000 })).toEqual(["o1", "o2", "p1"]);
	});

	test("only whole chunks are given, as many as fit", () => {
		expect(ids({ k: 8, maxChars: 20 })).toEqual(["o1", "o2"]);
		expect(ids({ k: 8, maxChars: 19 })).toEqual(["o1"]);
		expect(ids({ k: 8, maxChars: 1 })).toEqual([]);
	});

	test("a chunk alone keeps the score of its rank", () => {
		const alone = { org: [], public: [chunk("b", { scope: "public" })] };
		expect(fuse(alone, { k: 8, maxChars: 1_000 }).map(({ score }) => score)).toEqual([1 / 61]);
	});
});

test("a citation is given once per document, section and page, in the order of first use", () => {
	const chunks = [chunk("1", { section: "B" }), chunk("2", { section: "A", page: 2 }), chunk("3", { section: "B" }), chunk("4")];
	expect(citationsOf(chunks)).toEqual([
		{ documentId: "doc_1", documentTitle: "Handbook", section: "B" },
		{ documentId: "doc_1", documentTitle: "Handbook", section: "A", page: 2 },
		{ documentId: "doc_1", documentTitle: "Handbook" },
	]);
});

test("what goes out names org or public, never the tenant", () => {
	const scored = { ...chunk("chk_1", { sourceUrl: "https://acme.com/wiki" }), score: 0.5 };
	expect(toKnowledgeChunk(scored)).toEqual({
		id: "chk_1",
		content: "text of chk_1",
		documentTitle: "Handbook",
		metadata: {
			scope: "org",
			domain: "acme.com",
			url_pattern: "acme.com/*",
			documentId: "doc_1",
			sourceUrl: "https://acme.com/wiki",
			score: 0.5,
			charStart: 0,
			charEnd: 10,
			updatedAt: "2026-03-02T12:00:00.000Z",
		},
	});
	expect(JSON.stringify([toKnowledgeChunk(scored), toRetrievedChunk(scored)])).not.toContain(acme);
});
