import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { diffVersions } from "./diff.ts";

const click = (id: string, name: string, heading = "A"): RoutineStep => ({
	id,
	class: "navigate",
	do: "click",
	target: { role: "a", name: [name], where: { heading: [heading] } },
});
const program = (steps: readonly RoutineStep[], more: Partial<RoutineProgram> = {}): RoutineProgram => ({
	inputs: [],
	...more,
	steps: [...steps],
});
const shown = (from: RoutineProgram, to: RoutineProgram) =>
	diffVersions(from, to).map(({ kind, before = "", after = "" }) => (kind === "same" ? `= ${after}` : `${kind}: ${before} > ${after}`));

test.for<readonly [string, RoutineProgram, RoutineProgram, readonly string[]]>([
	["the same", program([click("s1", "A")]), program([click("s1", "A")]), ["= Click “A”"]],
	[
		"a new step",
		program([click("s1", "A"), click("s2", "B")]),
		program([click("s1", "A"), click("s3", "C"), click("s2", "B")]),
		["= Click “A”", "added:  > Click “C”", "= Click “B”"],
	],
	[
		"a step that went",
		program([click("s1", "A"), click("s2", "B")]),
		program([click("s2", "B")]),
		["removed: Click “A” > ", "= Click “B”"],
	],
	["another name", program([click("s1", "A")]), program([click("s1", "B")]), ["changed: Click “A” > Click “B”"]],
	[
		"another place alone",
		program([click("s1", "A")]),
		program([click("s1", "A", "B")]),
		["changed: Click “A” > Click “A” (found or proven another way)"],
	],
	[
		"a step that moved",
		program([click("s1", "A"), click("s2", "B")]),
		program([click("s2", "B"), click("s1", "A")]),
		["removed: Click “A” > ", "= Click “B”", "added:  > Click “A”"],
	],
	[
		"what is asked for and where it begins",
		program([click("s1", "A")], { start: ["https://a.example/"] }),
		program([click("s1", "A")], { start: ["https://b.example/"], inputs: [{ name: "a", label: "A", type: "number", preset: "1" }] }),
		["changed: Begin at “https://a.example/” > Begin at “https://b.example/”", "added:  > Ask for A: number, else “1”", "= Click “A”"],
	],
	[
		"a step inside of a block, which stays the same itself",
		program([{ id: "s1", class: "observe", do: "if", says: ["x"], then: [click("s2", "A")], otherwise: [] }]),
		program([{ id: "s1", class: "observe", do: "if", says: ["x"], then: [click("s2", "B")], otherwise: [] }]),
		["= If the page says “x”", "changed: Click “A” > Click “B”"],
	],
])("%s", ([, from, to, rows]) => {
	expect(shown(from, to)).toEqual(rows);
});

test("the order of fields in a stored step is no change", () => {
	const { id, ...rest } = click("s1", "A");
	expect(shown(program([click("s1", "A")]), program([{ ...rest, id } as RoutineStep]))).toEqual(["= Click “A”"]);
});
