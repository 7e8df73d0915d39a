import { describe, expect, test } from "vitest";
import type { Outcome } from "./play.ts";
import { pageOf, play } from "./play.ts";

/** A table whose cells become fields when they are clicked, or clicked twice, and hold what `takes` lets through. */
function grid({ takes = (text: string) => text, clicks = 1 } = {}) {
	const rows = ["Bolt", "Drill bit 10 mm", "Bolt"].map((name) => ({ name, count: "45" }));
	let open = -1;
	const line = ({ name, count }: (typeof rows)[number], at: number) =>
		`| ${name} | <gridcell ${at + 11}${open === at ? ` "${count}"><input 40 "Counted" value="${count}"></>` : `>${count}`}</> | <button ${at + 21}>Count again`;
	const page = () => pageOf(`# Stock\n| <div 1>Item</> | <div 2>Counted</> |\n${rows.map(line).join("\n")}`);
	return {
		page,
		world: (action: Parameters<Parameters<typeof play>[2]>[0]): Outcome => {
			const row = rows[open];
			if (action.name === "click" && (action.kind === "double" ? 2 : 1) >= clicks) open = action.id - 11;
			if (action.name === "setValue" && row !== undefined) row.count = takes(action.text);
			if (action.name === "setValue" && action.submit) open = -1;
			const isSame = action.name === "click" && open === -1;
			return {
				page: page(),
				verdict: isSame ? "failure" : "success",
				...(action.name === "ask" ? { note: "The person answered: the second one" } : {}),
			};
		},
	};
}

describe("a cell that becomes a field when it is pressed", () => {
	test.each([
		["Set the counted value of Drill bit 10 mm to 50", 1, ["click(12)", 'setValue(40, "50", true)', "finish()"]],
		["Set Counted of Drill bit 10 mm to 50", 2, ["click(12)", 'click(12, "double")', 'setValue(40, "50", true)', "finish()"]],
		["Set the counted value of Drill bit 10 mm to 45", 1, ["finish()"]],
	])("is left with Enter: %s", (query, clicks, expected) => {
		const { page, world } = grid({ clicks });
		expect(play(query, page(), world).actions).toEqual(expected);
	});

	test("is asked about where several rows are called so", () => {
		const { page, world } = grid();
		const { actions } = play("Set the counted value of Bolt to 50", page(), world);
		expect([actions[0]?.startsWith("ask("), ...actions.slice(1)]).toEqual([true, "click(13)", 'setValue(40, "50", true)', "finish()"]);
	});

	test("is not called done where it does not hold what was written", () => {
		const { page, world } = grid({ takes: () => "45" });
		const { last } = play("Set the counted value of Drill bit 10 mm to 50", page(), world);
		expect(last.failure?.message).toContain("it shows “45”");
	});

	test("is none where no such column or no such row is there", () => {
		for (const query of ["Set the colour of Drill bit 10 mm to 50", "Set the counted value of the hammer to 50"]) {
			const { page, world } = grid();
			expect(play(query, page(), world).actions.filter((action) => /^(?:click|setValue)/.test(action))).toEqual([]);
		}
	});
});

test.each([
	["Click Del in the row of Chair, oak", ["click(2)", "finish()"]],
	["Click Del in the row of Chair", ["click(1)", "finish()"]],
	["Click Del in the row of Chair and Table", ["click(1)", "click(5)", "finish()"]],
	["What is the bin of Chair?", ['finish("A-01")']],
])("a row whose form stands below it, and a name with a comma: %s", (query, expected) => {
	const rows = ["Chair", "Chair, oak", "Table"].map(
		(name, row) => `| ${name} | A-0${row + 1} |\n <form post /del/${row}> <button ${[1, 2, 5][row]} submit>Del`,
	);
	const page = pageOf(["| Name | Bin |", ...rows].join("\n"));
	expect(play(query, page, () => ({ page })).actions).toEqual(expected);
});
