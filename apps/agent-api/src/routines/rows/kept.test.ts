import { expect, test } from "vitest";
import { keptBy } from "./kept.ts";

function keeping(most: number, mostSize: number) {
	const reads: string[] = [];
	const kept = keptBy<string, string>({ most, mostSize, sizeOf: ({ length }) => length });
	const ask = async (key: string, value = key) =>
		await kept(key, async () => {
			reads.push(key);
			return value;
		});
	return { reads, kept, ask };
}

test("what is kept is read once, and the oldest goes first", async () => {
	const { reads, ask } = keeping(2, 100);
	for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key);
	expect(reads).toEqual(["a", "b", "c", "b"]);
});

test("sizes together are bounded, and what is too large alone is not kept", async () => {
	const { reads, ask } = keeping(50, 10);
	await ask("a", "12345");
	await ask("b", "12345");
	await ask("a");
	await ask("c", "123456");
	expect(await ask("b")).toBe("b");
	expect(reads).toEqual(["a", "b", "c", "b"]);
	expect(await ask("d", "x".repeat(11))).toHaveLength(11);
	await ask("d", "d");
	expect(reads.filter((key) => key === "d")).toHaveLength(2);
});

test("what could not be read is read again, and one read serves those who ask meanwhile", async () => {
	const { kept, reads, ask } = keeping(2, 100);
	await expect(kept("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(await Promise.all([ask("a"), ask("a")])).toEqual(["a", "a"]);
	expect(reads).toEqual(["a"]);
});
