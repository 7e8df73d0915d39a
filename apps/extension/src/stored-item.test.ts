import { expect, test } from "vitest";
import { z } from "zod";
import { readStored } from "./stored-item.ts";

const item = {
	version: 3,
	schema: z.strictObject({ name: z.string(), seen: z.number() }),
	fallback: { name: "nobody", seen: 0 },
	migrations: {
		2: (value: unknown) => ({ name: z.string().parse(value) }),
		3: (value: unknown) => ({ ...z.object({ name: z.string() }).parse(value), seen: 1 }),
	},
};

test.each<[name: string, stored: unknown, value: unknown, isDropped: boolean]>([
	["nothing was stored", undefined, item.fallback, false],
	["it is of this version", { v: 3, value: { name: "Ada", seen: 4 } }, { name: "Ada", seen: 4 }, false],
	["it is one version old", { v: 2, value: { name: "Ada" } }, { name: "Ada", seen: 1 }, false],
	["it is two versions old", { v: 1, value: "Ada" }, { name: "Ada", seen: 1 }, false],
	["it was written by a newer extension", { v: 4, value: { name: "Ada" } }, item.fallback, true],
	["it does not fit", { v: 3, value: { name: 7, seen: 1 } }, item.fallback, true],
	["its migration fails", { v: 1, value: 7 }, item.fallback, true],
	["it is no envelope", "Ada", item.fallback, true],
])("a stored item is read, brought up to date, or dropped: %s", (...[, stored, value, isDropped]) => {
	const read = readStored(item, stored);
	expect(read.value).toEqual(value);
	expect(read.problem !== undefined).toBe(isDropped);
});
