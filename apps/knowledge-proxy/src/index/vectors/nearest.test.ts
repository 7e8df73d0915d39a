import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test("the nearest stand first, equals by id, and a vector of another model's length is left out", () => {
	const located = ["c", "b", "a", "odd"].map((id) => ({ id, document: `doc-${id}` }));
	const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0, 1), Float32Array.of(0, 1, 0)];
	expect(nearest(Float32Array.of(0, 1), { located, vectors }, 2).map(({ id }) => id)).toEqual(["a", "b"]);
	expect(nearest(Float32Array.of(1, 0), { located, vectors }, 9).map(({ id }) => id)).toEqual(["c", "a", "b"]);
});
