import type { AuditEntry } from "@webhand/contracts/audit";
import { expect, test } from "vitest";
import { cursorOf, mergePage, placeIn, readCursor } from "./list.ts";

const time = (ms: number) => new Date(ms).toISOString();
const row = (id: string, ms: number): AuditEntry => ({
	id,
	at: time(ms),
	actorId: null,
	action: "login",
	target: null,
	outcome: "ok",
	reason: null,
	ip: null,
	userAgent: null,
	facts: {},
	host: null,
});
const hex = (digit: string) => `a${digit.repeat(24)}`;
const uuid = (digit: string) => `n${digit.repeat(8)}-0000-4000-8000-000000000000.0`;
const host = (digit: string) => `h${digit.repeat(8)}-0000-4000-8000-000000000000.outcome`;

test("a page is the newest of all parts; of one moment tasks come first, then the server host", () => {
	const accounts = [row(hex("9"), 30), row(hex("8"), 20), row(hex("7"), 20)];
	const others = [row(uuid("1"), 20), row(host("1"), 20), row(uuid("0"), 10)];
	expect(mergePage([accounts, others], 4)).toMatchObject({
		rows: [{ id: hex("9") }, { id: uuid("1") }, { id: host("1") }, { id: hex("8") }],
		nextCursor: cursorOf(row(hex("8"), 20)),
	});
	expect(mergePage([accounts, others], 6).nextCursor).toBeNull();
});

test.for([
	["after a row of a task, the others go on with all rows of that moment", uuid("1"), [true, true, false]],
	["after one of the server host, tasks go on before that moment", host("1"), [true, false, false]],
	["after one of the accounts, the others go on before that moment", hex("8"), [false, false, false]],
] as const)("%s", ([, id, isIncluded]) => {
	const places = (["accounts", "host", "tasks"] as const).map((part) => placeIn(part, { at: time(20), id }));
	expect(places.map(({ isAtIncluded }) => isAtIncluded)).toEqual(isIncluded);
	expect(places.flatMap((place) => place.id ?? [])).toEqual([id.slice(1)]);
});

test("a cursor reads as it was written, and any other text is refused", () => {
	for (const id of [hex("8"), uuid("1"), host("1"), `horg_1:${"a".repeat(20)}.0`]) {
		const place = { at: time(1_764_000_000_123), id };
		expect(readCursor(cursorOf(place))).toEqual(place);
	}
	expect(readCursor(undefined)).toBeUndefined();
	for (const text of ["", "x", "abc.", "abc.b1", "abc.a1", `zzzzzzzzzzzz.${hex("8")}`, `!.${hex("8")}`, `${cursorOf(row(hex("8"), 1))}/`])
		expect(() => readCursor(text), text).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
});
