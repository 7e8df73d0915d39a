import { expect, test } from "vitest";
import { hashSeed, lineHashes, mixBare, mixText } from "./line-hashes.ts";
import { parsePage } from "./parse.ts";

const pageOf = (...lines: readonly string[]) => parsePage(["@page 1", "@view", ...lines].join("\n"));

test("a line's hash is that of its text, and the bare one that of its text without digits", () => {
	const page = pageOf("Order 12 of 30", "no number");
	const { whole, bare, hasDigits } = lineHashes(page);
	expect([...whole]).toEqual(page.lines.map((line) => mixText(hashSeed, line.text)));
	expect([...bare]).toEqual(page.lines.map((line) => mixText(hashSeed, line.text.replaceAll(/\d/g, ""))));
	expect([...hasDigits]).toEqual([1, 0]);
	expect(mixBare(hashSeed, "a1b22")).toBe(mixText(hashSeed, "ab"));
});

test("lines that differ in digits alone have one bare hash and two whole ones", () => {
	const { whole, bare } = lineHashes(pageOf("12 messages", "7 messages"));
	expect(bare[0]).toBe(bare[1]);
	expect(whole[0]).not.toBe(whole[1]);
});
