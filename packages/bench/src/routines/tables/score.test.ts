import { expect, test } from "vitest";
import { wanted } from "./list-page.ts";
import { scoreOf } from "./score.ts";

const list = wanted(`Name | Age
	Ada | 36
	Bob |`);
const read = (...rows: readonly (readonly string[])[]) => [{ heads: ["Name", "Text", "Age"], rows }];

test.for<[what: string, rows: readonly (readonly string[])[], right: number, wanted: number, invented: readonly string[]]>([
	[
		"all cells, beside a column that nobody wants",
		[
			["Ada", "x", "36"],
			["Bob", "x", ""],
		],
		4,
		4,
		[],
	],
	[
		"a wrong cell",
		[
			["Ada", "x", "36"],
			["Bob", "x", "36"],
		],
		3,
		4,
		[],
	],
	["a lost row", [["Bob", "x", ""]], 2, 4, []],
	[
		"a row that nobody wants",
		[
			["Ada", "x", "36"],
			["Sum", "x", "36"],
			["Bob", "x", ""],
		],
		4,
		6,
		[],
	],
	[
		"a cell that the page does not show",
		[
			["Ada", "x", "36"],
			["Bob", "x", "37"],
		],
		3,
		4,
		["37"],
	],
])("%s", ([, rows, right, all, invented]) => {
	expect(scoreOf([list], read(...rows), "Name Age Ada x 36\n Bob Sum")).toEqual({ right, wanted: all, invented });
});

test("a list that is not read counts with all of its cells", () => {
	expect(scoreOf([list], [], "")).toEqual({ right: 0, wanted: 4, invented: [] });
});
