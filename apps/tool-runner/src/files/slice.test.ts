import { describe, expect, test } from "vitest";
import type { Source } from "./slice.ts";
import { eolOf, hasBom, isText, sliceByBytes, sliceByLines } from "./slice.ts";

const sourceOf = (text: string): Source => {
	const bytes = Buffer.from(text);
	return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
};

describe("by bytes", () => {
	// é has 2 bytes, € 3, 🙂 4.
	test.for([
		["abc", 0, 2, 0, "ab"],
		["abc", 2, 9, 2, "c"],
		["abc", 9, 9, 3, ""],
		["aéb", 0, 2, 0, "a"],
		["aéb", 2, 2, 1, "éb"],
		["€€", 1, 3, 0, "€"],
		["🙂🙂", 0, 1, 0, "🙂"],
		["🙂🙂", 4, 7, 4, "🙂"],
		["x🙂", 3, 1, 1, "🙂"],
	] as const)("%j from %i, at most %i, begins at %i with %j", async ([text, offset, limit, begin, slice]) => {
		const { offset: at, bytes } = await sliceByBytes(sourceOf(text), { offset, limit, isExact: false });
		expect([at, bytes.toString()]).toEqual([begin, slice]);
	});

	test("an exact slice may cut a character", async () => {
		const { bytes } = await sliceByBytes(sourceOf("é"), { offset: 1, limit: 1, isExact: true });
		expect([...bytes]).toEqual([0xa9]);
	});

	test("slices of any size put together are the file", async () => {
		const text = "aé€🙂\n".repeat(20);
		for (let limit = 1; limit <= 12; limit += 1) {
			let whole = "";
			for (let offset = 0; offset < Buffer.byteLength(text); ) {
				const { bytes } = await sliceByBytes(sourceOf(text), { offset, limit, isExact: false });
				whole += bytes.toString();
				offset += bytes.length;
			}
			expect(whole).toBe(text);
		}
	});

	test("bytes that are no text end as well", async () => {
		const bytes = Buffer.alloc(40, 0x80);
		const source = { size: 40, read: async (offset: number, length: number) => bytes.subarray(offset, offset + length) };
		let offset = 0;
		for (let round = 0; offset < 40 && round < 40; round += 1) {
			const slice = await sliceByBytes(source, { offset, limit: 4, isExact: false });
			offset = slice.offset + slice.bytes.length;
		}
		expect(offset).toBe(40);
	});
});

test.for([
	["a\nb\nc\n", 1, 2, 100, 0, "a\nb\n"],
	["a\nb\nc", 3, 2, 100, 4, "c"],
	["a\nb", 9, 2, 100, 3, ""],
	["a\nbb\ncc\n", 2, 5, 4, 2, "bb\n"],
	["abcdefgh\nx", 1, 5, 4, 0, "abcd"],
	["", 1, 5, 4, 0, ""],
] as const)("%j from line %i, %i lines in %i bytes, begins at %i with %j", async ([text, fromLine, lines, limit, begin, slice]) => {
	const { offset, bytes } = await sliceByLines(sourceOf(text), { fromLine, lines, limit });
	expect([offset, bytes.toString()]).toEqual([begin, slice]);
});

test.for([
	["one line", "lf"],
	["a\nb\n", "lf"],
	["a\r\nb\r\n", "crlf"],
	["a\r\nb\n", "mixed"],
	["a\rb\r", "lf"],
] as const)("the lines of %j end in %s", ([text, eol]) => {
	expect(eolOf(Buffer.from(text))).toBe(eol);
});

test("text is UTF-8 without NUL, and may begin with a byte order mark", () => {
	expect([isText(Buffer.from("é")), isText(Buffer.from([0xff])), isText(Buffer.from("a\0"))]).toEqual([true, false, false]);
	expect([hasBom(Buffer.from("\ufeffa")), hasBom(Buffer.from("a"))]).toEqual([true, false]);
});
