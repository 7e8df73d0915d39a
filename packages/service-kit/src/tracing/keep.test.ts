import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isDrawn, isNotable } from "./keep.ts";
import { writeTraceparent } from "./traceparent.ts";

const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString("hex"));
const drawn = (key: string) => new Set(ids.filter((id) => isDrawn(id, { ratio: 0.1, key })));

test("about as many traces are drawn as the ratio says, and all services draw the same", () => {
	const first = drawn("secret");
	expect(first.size / ids.length).toBeCloseTo(0.1, 1);
	expect(drawn("secret")).toEqual(first);
	expect(ids.every((id) => isDrawn(id, { ratio: 1, key: "" }))).toBe(true);
	expect(ids.some((id) => isDrawn(id, { ratio: 0, key: "" }))).toBe(false);
});

test("a client that knows how traces are drawn cannot tell which, without the key", () => {
	const guessed = drawn("");
	const hit = [...drawn("secret")].filter((id) => guessed.has(id)).length;
	expect(hit / guessed.size).toBeLessThan(0.25);
});

test("the flag of a header changes nothing: only the id counts", () => {
	const [id = ""] = ids;
	expect(writeTraceparent({ traceId: id, spanId: "00f067aa0ba902b7" }, false)).toContain(id);
	expect(isDrawn(id, { ratio: 0, key: "" })).toBe(false);
});

const span = { ms: 10, isError: false, isModel: false };
const first = { ...span, waits: false };

test.for([
	["an error anywhere in it", first, [span, { ...span, isError: true }], true],
	["a slow one", { ...first, ms: 2_500 }, [span], true],
	["one that waited for the model", { ...first, ms: 2_500 }, [{ ...span, isModel: true, ms: 2_400 }], false],
	["one that was held open on purpose", { ...first, ms: 60_000, waits: true }, [span], false],
	["a usual one", first, [span], false],
] as const)("%s: kept beside those that are drawn?", ([, of, spans, isKept]) => {
	expect(isNotable(of, spans, 2_000)).toBe(isKept);
});
