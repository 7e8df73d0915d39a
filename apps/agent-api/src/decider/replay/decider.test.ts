import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { parsePage } from "@webhand/page/parse/parse";
import { startOf } from "@webhand/routines/replay/state";
import { expect, test } from "vitest";
import type { Decision } from "../port.ts";
import type { Turn } from "../turn.ts";
import { createReplayDecider } from "./decider.ts";
import type { RowProgress } from "./progress.ts";

const pageOf = (fields: { readonly own?: string; readonly other?: string; readonly epoch?: string }) =>
	parsePage(`@page 1
@url https://app.example/new
@epoch ${fields.epoch ?? "e1"}

<form "Invoice" post /invoices>
 <input 11 "Number"${fields.own ?? ""}>
 <button 14 submit>Save</>
<form "Search" get /search>
 <input 21 "Search"${fields.other ?? ""}>`);
const error = ' invalid error="must be longer"';

const target = { role: "button", name: ["Save"] };
const program: RoutineProgram = {
	inputs: [],
	steps: [
		{ id: "s1", do: "tick", class: "fill_offsite", on: true, target },
		{ id: "s2", do: "click", class: "commit", target },
	],
} as never;

const called = "rtn_0123456789012345678901";
const calling = { inputs: [], steps: [{ id: "s2", do: "call", class: "observe", routine: called, inputs: {} }] } as never as RoutineProgram;

type Failed = {
	readonly step: "s1" | "s2";
	readonly isCalled?: true;
	readonly hadCommitted: boolean;
	readonly observations: readonly string[];
};

/** Whether the row says that the page refused it, once a click has failed. */
async function isRefused({ step, isCalled, hadCommitted, observations }: Failed, page: ReturnType<typeof pageOf>) {
	const decider = createReplayDecider({
		row: { program: isCalled ? calling : program, values: {}, called: { [called]: program } },
		readsBack: false,
		reopenedAt: 0,
		isAlone: false,
		model: null,
		keepTables: async () => {},
	});
	const parsed = parseAction("click(14)");
	if (!parsed.ok) throw new Error("no action");
	const replay = {
		...startOf(program),
		at: isCalled ? [{ step: "s2" }, { step }] : [{ step }],
		sent: { steps: [step], hadCommitted, epoch: "e1" },
		hasCommitted: true,
	};
	const verification = { stepIndex: 0, verdict: "failure", confidence: 0.9, by: "facts", observations } as const;
	const turn = {
		page,
		history: [{ stepIndex: 0, thought: "", action: "click(14)", parsed: parsed.action, verification }],
		forbidden: [],
		notes: [],
		report: {},
		state: { phase: "all", canReadBack: false, replay } satisfies RowProgress,
	} as unknown as Turn;
	const { action, state } = await decider.decide(turn, new AbortController().signal);
	expect(action.name).toBe("fail");
	return (state as RowProgress).isRefused === true;
}

const commit = { step: "s2", hadCommitted: false, observations: [] } as const;
const refused = { ...commit, observations: ["the form was refused"] } as const;

test.for<readonly [string, Failed, ReturnType<typeof pageOf>, boolean]>([
	["its form was refused", refused, pageOf({}), true],
	["a field of its form says what is wrong", commit, pageOf({ own: error }), true],
	["a field of another form does", commit, pageOf({ other: error }), false],
	["the numbers are those of another document", commit, pageOf({ own: error, epoch: "e2" }), false],
	["nothing is wrong", commit, pageOf({}), false],
	["a routine that is called has a step of the same id", { ...refused, isCalled: true }, pageOf({}), true],
	["the step commits nothing", { ...refused, step: "s1" }, pageOf({ own: error }), false],
	["something was committed before it", { ...refused, hadCommitted: true }, pageOf({ own: error }), false],
])("a commit that failed was refused by the page, or not: %s", async ([_name, failed, page, expected]) => {
	expect(await isRefused(failed, page)).toBe(expected);
});

test("the rows of a list are waited for longer and longer, which nobody takes for idle", async () => {
	const columns = [{ name: "number", label: "Number", header: "Number", type: "text" }];
	const read = { inputs: [], steps: [{ id: "s1", do: "read", class: "observe", list: { heading: "Invoices" }, columns }] } as never;
	const decider = createReplayDecider({
		row: { program: read, values: {}, called: {} },
		readsBack: false,
		reopenedAt: 0,
		isAlone: false,
		model: null,
		keepTables: async () => {},
	});
	const page = parsePage("@page 1\n@epoch e\n\n# Invoices\n| Number | Amount");
	const taken: Decision[] = [];
	let state: unknown = null;
	while (taken.length < 4) {
		const turn = { page, history: [], forbidden: [], notes: [], report: {}, state } as unknown as Turn;
		const decision = await decider.decide(turn, new AbortController().signal);
		({ state } = decision);
		taken.push(decision);
	}
	expect(taken.map(({ action }) => formatAction(action))).toEqual(["wait(1)", "wait(2)", "wait(3)", "finish()"]);
	expect(taken.map(({ isBounded }) => isBounded)).toEqual([true, true, true, undefined]);
});
