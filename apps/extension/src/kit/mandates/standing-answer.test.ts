import { MandateTerms } from "@webhand/contracts/authority/mandate";
import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import { RoutineId, RoutineRunId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { allowedWords, isReadable, onlyOnce, wishOf } from "./standing-answer.tsx";

const recorded: Recorded = {
	routineId: RoutineId.parse(`rtn_${"a".repeat(22)}`),
	runId: RoutineRunId.parse(`rrn_${"a".repeat(22)}`),
	version: 2,
	step: "s3",
	rows: 12,
	amount: { value: 20, currency: "EUR" },
};
const now = Date.parse("2026-03-01T12:00:00Z");

test("a yes counts once, unless the person wants it for the run or for all runs", () => {
	const once = onlyOnce(recorded);
	expect(wishOf(recorded, once, now)).toBeUndefined();
	expect(wishOf(recorded, { ...once, how: "run" }, now)).toMatchObject({
		isForRun: true,
		terms: { uses: 12, amount: { currency: "EUR", perUse: 20, inSum: 240 }, until: "2026-03-31T12:00:00.000Z" },
	});
	expect(wishOf(recorded, { how: "always", amount: "50,5" }, now)).toMatchObject({
		isForRun: false,
		terms: { uses: 100, amount: { perUse: 50.5 } },
	});
});

test("what all uses may cost is an amount that can be granted", () => {
	const wish = wishOf({ ...recorded, amount: { value: 2_000_000, currency: "JPY" } }, { how: "always", amount: "2000000" }, now);
	expect(MandateTerms.parse(wish?.terms).amount).toEqual({ currency: "JPY", perUse: 2_000_000, inSum: 100_000_000 });
	const bare = wishOf({ ...recorded, amount: { value: 20 } }, { how: "run", amount: "20" }, now);
	expect(MandateTerms.parse(bare?.terms).amount).toEqual({ perUse: 20, inSum: 240 });
});

test("where no amount stands, none is asked for, and one that is no number is said", () => {
	const { amount: _, ...without } = recorded;
	expect(wishOf(without, { ...onlyOnce(without), how: "run" }, now)?.terms.amount).toBeUndefined();
	expect([isReadable(recorded, { how: "run", amount: "much" }), isReadable(without, { how: "run", amount: "" })]).toEqual([false, true]);
});

test.each([
	["once", "Allowed once."],
	["run", "Allowed for all 12 rows of this run, up to €20.00 each."],
	["always", "Allowed each time this routine runs, up to 100 times, up to €20.00 each."],
] as const)("a yes says what it allowed: %s", (how, words) => {
	expect(allowedWords(wishOf(recorded, { how, amount: "20" }, now))).toBe(words);
});
