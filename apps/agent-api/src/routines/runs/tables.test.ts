import type { ReadTable } from "@webhand/contracts/routine/run";
import { expect, test } from "vitest";
import { joinTables } from "./tables.ts";

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
