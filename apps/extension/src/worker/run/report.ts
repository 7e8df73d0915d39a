import { parseAction } from "@webhand/contracts/action/parse";
import type { NextAction } from "@webhand/contracts/agent/interact";
import type { ActResult } from "@webhand/page/execute/page-action";
import { shortAnswer } from "@webhand/page/find/answers";
import type { PartView, StepView } from "../../panel-state.ts";
import { RunView } from "../../panel-state.ts";
import type { Report, RunRecord } from "../../run-record.ts";
import { partReports } from "./batch.ts";

const readBackBytes = 19_000;
const keptSteps = 60;

/** Adds the step of a reply; a repeated reply replaces its step. */
export function stepStarted(
	steps: readonly StepView[],
	data: NextAction,
	made: { readonly actionName: string; readonly at: number },
): StepView[] {
	const step: StepView = {
		stepIndex: data.stepIndex,
		thought: data.thought,
		action: withoutSecret(data.action, data.guard),
		actionName: made.actionName,
		...targetOf(data.guard),
		...(data.more === undefined || data.more.length === 0 ? {} : { more: data.more.map(partOf) }),
		state: "acting",
		...(data.reasoning === undefined ? {} : { reasoning: data.reasoning }),
		...(data.decidedBy === undefined ? {} : { decidedBy: data.decidedBy }),
		warnings: data.warnings ?? [],
		at: made.at,
	};
	return [...steps.filter((known) => known.stepIndex !== data.stepIndex).slice(1 - keptSteps), step];
}

/** The value of a secret field is typed from the action alone and never shown. */
function withoutSecret(action: string, guard: NextAction["guard"]): string {
	return guard?.sensitive === undefined ? action : `${action.slice(0, action.indexOf("("))}(${guard.id}, "•••")`;
}

function targetOf(guard: NextAction["guard"]): Pick<StepView, "target"> {
	return guard === undefined ? {} : { target: { id: guard.id, role: guard.role, name: guard.name } };
}

function partOf({ action, guard }: NonNullable<NextAction["more"]>[number]): PartView {
	const parsed = parseAction(action);
	return { action: withoutSecret(action, guard), actionName: parsed.ok ? parsed.action.name : "unknown", ...targetOf(guard) };
}

/** Updates the parts of the newest step. @param results one for each action that was begun, the step's own first */
export function partsUpdated(steps: readonly StepView[], results: readonly ActResult[]): StepView[] {
	const newest = steps.at(-1);
	if (newest?.more === undefined) return [...steps];
	const [first, ...rest] = results;
	const target = newest.target ?? first?.target;
	const more = newest.more.map((part, index) => {
		const result = rest[index];
		return result === undefined ? part : { ...part, ...seenTarget(part, result), result: outcomeOf(result) };
	});
	return [...steps.slice(0, -1), { ...newest, ...(target === undefined ? {} : { target }), more }];
}

function seenTarget(step: Pick<StepView, "target">, result: ActResult | undefined): Pick<StepView, "target"> {
	return step.target === undefined && result?.target !== undefined ? { target: result.target } : {};
}

function outcomeOf({ success, code, message }: ActResult): NonNullable<StepView["result"]> {
	return { success, ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
}

export function stepVerified(steps: readonly StepView[], verification: NextAction["verification"]): StepView[] {
	if (verification === undefined) return [...steps];
	return steps.map((step) => (step.stepIndex === verification.stepIndex ? { ...step, verification } : step));
}

/** Marks the newest step as done and adds its result. */
export function stepUpdated(steps: readonly StepView[], told: { readonly at: number; readonly result?: ActResult }): StepView[] {
	const newest = steps.at(-1);
	if (newest === undefined || (newest.state === "done" && told.result === undefined)) return [...steps];
	const { result, at } = told;
	const seen: StepView = {
		...newest,
		state: "done",
		ms: Math.max(0, at - newest.at),
		...seenTarget(newest, result),
	};
	if (result !== undefined) seen.result = outcomeOf(result);
	return [...steps.slice(0, -1), seen];
}

/**
 * The report of these actions for the next request: the last outcome, and the state read back of each of several.
 *
 * @param actions canonical texts in order
 * @param results one for each of `actions`
 * @param pageUrl address of the document they were decided on; null where unknown
 */
export function reportOf(actions: readonly string[], results: readonly ActResult[], pageUrl: string | null): Report {
	const last = results.at(-1);
	if (last === undefined) return {};
	const state = last.actualState ?? {};
	const actualState = shortened(results.length === 1 ? state : { ...state, batch: partReports(actions, results, pageUrl) });
	const status = last.isOpen === true ? "pending" : last.success ? "success" : "failure";
	const isInert = last.isInert === true && status === "failure";
	return {
		lastActionStatus: status,
		lastActionResult: {
			success: last.success,
			...(isInert ? { isInert } : {}),
			...(actualState === undefined ? {} : { actualState }),
		},
		...(last.code === undefined
			? {}
			: {
					lastActionError: {
						message: (last.message ?? last.code).slice(0, 2_000),
						code: last.code,
						action: actions.at(-1) ?? "",
						...(last.target === undefined ? {} : { elementId: last.target.id }),
					},
				}),
	};
}

type State = Record<string, unknown>;

const jsonSize = (text: string) => JSON.stringify(text).length - 2;

/** The contract takes 20 KB. The longest text is cut first, a lookup by whole lines; a value is kept whole or left out. */
function shortened(state: Readonly<State>): State | undefined {
	if (Object.keys(state).length === 0) return undefined;
	const short = structuredClone(state);
	for (;;) {
		const excess = JSON.stringify(short).length - readBackBytes;
		if (excess <= 0) return short;
		const texts = textsIn(short).sort((a, b) => b.text.length - a.text.length);
		// The order identifies the parts, so their action texts go last.
		const longest = texts.find((one) => one.key !== "action") ?? texts[0];
		if (longest === undefined) return {};
		const { holder, key, text } = longest;
		const tooMuch = Math.min(excess, Math.ceil(jsonSize(text) / 2));
		const cut = key === "lookup" ? shortAnswer(text, jsonSize(text) - tooMuch, jsonSize) : text.slice(0, -tooMuch);
		if (key === "value" || key === "action" || cut === "" || cut.length >= text.length) delete holder[key];
		else holder[key] = cut;
	}
}

type Text = { readonly holder: State; readonly key: string; readonly text: string };

function textsIn(holder: State): Text[] {
	return Object.entries(holder).flatMap(([key, value]): Text[] => {
		if (typeof value === "string") return [{ holder, key, text: value }];
		return Array.isArray(value) ? value.filter(isState).flatMap(textsIn) : [];
	});
}

const isState = (value: unknown): value is State => typeof value === "object" && value !== null && !Array.isArray(value);

export function runViewOf(record: RunRecord): RunView {
	return RunView.parse({ ...record, state: record.end ?? "running" });
}
