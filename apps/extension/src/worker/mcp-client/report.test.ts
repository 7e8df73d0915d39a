import { BrowserCallId } from "@webhand/contracts/mcp-server/calls";
import { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import { CallReport } from "@webhand/contracts/mcp-server/reports";
import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { freshRun } from "../run/testing/sample.ts";
import { afterOneStep } from "../run/transitions/end.ts";
import { saidForReading } from "./permission.ts";
import { callReportOf } from "./report.ts";

const [own, another] = ["a", "b"].map((letter) => McpClientId.parse(`mcc_${letter.repeat(22)}`)) as [McpClientId, McpClientId];
const client = (isOneStep: boolean) => ({ id: own, callId: BrowserCallId.parse(`mcq_${"a".repeat(22)}`), name: "Editor", isOneStep });
const step: RunRecord["steps"][number] = {
	stepIndex: 0,
	thought: "It opens the cart",
	action: "click(7)",
	actionName: "click",
	state: "done",
	warnings: [],
	at: 0,
	result: { success: true },
};

test.each([
	["nothing while the run goes on", null, null],
	["nothing while the server is busy", { kind: "busy", code: "RATE_LIMIT", message: "", until: 1 }, null],
	["the site to allow", { kind: "site", domain: "shop.example", origins: [], withheld: false }, /Allow Webhand to work on shop\.example/],
	["an answer in the panel", { kind: "user" }, /answer in Webhand's panel/],
	["the sign-in", { kind: "signed_out" }, /Sign in/],
	["the pause", { kind: "paused" }, /Continue/],
] as const)("a running call says what it waits for: %s", (_what, wait, expected) => {
	const report = CallReport.parse(callReportOf(freshRun({ client: client(false), wait: wait as RunRecord["wait"], steps: [step] })));
	expect(report).toMatchObject({ state: "running", steps: [{ index: 0, action: "click(7)", result: { success: true } }] });
	if (report.state !== "running") throw new Error("it runs");
	if (expected === null) expect(report.waitsFor).toBe(null);
	else expect(report.waitsFor).toMatch(expected);
});

test("an ended call says how, with the answer and the failure", () => {
	const record = freshRun({
		client: client(false),
		phase: "ended",
		end: "failed",
		failure: { category: "stuck", message: "It went in circles" },
	});
	expect(CallReport.parse(callReportOf(record))).toMatchObject({
		state: "ended",
		outcome: "failed",
		answer: null,
		failure: { category: "stuck", message: "It went in circles" },
	});
});

test.each([
	["a run for one step ends after its action", { client: client(true), steps: [step] }, "ended"],
	[
		"a run for one step goes on while its action is under way",
		{ client: client(true), steps: [{ ...step, state: "acting" as const }] },
		"look",
	],
	[
		"a run for one step goes on while it waits for its person",
		{ client: client(true), steps: [step], wait: { kind: "user" as const } },
		"look",
	],
	["a run for one step goes on before its first action", { client: client(true) }, "look"],
	["a task goes on after its first action", { client: client(false), steps: [step] }, "look"],
	["a run of the person goes on after its first action", { steps: [step] }, "look"],
])("%s", (_what, part, phase) => {
	expect(afterOneStep(freshRun(part), 1).phase).toBe(phase);
});

test.each<[string, Partial<RunRecord>, string[]]>([
	["its own task at work", { client: client(false) }, ["shop.example"]],
	["its own task, which ended", { client: client(false), phase: "ended", end: "stopped" }, []],
	["the task of another client of the same name", { client: { ...client(false), id: another } }, []],
	["the person's own task", {}, []],
])("a reading takes the permission for a task from %s", (_which, part, sites) => {
	const run = freshRun({ sites: ["shop.example"], refused: ["bank.example"], ...part });
	const refused = part.phase === "ended" ? [] : ["bank.example"];
	expect(saidForReading(run, { id: own })).toEqual({ sites, refused });
});
