import { expect, test } from "vitest";
import { complaintIn, decide, find, start } from "./decide.ts";
import type { Control, Screen } from "./moves.ts";
import { choose, fill, press } from "./moves.ts";

const control = (ref: number, kind: Control["kind"], ...names: readonly string[]): Control => ({ ref, kind, names });
const screen = (text: string, controls: readonly Control[], hasMore = false): Screen => ({ text, controls, hasMore });

test("a move finds the control of the same words before one that contains them", () => {
	const controls = [
		control(1, "button", "Printer jams, tray B"),
		control(2, "button", "Printer jams"),
		control(3, "field", "Printer jams"),
	];
	expect(find(controls, press("printer  jams"))?.ref).toBe(2);
	expect(find(controls, press("tray B"))?.ref).toBe(1);
	expect(find(controls, fill("Printer jams", "x"))?.ref).toBe(3);
	expect(find(controls, choose("Printer jams", "x"))?.ref).toBe(3);
	expect(find(controls, press("Scanner"))).toBeUndefined();
});

test("the best name of any control counts before the second name of another", () => {
	const controls = [control(1, "field", "Search", "title"), control(2, "field", "Title:", "id_1")];
	expect(find(controls, fill("Title", "x"))?.ref).toBe(2);
});

test("nth is the second of two with the same name", () => {
	const controls = [control(1, "field", "Account"), control(2, "field", "Account")];
	expect(find(controls, { ...fill("Account", "x"), nth: 2 })?.ref).toBe(2);
});

test("moves are made in order, and then it is done", () => {
	const moves = [fill("Title", "Lamp"), press("Save")];
	const page = screen("New lamp", [control(7, "field", "Title"), control(8, "button", "Save")]);
	const [first, afterFirst] = decide({ moves, memory: start, before: page.text }, page);
	const [second, afterSecond] = decide({ moves, memory: afterFirst, before: page.text }, page);
	const [third] = decide({ moves, memory: afterSecond, before: page.text }, page);
	expect([first, second, third]).toEqual([
		{ kind: "move", move: moves[0], ref: 7 },
		{ kind: "move", move: moves[1], ref: 8 },
		{ kind: "done" },
	]);
});

test("a control that is not shown is looked for: further down where there is more, else later, and then it is told", () => {
	const moves = [press("Save")];
	const look = (tries: number, hasMore: boolean) =>
		decide({ moves, memory: { at: 0, tries }, before: "" }, screen("", [], hasMore))[0].kind;
	expect([look(0, true), look(0, false), look(4, true)]).toEqual(["scroll", "wait", "fail"]);
});

test("a new refusal of the page ends the order; one that stood there before does not", () => {
	const page = screen("Error: the title is required", [control(8, "button", "Save")]);
	const at = (before: string) => decide({ moves: [press("Save")], memory: start, before }, page)[0];
	expect(at("New lamp")).toEqual({ kind: "fail", reason: "The page says: Error: the title is required" });
	expect(at("Error: the title is required").kind).toBe("move");
});

test("a careless model reads no refusal", () => {
	const page = screen("Error: the title is required", []);
	const known = { moves: [], memory: start, before: "" };
	expect([decide(known, page)[0].kind, decide({ ...known, isCareless: true }, page)[0].kind]).toEqual(["fail", "done"]);
});

test.each([
	["Please correct the error below.", true],
	["Book with this ISBN already exists.", true],
	["Error: Required issue property title not supplied", true],
	['Error: node with key "mary" exists', true],
	["An ISBN must have 13 digits.", true],
	["The book “Emma” was added successfully.", false],
	["Stored 1 entries.", false],
])("%s is a refusal: %s", (line, is) => {
	expect(complaintIn(line, "") !== undefined).toBe(is);
});
