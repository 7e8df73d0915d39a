import { expect, test } from "vitest";
import type { Gesture } from "../../page/gestures.ts";
import type { Report } from "../../run-record.ts";
import { tellMissed } from "./missed-gestures.ts";

const page = "https://shop.example/orders";
const own = "https://shop.example/report";
const still: Report = { lastActionStatus: "success", lastActionResult: { success: true }, clientObservations: { didDomMutate: false } };
const changed: Report = { ...still, clientObservations: { didDomMutate: true } };
const left: Report = { ...still, clientObservations: { didUrlChange: true } };
const failed: Report = { lastActionStatus: "failure", lastActionError: { code: "COVERED", message: "x", action: "click(1)" } };

test.each<[name: string, before: Report | null, missed: readonly [Gesture, string][], code: string | undefined, alert?: RegExp]>([
	["nothing", still, [], undefined],
	["nothing happened but the window", still, [["window", own]], "WINDOW_BLOCKED"],
	["the page asks to allow windows", changed, [["window", own]], "WINDOW_BLOCKED"],
	["a sign-in elsewhere, and nothing else", still, [["window", "https://id.example/login"]], "WINDOW_BLOCKED"],
	["the page went on beside an advertisement", changed, [["window", "https://ads.example/"]], undefined, /ads\.example/],
	[
		"an advertisement comes before the copy",
		changed,
		[
			["window", "https://ads.example/"],
			["clipboard", ""],
		],
		"GESTURE_NEEDED",
	],
	["the page was left", left, [["window", own]], undefined, /report/],
	["the action failed by itself", failed, [["window", own]], "COVERED", /report/],
	["a window that comes late", { lastActionStatus: "success" }, [["window", own]], "WINDOW_BLOCKED"],
	["a window before any report", null, [["window", own]], "WINDOW_BLOCKED"],
	["a copy that the page says failed", changed, [["clipboard", ""]], "GESTURE_NEEDED"],
	["the full screen", still, [["fullscreen", ""]], "GESTURE_NEEDED"],
	["a file chooser", still, [["file_chooser", ""]], "GESTURE_NEEDED"],
])("what Chrome did not grant is told: %s", (...[, before, missed, code, alert]) => {
	const told = tellMissed({ report: before, missedGestures: missed.map(([what, url]) => ({ what, url })), steps: [] }, page);
	expect(told.report?.lastActionError?.code).toBe(code);
	if (alert === undefined) expect(told.alert).toBeUndefined();
	else expect(told.alert).toMatch(alert);
});

test.each([
	["an address", own, "blocked it: https://shop.example/report (openTab opens it in a tab)"],
	["an address with a secret", `${own}?token=a1b2c3`, "hand over this press"],
	["what only the page can open", "blob:https://shop.example/1", "hand over this press"],
	["no address", "", "hand over this press"],
])("the model hears how a window is opened: %s", (_name, url, said) => {
	const told = tellMissed({ report: still, missedGestures: [{ what: "window", url }], steps: [] }, page);
	expect(told.report?.lastActionError?.message).toContain(said);
});
