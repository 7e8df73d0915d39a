import { expect, test } from "vitest";
import type { FoundRow } from "./policy.ts";
import { continuationOf, cursorOf, mergePage, readCursor } from "./policy.ts";

const row = (id: string, ms: number): FoundRow => ({
	id,
	at: new Date(ms),
	actorId: null,
	action: "login",
	target: null,
	outcome: "ok",
	reason: null,
	ip: null,
	userAgent: null,
	facts: {},
});
const hex = (digit: string) => `a${digit.repeat(24)}`;
const uuid = (digit: string) => `n${digit.repeat(8)}-0000-4000-8000-000000000000`;

test("a page is the newest of both sources; of one moment the notes come first", () => {
	const rows = [row(hex("9"), 30), row(hex("8"), 20), row(hex("7"), 20)];
	const notes = [row(uuid("1"), 20), row(uuid("0"), 10)];
	expect(mergePage(rows, notes, 3)).toMatchObject({
		rows: [{ id: hex("9") }, { id: uuid("1") }, { id: hex("8") }],
		nextCursor: cursorOf(row(hex("8"), 20)),
	});
	expect(mergePage(rows, notes, 5).nextCursor).toBeNull();
});

test.for([
	[
		"after a note, auth goes on with all rows of that moment",
		uuid("1"),
		{ isAtIncluded: true },
		{ id: uuid("1").slice(1), isAtIncluded: false },
	],
	["after a row, agent-api goes on before that moment", hex("8"), { id: "8".repeat(24), isAtIncluded: false }, { isAtIncluded: false }],
] as const)("%s", ([, id, rows, notes]) => {
	const at = new Date(20);
	expect(continuationOf({ at, id })).toEqual({ rows: { at, ...rows }, notes: { at, ...notes } });
});

test("a cursor reads as it was written, and any other text is none", () => {
	const place = { at: new Date(1_764_000_000_123), id: hex("8") };
	expect(readCursor(cursorOf(place))).toEqual(place);
	for (const text of ["", "x", "abc.a1", "zzzzzzzzzzzz.a1", `!.${hex("8")}`, `${cursorOf(place)}0`])
		expect(readCursor(text), text).toBeNull();
});
