import type { ReadTable } from "@webhand/contracts/routine/run";
import { expect, test } from "vitest";
import { joinedSince, joinTables } from "./tables.ts";

const column = { name: "number", label: "Number", type: "text" } as const;
const part = (page: number, numbers: readonly number[]): ReadTable => ({
	step: "s1",
	columns: [column],
	rows: numbers.map((number) => ({ cells: [`R-${number}`], url: "https://shop.example/", page, words: `R-${number}` })),
	isCut: false,
});
const reading = { id: "s1", do: "read", class: "observe", list: {}, columns: [column] } as const;

test.for([
	["with a key each row stands once", { key: "number" }, ["R-1", "R-2", "R-9", "R-3"]],
	["without one equal rows of one page are two", {}, ["R-1", "R-1", "R-2", "R-9", "R-3"]],
] as const)("of a list that changed while it was read, %s", ([_name, more, numbers]) => {
	const parts = [part(1, [1, 1, 2]), part(2, [9, 1, 2, 3]), part(3, [1, 3])].map((one, at) =>
		at === 0 && "key" in more ? part(1, [1, 2]) : one,
	);
	const [joined] = joinTables(parts, new Map([["s1", { ...reading, columns: [...reading.columns], ...more }]]));
	expect(joined?.rows.map(({ cells }) => cells[0])).toEqual(numbers);
});

test("a list of which one page left rows out has more rows than were read", () => {
	const [joined] = joinTables([{ ...part(1, [1]), isCut: true }, part(2, [2])], new Map());
	expect(joined?.isCut).toBe(true);
});

test("what was read since a step has no row that was known then", () => {
	const steps = [
		{ stepIndex: 3, parts: [part(1, [1, 2])] },
		{ stepIndex: 5, parts: [part(2, [2, 3])] },
	];
	const readings = new Map([["s1", { ...reading, columns: [...reading.columns], key: "number" }]]);
	const since = (known: number) => joinedSince(steps, known, readings).map(({ rows }) => rows.map(({ cells }) => cells[0]));
	expect([since(2), since(3), since(5)]).toEqual([[["R-1", "R-2", "R-3"]], [["R-3"]], []]);
});

test("a list that is found cut at its end says so without a row", () => {
	const steps = [
		{ stepIndex: 3, parts: [part(1, [1])] },
		{ stepIndex: 5, parts: [{ ...part(1, []), isCut: true }] },
	];
	expect(joinedSince(steps, 3, new Map())).toMatchObject([{ rows: [], isCut: true }]);
});
