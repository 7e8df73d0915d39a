import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import type { TrustedAccess } from "../trusted/policy.ts";
import { afterEvent, nextCommand } from "./policy.ts";
import { freshRun, taskId } from "./testing/sample.ts";
import type { RunEvent } from "./transitions/event.ts";

const fresh = freshRun({ tabId: 1 });
const quiet = { didDomMutate: false, didNetworkOccur: false, didUrlChange: false };
const domain = "shop.example";
const guard = { docEpoch: "e", id: 4, fingerprint: "0", role: "button", name: "Pay", approved: true };

const acting = (record: RunRecord, part: object = {}): RunRecord => ({
	...record,
	taskId,
	phase: "act",
	pending: { stepIndex: 3, actions: [{ action: "click(4)", ...part }], part: 0, results: [] },
});
const acted: RunEvent = { kind: "acted", result: { success: true }, at: 1 };
const settled = (access: TrustedAccess, seen: object = quiet): Extract<RunEvent, { kind: "settled" }> => ({
	kind: "settled",
	report: { clientObservations: { ...quiet, ...seen } },
	isPending: false,
	at: 2,
	trusted: { access, domain },
});
const play = (record: RunRecord, ...events: RunEvent[]): RunRecord => events.reduce(afterEvent, record);
const dead = (access: TrustedAccess): RunRecord => play(acting(fresh), acted, settled(access));

test("an action with an effect is over", () => {
	const record = play(acting(fresh), acted, settled("granted", { didDomMutate: true }));
	expect(record).toMatchObject({ phase: "look", lastAct: null, report: { lastActionStatus: "success" } });
});

test("an action is not repeated where another site's frame changed, although that proves no effect", () => {
	const record = play(acting(fresh), acted, { ...settled("granted"), didOthersChange: true });
	expect(record).toMatchObject({ phase: "look", lastAct: null, report: { clientObservations: quiet } });
});

test("an ineffective action is repeated by trusted input where that is allowed, under its own id", () => {
	const record = dead("granted");
	expect(record).toMatchObject({ phase: "act", wait: null, pending: { isTrusted: true, actions: [{ action: "click(4)" }] } });
	expect(nextCommand(record, 3)).toMatchObject({ kind: "begin", actionId: `${taskId}:3.t` });
});

test("trusted input is tried once: an action without effect is then reported as it is", () => {
	const record = play(dead("granted"), acted, settled("granted"));
	expect(record).toMatchObject({ phase: "look", lastAct: null, report: { lastActionStatus: "success" } });
});

test("what was done without effect has reached the page, also where its repetition did not", () => {
	const busy = { kind: "acted", result: { success: false, isInert: true, code: "TRUSTED_INPUT_BUSY" }, at: 3 } as const;
	const told = play(acting(dead("none")), acted, settled("none"));
	for (const { report } of [play(dead("granted"), busy), told]) {
		expect(report).toMatchObject({ lastActionStatus: "failure", lastActionResult: { success: false } });
		expect(report?.lastActionResult).not.toHaveProperty("isInert");
	}
	expect(play(acting(fresh), busy).report).toMatchObject({ lastActionResult: { isInert: true } });
});

test("the user is asked at the second time, and the answer is kept for the task", () => {
	const once = dead("ask");
	expect(once).toMatchObject({ phase: "look", wait: null });
	const asking = play(acting(once), acted, settled("ask"));
	expect(asking).toMatchObject({ phase: "act", wait: { kind: "trusted", domain } });
	expect(nextCommand(asking, 3)).toEqual({ kind: "rest" });
	expect(play(asking, { kind: "trusted_allowed", domain })).toMatchObject({ wait: null, phase: "act", trusted: { sites: [domain] } });
	const refused = play(asking, { kind: "trusted_refused", domain, at: 4 });
	expect(refused).toMatchObject({ wait: null, phase: "look", report: { lastActionError: { code: "TRUSTED_INPUT_NEEDED" } } });
	expect(play(acting(refused), acted, settled("ask"))).toMatchObject({ phase: "look", wait: null });
});

test("in the standard build the second time without effect says what is missing", () => {
	const record = play(acting(dead("none")), acted, settled("none"));
	expect(record.report).toMatchObject({
		lastActionStatus: "failure",
		lastActionError: { code: "TRUSTED_INPUT_NEEDED", action: "click(4)" },
	});
});

test("an action that the user approved once is never repeated", () => {
	expect(play(acting(fresh, { guard }), acted, settled("granted"))).toMatchObject({ phase: "look", pending: null });
});

test("a click that saved a file had an effect, and the server learns of the file", () => {
	const record = play(acting(fresh), acted, { kind: "download_seen", name: "report.csv" }, settled("granted"));
	expect(record).toMatchObject({
		phase: "look",
		download: null,
		report: { lastActionResult: { actualState: { download: "report.csv" } } },
	});
});

test("what Chrome grants to a press alone is pressed for real where that is allowed, asked for at once, else told", () => {
	const missed: RunEvent = { kind: "gesture_needed", what: "clipboard", url: "" };
	const failing = { didDomMutate: true };
	const after = (access: TrustedAccess, part: object = {}) => play(acting(fresh, part), acted, missed, settled(access, failing));
	expect(after("granted")).toMatchObject({ phase: "act", pending: { isTrusted: true }, missedGestures: [] });
	expect(after("ask")).toMatchObject({ phase: "act", wait: { kind: "trusted", domain } });
	for (const record of [after("none"), after("refused"), after("granted", { guard })])
		expect(record).toMatchObject({ phase: "look", pending: null, missedGestures: [{ what: "clipboard" }] });
	const opened = play(after("none"), { kind: "tab_opened", tabId: 9, isCurrent: false });
	expect(opened.missedGestures).toEqual([]);
});

test("what a page asks can be answered in the panel, and the server learns of both", () => {
	const asks = { site: "a.test", type: "confirm" as const, message: "Really?", suggestion: "" };
	const asked = play(acting(fresh), { kind: "page_asks", asks }, { kind: "page_silent" });
	expect([asked.wait, nextCommand(asked, 3)]).toEqual([{ kind: "page_dialog", asks }, { kind: "ping" }]);
	const dialog = { type: "confirm" as const, message: "Really?", accepted: false };
	const closed = play(asked, { kind: "dialog_closed", dialog });
	expect(closed.wait).toEqual({ kind: "page_dialog" });
	const told = play(closed, { kind: "page_answers" }, acted, settled("granted"));
	expect(told).toMatchObject({
		phase: "look",
		dialogs: [],
		pending: null,
		report: { lastActionResult: { actualState: { dialogs: [dialog] } } },
	});
});

test("a page that shows a dialog is pinged until it answers", () => {
	const silent = play(acting(fresh), { kind: "page_silent" });
	expect(nextCommand(silent, 3)).toEqual({ kind: "ping" });
	expect(play(silent, { kind: "resumed" })).toMatchObject({ phase: "act", wait: null, hadDialog: true });
});
