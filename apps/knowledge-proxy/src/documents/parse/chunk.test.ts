import fc from "fast-check";
import { expect, test } from "vitest";
import { chunkSizes, cutChunks } from "./chunk.ts";
import type { Block, Section } from "./outline.ts";

const text = (content: string): Block => ({ kind: "text", text: content });
const table = (...rows: string[]): Block => ({ kind: "table", rows });
const section = (path: string, ...blocks: Block[]): Section => ({ path, blocks });
const sentence = (length: number, first = "S") => `${first}${"x".repeat(length - 2)}.`;
const contentsOf = (sections: readonly Section[]) => cutChunks(sections, "en").chunks.map(({ content }) => content);

test("short paragraphs of a section share a chunk, sections and pages do not", () => {
	const { text: whole, chunks } = cutChunks(
		[
			section("Travel", text("Book a train."), text("Keep receipts.")),
			{ ...section("Travel", text("On the next page.")), page: 2 },
			section("", text("The end.")),
		],
		"en",
	);
	expect(whole).toBe("Book a train.\nKeep receipts.\nOn the next page.\nThe end.");
	expect(chunks).toEqual([
		{ content: "Book a train.\nKeep receipts.", section: "Travel", charStart: 0, charEnd: 28 },
		{ content: "On the next page.", section: "Travel", page: 2, charStart: 29, charEnd: 46 },
		{ content: "The end.", charStart: 47, charEnd: 55 },
	]);
});

test("a chunk ends at the paragraph that brings it closest to the aim", () => {
	const [a, b, c] = [sentence(500, "A"), sentence(450, "B"), sentence(600, "C")];
	expect(contentsOf([section("", text(a), text(b), text(c))])).toEqual([`${a}\n${b}`, c]);
});

test("a paragraph that is too long is cut between sentences, and the last short sentence is repeated", () => {
	const sentences = ["A", "B", "C", "D"].map((first) => sentence(400, first));
	const short = "It ends here.";
	const [first = "", second = ""] = contentsOf([section("", text([...sentences.slice(0, 2), short, ...sentences.slice(2)].join(" ")))]);
	expect(first.endsWith(` ${short}`)).toBe(true);
	expect(second.startsWith(`${short} C`)).toBe(true);
});

test("a long last sentence is not repeated", () => {
	const paragraphs = ["A", "B", "C"].map((first) => text(sentence(800, first)));
	expect(contentsOf([section("", ...paragraphs)]).map((content) => content[0])).toEqual(["A", "B", "C"]);
});

test("a chunk that begins within a table begins with the table's header row", () => {
	const rows = Array.from({ length: 60 }, (_, index) => `Hotel ${index} | ${"y".repeat(40)}`);
	const { text: whole, chunks } = cutChunks([section("Limits", table("Kind | Limit", ...rows), text("After."))], "en");
	expect(chunks.length).toBeGreaterThan(2);
	for (const [index, { content, charStart, charEnd }] of chunks.entries()) {
		expect(content.startsWith("Kind | Limit\nHotel ")).toBe(true);
		expect(content).toBe((index === 0 ? "" : "Kind | Limit\n") + whole.slice(charStart, charEnd));
		expect(content.length).toBeLessThanOrEqual(chunkSizes.most);
	}
});

test("a header row over 300 characters is not repeated", () => {
	const header = "h".repeat(301);
	const chunks = contentsOf([section("", table(header, ...Array.from({ length: 30 }, (_, index) => `${index} ${"y".repeat(60)}`)))]);
	expect(chunks.filter((content) => content.includes(header))).toHaveLength(1);
});

test("a text without spaces is cut between characters", () => {
	const chunks = contentsOf([section("", text("👍".repeat(1_500)))]);
	expect(chunks.join("")).toBe("👍".repeat(1_500));
	expect(chunks.every((content) => content.isWellFormed())).toBe(true);
});

const words = fc.array(fc.constantFrom("Expenses", "are", "paid.", "Ja!", "Что?", "x".repeat(200), "👍", "1,200"), { minLength: 1 });
const line = words.map((list) => list.join(" "));
const long = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join(" "));
const block = fc.oneof(
	fc.array(long, { minLength: 1, maxLength: 3 }).map((lines) => text(lines.join("\n"))),
	fc.array(line, { minLength: 1, maxLength: 20 }).map((rows) => table(...rows)),
);
const sections = fc.array(
	fc.record({
		path: fc.constantFrom("", "Travel", "Travel › Trains"),
		page: fc.nat(3),
		blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
	}),
	{ maxLength: 4 },
);

test("chunks cover the whole text in order, keep to their size and section, and come out the same again", () => {
	fc.assert(
		fc.property(sections, (input) => {
			const { text: whole, chunks } = cutChunks(input, "en");
			let covered = 0;
			for (const { content, charStart, charEnd } of chunks) {
				const slice = whole.slice(charStart, charEnd);
				const header = content.slice(0, content.length - slice.length);
				expect(content).toBe(header + slice);
				expect(header === "" || (header.length <= 301 && header.endsWith("\n") && !header.slice(0, -1).includes("\n"))).toBe(true);
				expect(content.length).toBeLessThanOrEqual(chunkSizes.most);
				expect(slice.trim()).not.toBe("");
				expect(covered - charStart).toBeLessThanOrEqual(chunkSizes.overlap);
				expect(whole.slice(covered, charStart).trim()).toBe("");
				expect(charEnd).toBeGreaterThan(covered);
				covered = charEnd;
			}
			expect(whole.slice(covered).trim()).toBe("");
			expect(cutChunks(input, "en")).toEqual({ text: whole, chunks });
		}),
		{ numRuns: 60 },
	);
});

test("each chunk lies within one section", () => {
	fc.assert(
		fc.property(sections, (input) => {
			let end = -1;
			const ends = input.map(({ blocks }) => {
				for (const part of blocks) end += 1 + (part.kind === "text" ? part.text : part.rows.join("\n")).length;
				return end;
			});
			for (const { charStart, charEnd, section: path = "", page } of cutChunks(input, "en").chunks) {
				const index = ends.findIndex((sectionEnd) => charEnd <= sectionEnd);
				expect(charStart).toBeGreaterThan(index === 0 ? -1 : (ends[index - 1] ?? Number.NaN));
				expect({ path, page }).toEqual({ path: input[index]?.path, page: input[index]?.page });
			}
		}),
		{ numRuns: 60 },
	);
});
