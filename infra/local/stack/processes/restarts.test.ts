import { expect, test } from "vitest";
import { decideRestart } from "./restarts.ts";

const nowMs = 1_000_000;
const facts = { code: 1, nowMs, earlierMs: [] as number[], isStrict: false };
const ago = (...seconds: number[]) => seconds.map((count) => nowMs - count * 1_000);

test("a child that ended is started again at most three times in a minute", () => {
	expect(decideRestart(facts)).toEqual({ kind: "restart" });
	expect(decideRestart({ ...facts, earlierMs: ago(1, 2) })).toEqual({ kind: "restart" });
	expect(decideRestart({ ...facts, earlierMs: ago(1, 2, 59.9) })).toEqual({ kind: "give-up", reason: "it ended 4 times in 60 s" });
	expect(decideRestart({ ...facts, earlierMs: ago(1, 2, 60) })).toEqual({ kind: "restart" });
	expect(decideRestart({ ...facts, earlierMs: ago(61, 70, 80, 90, 100) })).toEqual({ kind: "restart" });
	expect(decideRestart({ ...facts, code: null })).toEqual({ kind: "restart" });
});

test("a wrong setting and --exit end the stack at once", () => {
	expect(decideRestart({ ...facts, code: 78 })).toEqual({ kind: "give-up", reason: "a setting is wrong" });
	expect(decideRestart({ ...facts, isStrict: true })).toMatchObject({ kind: "give-up" });
});
