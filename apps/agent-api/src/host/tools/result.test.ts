import { expect, test } from "vitest";
import { fitted } from "./result.ts";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a result of up to 64 KiB is left as it is", () => {
	const result = { ok: true as const, data: { content: "x".repeat(65_000) } };
	expect(fitted(result)).toBe(result);
});

test("of a long text the head and the tail stay, with the number of characters between", () => {
	const content = `first line\n${"x".repeat(200_000)}\nlast line`;
	const { data } = fitted({ ok: true, data: { path: "a.txt", content } }) as { data: { path: string; content: string } };
	expect(data.path).toBe("a.txt");
	expect(data.content).toMatch(/^first line\n.*\n… 167,\d{3} characters left out …\n.*last line$/s);
});

test.for([
	["many texts", Array.from({ length: 2_000 }, (_, index) => ({ path: `file ${index}`, text: "y".repeat(500) }))],
	["many small texts", Array.from({ length: 20_000 }, (_, index) => `file ${index}`)],
	["characters of several bytes", "…".repeat(100_000)],
	["characters that JSON escapes", "\u0001".repeat(100_000)],
] as const)("%s fit too, and say that something is missing", ([_name, data]) => {
	const cut = fitted({ ok: true, data });
	expect(sizeOf(cut)).toBeLessThanOrEqual(65_536);
	expect(sizeOf(cut)).toBeGreaterThan(4_000);
	expect(JSON.stringify(cut)).toContain("characters left out");
});

test("a refusal keeps its error", () => {
	expect(fitted({ ok: false, error: "too much", data: "z".repeat(100_000) })).toMatchObject({ ok: false, error: "too much" });
});

test("a result fits into less room too, with a long error", () => {
	const cut = fitted({ ok: false, error: "e".repeat(100_000), data: ["z".repeat(100_000)] }, 4_000);
	expect(sizeOf(cut)).toBeLessThanOrEqual(4_000);
	expect(cut).toMatchObject({ ok: false, error: expect.stringContaining("characters left out") });
});
