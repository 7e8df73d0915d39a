import type { CheckResult } from "@webhand/contracts/routine/run";
import type { ReplayState } from "@webhand/routines/replay/state";
import { expect, test } from "vitest";
import type { RowProgress } from "../../decider/replay/progress.ts";
import type { EndedTask } from "./policy.ts";
import { isUnwatched, judgeChange, mayStand, orderOf, rowEndOf, shownProgress } from "./policy.ts";

const check = (holds: boolean, seen: string | null = "12"): CheckResult => ({
	step: "s4",
	label: "Amount",
	expected: "12",
	holds,
	...(seen === null ? {} : { seen }),
});
const replayed = (more: Partial<ReplayState> = {}): ReplayState => ({
	at: [],
	looks: 0,
	calm: 0,
	tries: 0,
	handovers: 0,
	skipped: [],
	healed: [],
	checks: [],
	hasCommitted: false,
	...more,
});
const at = (replay: Partial<ReplayState>, more: Partial<RowProgress> = {}): RowProgress => ({
	phase: "all",
	canReadBack: false,
	replay: replayed(replay),
	...more,
});
const committed = { hasCommitted: true } as const;

test.for<readonly [string, EndedTask["status"], RowProgress | null, string]>([
	["all its checks hold", "completed", at({ ...committed, checks: [check(true)] }), "done"],
	["no check reads its last commit", "completed", at({ ...committed, checks: [check(true)], isUnread: true }), "done_unchecked"],
	["it has no checks", "completed", at(committed), "done_unchecked"],
	["a check fails", "failed", at({ ...committed, checks: [check(true), check(false, "7")] }), "not_saved"],
	["a person stopped its dry run", "completed", at({ isStopped: true }), "skipped"],
	["a step fails before anything was sent", "failed", at({ endedAt: "s1" }), "failed"],
	["the page refused what was sent", "failed", at({ ...committed, endedAt: "s3" }, { isRefused: true }), "failed"],
	["a step fails behind what was sent", "failed", at({ ...committed, endedAt: "s4" }), "unknown"],
	["a person stopped it before anything was sent", "cancelled", at({}), "stopped"],
	["a person stopped it behind what was sent", "cancelled", at(committed), "unknown"],
	["nobody went on with it before anything was sent", "expired", at({}), "failed"],
	["nobody went on with it behind what was sent", "expired", at(committed), "unknown"],
	["it never began", "expired", null, "failed"],
	["its record reads as meant", "completed", at({ checks: [check(true)] }, { phase: "read_back" }), "done"],
	["its record reads otherwise", "failed", at({ checks: [check(false, "7")] }, { phase: "read_back" }), "not_saved"],
	["its record is not to be found", "failed", at({ checks: [check(false, null)] }, { phase: "read_back" }), "unknown"],
])("a row whose end is that %s", ([_name, status, deciderState, state]) => {
	expect(rowEndOf({ status, deciderState, stepCount: deciderState === null ? 0 : 1 }).state).toBe(state);
});

const approvalOf = (step: string) => ({ recorded: { step } }) as unknown as NonNullable<NonNullable<EndedTask["question"]>["approval"]>;

test.for<readonly [string, NonNullable<EndedTask["question"]>, boolean, string]>([
	["nobody has allowed", { kind: "approval", approval: approvalOf("s3") }, false, "stopped"],
	["somebody has allowed", { kind: "approval", approval: approvalOf("s3"), given: { approved: true, at: new Date(0) } }, false, "unknown"],
	["nobody has allowed, behind one that was done", { kind: "approval", approval: approvalOf("s3") }, true, "unknown"],
	["was done, while a site is asked for", { kind: "approval" }, false, "unknown"],
	["was done, while another step is asked for", { kind: "approval", approval: approvalOf("s4") }, false, "unknown"],
	["was handed to a person", { kind: "handoff" }, false, "unknown"],
])("a row that is stopped at a commit that %s", ([_name, question, hadCommitted, state]) => {
	const deciderState = at({ ...committed, sent: { steps: ["s3"], hadCommitted, epoch: "e1" } });
	expect(rowEndOf({ status: "cancelled", deciderState, stepCount: 1, question }).state).toBe(state);
});

test.for([
	["cancelled", { readsBack: true, stepCount: 0 }],
	["expired", { readsBack: true, stepCount: 0 }],
	["failed", { readsBack: true, stepCount: 0 }],
	["failed", { stepCount: 3 }],
	["cancelled", { stepCount: 3 }],
	["expired", { stepCount: 3 }],
] as const)("a row is unknown where its %s task has no state, and may have sent something", ([status, task]) => {
	expect(rowEndOf({ ...task, status, deciderState: null }).state).toBe("unknown");
});

test.for([
	["another value is seen behind what was sent", at({ ...committed, checks: [check(false, "7")] }), true],
	["another value is seen when it is read back", at({ checks: [check(false, "7")] }, { phase: "read_back" }), true],
	["a part of its record is seen", at({ ...committed, checks: [check(true), check(false, null)] }), true],
	["no record is seen", at({ ...committed, checks: [check(false, null)] }), undefined],
	["nothing was sent", at({ checks: [check(false, "7")] }), undefined],
] as const)("whether a row that was not saved has a record: %s", ([_name, deciderState, isThere]) => {
	const end = rowEndOf({ status: "failed", deciderState, stepCount: 4 });
	expect([end.state, end.isThere]).toEqual(["not_saved", isThere]);
	expect(mayStand(end)).toBe(isThere === true);
});

test("reading back that never began is tried again, unless a person stopped it", () => {
	const begun = { deciderState: null, stepCount: 0, readsBack: true };
	expect(rowEndOf({ ...begun, status: "expired" }).isToBeReadBack).toBe(true);
	expect(rowEndOf({ ...begun, status: "cancelled" }).isToBeReadBack).toBe(false);
});

test.for([
	["broken off behind a commit, by a routine that knows the way", "expired", at(committed, { canReadBack: true }), true],
	["broken off behind a commit, by one that does not", "expired", at(committed), false],
	["broken off before a commit", "expired", at({}, { canReadBack: true }), false],
	["stopped by a person", "cancelled", at(committed, { canReadBack: true }), false],
	["read back in vain", "failed", at({}, { phase: "read_back", canReadBack: true }), false],
] as const)("whether a row is read back: %s", ([_name, status, deciderState, isToBeReadBack]) => {
	expect(rowEndOf({ status, deciderState, stepCount: 1 }).isToBeReadBack).toBe(isToBeReadBack);
});

test("how long the rest takes follows from the rows that are over", () => {
	const progress = { counts: { done: 4, waiting: 6, running: 0 }, there: 0, ms: 40_000, timed: 4 };
	expect(shownProgress(progress)).toMatchObject({ counts: { done: 4, waiting: 6 }, secondsLeft: 60 });
	expect(shownProgress({ ...progress, ms: 0, timed: 0 }).secondsLeft).toBeUndefined();
});

test("a retry leaves out unknown rows and those with a record, unless that is wished", () => {
	const counts = { done: 1, failed: 2, not_saved: 3, stopped: 1, unknown: 4 };
	expect(shownProgress({ counts, there: 2, ms: 0, timed: 0 }).retries).toEqual({ rows: 4, withUnknown: 10 });
});

test("an order names the routine and the values of its row, in at most 500 characters", () => {
	const inputs = [
		{ name: "a", label: "Number", type: "text" },
		{ name: "b", label: "Note", type: "text" },
	] as const;
	expect(orderOf("File it", [...inputs], { a: "1", b: "" })).toBe("File it: Number 1");
	expect(orderOf("File it", [...inputs], {})).toBe("File it");
	expect(orderOf("File it", [...inputs], { a: "x".repeat(900) })).toHaveLength(500);
});

test.for([
	["a schedule", { startedBy: { kind: "schedule" }, key: undefined, queue: { browser: "mine" } }, true],
	["a program", { startedBy: undefined, key: { id: "key_1" }, queue: undefined }, true],
	["a person, for a runner", { startedBy: undefined, key: undefined, queue: { browser: "runner" } }, true],
	["a person, in a browser of their own", { startedBy: undefined, key: undefined, queue: { browser: "mine" } }, false],
	["a person, in the panel", { startedBy: undefined, key: undefined, queue: undefined }, false],
] as const)("a run that %s started: whether nobody watches it", ([_name, origin, unwatched]) => {
	expect(isUnwatched(origin as never)).toBe(unwatched);
});

test.for([
	["a person goes on with an own run", { change: "resume" }, { kind: "free" }],
	["a person repeats rows that may be saved, after a look", { change: "retry", withUnknown: true, isOver: true }, { kind: "free" }],
	["an admin stops another's run", { change: "stop", isForeign: true }, { kind: "noted", action: "run.stop" }],
	["a key pauses", { change: "pause", isByKey: true }, { kind: "noted", action: "run.pause" }],
	["a key goes on", { change: "resume", isByKey: true }, { kind: "noted", action: "run.resume" }],
	["a key stops", { change: "stop", isByKey: true }, { kind: "noted", action: "run.stop" }],
	["a key stops what is over", { change: "stop", isByKey: true, isOver: true }, { kind: "free" }],
	["a key repeats what failed", { change: "retry", isByKey: true, isOver: true }, { kind: "noted", action: "run.retry" }],
	["a key repeats what may be saved", { change: "retry", withUnknown: true, isByKey: true, isOver: true }, { kind: "refused" }],
] as const)("%s", ([_name, asked, judged]) => {
	const none = { withUnknown: false, isByKey: false, isForeign: false, isOver: false };
	expect(judgeChange({ ...none, ...asked })).toEqual(judged);
});
