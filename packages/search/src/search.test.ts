import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchShard } from "./search.ts";
import type { ShardChunk } from "./shard.ts";
import { changeShard, emptyShard } from "./shard.ts";

const chunk = (id: string, content: string, more: Partial<ShardChunk> = {}): ShardChunk => ({
	id,
	document: `doc-${id}`,
	language: "en",
	title: "Handbook",
	content,
	...more,
});
const shardOf = (...added: ShardChunk[]) => changeShard(emptyShard, { added });
const idsFor = async (chunks: readonly ShardChunk[], query: string) => searchShard(await shardOf(...chunks), query, 10).map(({ id }) => id);

describe("words are found in the forms of their language", () => {
	const library = [
		chunk("expenses", "Claim travel expenses within thirty days."),
		chunk("reise", "Die Reisekosten werden nach der Genehmigung erstattet, Gebühren nicht.", { language: "de" }),
		chunk("komandirovka", "Расходы на командировку возмещаются ёлкой.", { language: "ru" }),
		chunk("shucchou", "出張旅費の精算は三十日以内に行います。", { language: "other" }),
		chunk("other", "Nothing of that kind."),
	];
	test.for([
		{ query: "an expense", ids: ["expenses"] },
		{ query: "EXPENSES!", ids: ["expenses"] },
		{ query: "Gebühr", ids: ["reise"] },
		{ query: "gebuhren", ids: ["reise"] },
		{ query: "Genehmigungen", ids: ["reise"] },
		{ query: "расход командировки", ids: ["komandirovka"] },
		{ query: "елка", ids: ["komandirovka"] },
		{ query: "旅費", ids: ["shucchou"] },
		{ query: "reise", ids: ["reise"] },
		{ query: "spaceship", ids: [] },
		{ query: "", ids: [] },
		{ query: "?!…", ids: [] },
	])("$query finds $ids", async ({ query, ids }) => {
		expect(await idsFor(library, query)).toEqual(ids);
	});
});

test("of a long question the first and the last 16 words count, and the longest may be beginnings", async () => {
	const filler = (letter: string) => Array.from({ length: 40 }, (_, n) => `${letter}${n}`).join(" ");
	const library = [chunk("first", "Expenses."), chunk("middle", "Invoices."), chunk("last", "Reimbursements.")];
	expect(await idsFor(library, `expenses ${filler("a")} invoices ${filler("b")} reimburse`)).toEqual(["first", "last"]);
	const longer = Array.from({ length: 8 }, (_, n) => `longer${n}`).join(" ");
	expect(await idsFor([chunk("a", "Cardboard."), chunk("b", "Other."), chunk("c", "Another.")], `cardb ${longer}`)).toEqual([]);
});

describe("the order of what is found", () => {
	test("a word in the title counts more than in the section, and there more than in the text", async () => {
		const chunks = [
			chunk("text", "How refunds work here."),
			chunk("section", "How money moves here.", { section: "Refunds" }),
			chunk("title", "How money moves here.", { title: "Refunds" }),
		];
		expect(await idsFor(chunks, "refunds")).toEqual(["title", "section", "text"]);
	});

	test("a rare word counts more than a common one", async () => {
		const chunks = ["a", "b", "c", "d"].map((id) => chunk(id, "The invoice is paid."));
		expect((await idsFor([...chunks, chunk("e", "The voucher is paid.")], "invoice voucher"))[0]).toBe("e");
	});

	test("the word itself stands before a word that begins with it", async () => {
		expect(await idsFor([chunk("longer", "Our cardboard boxes."), chunk("exact", "Our card boxes.")], "card")).toEqual(["exact", "longer"]);
	});

	test("a misspelled word is found when little else is, a number never", async () => {
		const chunks = [chunk("a", "A voucher for a journey."), chunk("b", "Order 1234567 is late.")];
		expect(await idsFor(chunks, "jurney")).toEqual(["a"]);
		expect(await idsFor(chunks, "1234568")).toEqual([]);
	});

	test("equal chunks stand in the order of their ids", async () => {
		expect(await idsFor([chunk("b", "Same words."), chunk("c", "Same words."), chunk("a", "Same words.")], "words")).toEqual([
			"a",
			"b",
			"c",
		]);
	});
});

const someWords = fc.array(
	fc.constantFrom("refund", "refunds", "order", "orders", "Zahlung", "Zahlungen", "счёт", "счета", "a", "ordinary"),
	{
		maxLength: 12,
	},
);
const someChunks = fc.array(
	fc.record({
		document: fc.integer({ min: 0, max: 5 }),
		language: fc.constantFrom("en", "de", "ru", "other"),
		title: someWords,
		content: someWords,
	}),
	{ maxLength: 25 },
);
const toChunks = (given: readonly { document: number; language: string; title: string[]; content: string[] }[]) =>
	given.map(({ document, language, title, content }, index) =>
		chunk(`chk-${index}`, content.join(" "), {
			document: `doc-${document}`,
			language: language as ShardChunk["language"],
			title: title.join(" "),
		}),
	);

test("neither the order of adding nor a detour over other documents changes what is found", async () => {
	await fc.assert(
		fc.asyncProperty(someChunks, someWords, async (given, words) => {
			// One document has one language.
			const chunks = toChunks(given.map((each) => ({ ...each, language: ["en", "de", "ru", "other"][each.document % 4] ?? "en" })));
			const query = words.join(" ");
			const direct = searchShard(await shardOf(...chunks), query, 10);
			expect(searchShard(await shardOf(...chunks.toReversed()), query, 10)).toEqual(direct);
			const gone = chunks.map((each) => ({ ...each, id: `gone-${each.id}`, document: `gone-${each.document}` }));
			const half = Math.floor(chunks.length / 2);
			const earlier = await shardOf(...gone, ...chunks.slice(0, half));
			const later = await changeShard(earlier, {
				removed: new Set(gone.map(({ document }) => document)),
				added: chunks.slice(half),
			});
			expect(searchShard(later, query, 10)).toEqual(direct);
		}),
	);
});

test("a shard that others search stays as it was", async () => {
	const before = await shardOf(chunk("old", "The old rule."));
	const after = await changeShard(before, { removed: new Set(["doc-old"]), added: [chunk("new", "The new rule.")] });
	expect(searchShard(before, "rule", 5).map(({ id }) => id)).toEqual(["old"]);
	expect(searchShard(after, "rule", 5).map(({ id }) => id)).toEqual(["new"]);
	expect([...after.documents.keys()]).toEqual(["doc-new"]);
	expect(after.bytes).toBeGreaterThan(0);
});

test("the memory of a shard is a whole number of bytes after any removal, as a cache needs it", async () => {
	const before = await shardOf(chunk("a", "One word more."), chunk("b", "Two rules of many words here."), chunk("c", "A third."));
	const after = await changeShard(before, { removed: new Set(["doc-a"]), added: [chunk("d", "A fourth.")] });
	const last = await changeShard(after, { removed: new Set(["doc-b"]) });
	expect([before, after, last].map(({ bytes }) => Number.isInteger(bytes) && bytes > 0)).toEqual([true, true, true]);
});

test("indexing lets other work run and ends with its signal", async () => {
	const stopping = new AbortController();
	setImmediate(() => stopping.abort(new Error("stopped")));
	function* endless() {
		for (let n = 0; ; n += 1) yield chunk(`chk-${n}`, `Words number ${n} of a document without an end.`);
	}
	await expect(changeShard(emptyShard, { added: endless() }, stopping.signal)).rejects.toThrow("stopped");
});
