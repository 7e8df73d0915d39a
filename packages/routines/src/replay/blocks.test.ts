import { formatAction } from "@webhand/contracts/action/format";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { describe, expect, test } from "vitest";
import { nextStep } from "./next.ts";
import type { Next, Report } from "./outcome.ts";
import type { Played, ReplayState } from "./state.ts";

const pageOf = (body: string): PageView => parsePage(`@page 1\n@url https://app.example/\n@epoch e\n\n${body}`);
const click = (id: string, name: string, more: Partial<Extract<RoutineStep, { do: "click" }>> = {}): RoutineStep => ({
	id,
	class: "observe",
	do: "click",
	target: { role: "button", name: [name] },
	...more,
});
const programOf = (...steps: RoutineStep[]): RoutineProgram => ({ inputs: [], steps });
const played = (program: RoutineProgram, called: Played["called"] = {}): Played => ({ program, values: {}, called });
const said = (next: Next | undefined) =>
	next === undefined ? "" : next.kind === "act" ? formatAction(next.action) : `${next.kind}${"reason" in next ? `: ${next.reason}` : ""}`;

/** Plays a row in a world: each action makes the next page; waits and the end make none. */
function playIn(row: Played, world: { readonly page: () => PageView; readonly act: (text: string) => void }, most = 40): readonly string[] {
	let state: ReplayState | undefined;
	let report: Report = { kind: "none" };
	const done: string[] = [];
	for (let turn = 0; turn < most; turn += 1) {
		const next = nextStep(row, state, { view: world.page(), report });
		state = JSON.parse(JSON.stringify(next.state)) as ReplayState;
		report = { kind: next.kind === "act" ? "proven" : "none", done: 1 } as Report;
		if (next.kind !== "wait") done.push(said(next));
		if (next.kind === "done" || next.kind === "failed" || next.kind === "not_found") break;
		if (next.kind === "act") world.act(formatAction(next.action));
	}
	return done;
}

const still = (body: string) => ({ page: () => pageOf(body), act: () => undefined });

describe("if the page says", () => {
	const program = programOf(
		{ id: "s1", class: "observe", do: "if", says: ["Out of stock"], then: [click("s2", "Notify me")], otherwise: [click("s3", "Buy")] },
		click("s4", "Next"),
	);
	const buttons = "<button 1>Notify me</> <button 2>Buy</> <button 3>Next</>";
	test.each([
		["the text, then those steps", `Sorry: out of  stock\n${buttons}`, ["click(1)", "click(3)", "done"]],
		["something else, then the others", `In stock\n${buttons}`, ["click(2)", "click(3)", "done"]],
	])("%s", (_, body, expected) => {
		expect(playIn(played(program), still(body))).toEqual(expected);
	});

	test("an empty branch leads on", () => {
		const empty = programOf({ id: "s1", class: "observe", do: "if", says: ["Hint"], then: [], otherwise: [] }, click("s4", "Next"));
		expect(playIn(played(empty), still(`A hint\n${buttons}`))).toEqual(["click(3)", "done"]);
	});
});

describe("for each row of the page", () => {
	const each = (more: Partial<Extract<RoutineStep, { do: "each" }>> = {}): RoutineStep => ({
		id: "s1",
		class: "observe",
		do: "each",
		list: { heading: "Invoices" },
		as: "number",
		most: 100,
		steps: [click("s2", "Archive", { target: { role: "button", name: ["Archive"], row: [[{ input: "number" }]] } })],
		...more,
	});
	const table = (rows: readonly string[], first = 1) =>
		`# Invoices\n| Number | Customer\n${rows.map((row, at) => `| ${row} | Customer ${at % 2} | <button ${first + at}>Archive</>`).join("\n")}\n<button 99>Next</>`;

	test("acts once in each, by what names the row", () => {
		expect(playIn(played(programOf(each(), click("s3", "Next"))), still(table(["INV-1", "INV-2", "INV-3"])))).toEqual([
			"click(1)",
			"click(2)",
			"click(3)",
			"click(99)",
			"done",
		]);
	});

	test("stays right where a row goes away, another comes, and the order changes", () => {
		let rows = ["INV-1", "INV-2", "INV-3"];
		const archived: string[] = [];
		const world = {
			page: () => pageOf(table(rows, 10)),
			act: (text: string) => {
				const row = rows[Number(/\d+/.exec(text)?.[0]) - 10] ?? "";
				archived.push(row);
				rows = rows.filter((one) => one !== row).toReversed();
				if (archived.length === 1) rows = ["INV-9", ...rows];
			},
		};
		expect(playIn(played(programOf(each())), world).at(-1)).toBe("done");
		expect(archived.toSorted()).toEqual(["INV-1", "INV-2", "INV-3", "INV-9"]);
	});

	test("ends at its limit", () => {
		expect(playIn(played(programOf(each({ most: 2 }))), still(table(["INV-1", "INV-2", "INV-3"])))).toEqual([
			"click(1)",
			"click(2)",
			"done",
		]);
	});

	test("does nothing where two rows have one name", () => {
		expect(playIn(played(programOf(each())), still(table(["INV-1", "INV-1", "INV-3"]).replaceAll(/Customer \d/g, "Acme")))).toEqual([
			"failed: Two rows of the list are called “INV-1”",
		]);
	});

	test("names rows by a column", () => {
		const twins = table(["INV-1", "INV-1"]).replace("Customer 0", "Acme").replace("Customer 1", "Globex");
		expect(playIn(played(programOf(each({ by: "Customer" }))), still(twins))).toEqual(["click(1)", "click(2)", "done"]);
	});

	test("an empty list leads on, a list that is not there ends the row", () => {
		expect(playIn(played(programOf(each())), still("# Invoices\nNothing here"))).toEqual(["done"]);
		expect(playIn(played(programOf(each())), still("# Dashboard"))).toEqual(["failed: The list is not on the page"]);
	});
});

describe("another routine", () => {
	const id = "rtn_0123456789012345678901" as Extract<RoutineStep, { do: "call" }>["routine"];
	const call = (given: Record<string, [string]>): RoutineStep => ({ id: "s1", class: "observe", do: "call", routine: id, inputs: given });
	const inner: RoutineProgram = {
		inputs: [{ name: "what", label: "What", type: "text", preset: "Two" }],
		steps: [click("s1", "", { target: { role: "button", name: [{ input: "what" }] } })],
	};
	const body = "<button 1>One</> <button 2>Two</> <button 3>Three</>";
	test("is played with its own steps and values", () => {
		const program = programOf(call({ what: ["One"] }), click("s2", "Three"));
		expect(playIn(played(program, { [id]: inner }), still(body))).toEqual(["click(1)", "click(3)", "done"]);
		expect(playIn(played(programOf(call({})), { [id]: inner }), still(body))).toEqual(["click(2)", "done"]);
	});

	test("heals its own step, not the one of the same id that calls", () => {
		const named = click("s1", "Save now");
		const calling = programOf({ ...call({}), id: "s1" });
		const next = nextStep(played(calling, { [id]: programOf(named) }), undefined, {
			view: pageOf("<button 1>Saves now</>"),
			report: { kind: "none" },
		});
		expect(next.state.healed).toMatchObject([{ step: "s1", of: { routine: id, call: "s1" }, target: { name: ["Saves now"] } }]);
	});

	test("that is gone, or calls itself, ends the row", () => {
		expect(playIn(played(programOf(call({}))), still(body))).toEqual(["failed: The routine that this step runs is not there any more"]);
		const circle = programOf(call({}));
		expect(playIn(played(circle, { [id]: circle }), still(body))).toEqual(["failed: Routines call each other more than 3 deep"]);
	});
});
