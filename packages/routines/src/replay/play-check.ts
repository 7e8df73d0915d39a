import type { CheckResult } from "@webhand/contracts/routine/run";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { sentenceOf } from "../make/sentences.ts";
import { checkField } from "./check.ts";
import { following } from "./cursor.ts";
import type { Outcome, Playing } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import type { ReplayState } from "./state.ts";

type CheckStep = Extract<RoutineStep, { do: "check" }>;

/** Looks at a page at rest after which a wrong value stays wrong. What is not there yet gets more time. */
const enoughLooks = 4;

/**
 * Plays a check: it holds, or the page is looked at again, or the row ends as not saved. In the document that committed, the page is loaded
 * again first: it may show a value that the server refused.
 *
 * @throws never
 */
export function playCheck(playing: Playing, step: CheckStep): Outcome {
	const { here, state, seen } = playing;
	const results = step.fields.map((field) => checkField(field, { step: step.id, view: seen.view, values: here.values }));
	const wrong = results.filter(({ holds }) => !holds);
	if (wrong.length === 0) return isFresh(playing) ? passed(playing, results) : reloading(playing, step, results);
	const looked = lookedInVain(state, seen.view);
	const isOver = looked.isOver || (looked.state.calm > enoughLooks && wrong.every(({ seen: shown }) => shown !== undefined));
	const reason = wrong.map(sentenceFor).join("; ");
	if (!isOver) return { kind: "wait", step: step.id, for: reason, state: looked.state };
	// The page came up without the record that it showed before: what it showed counts.
	const { beforeReload } = state;
	const isElsewhere = results.every(({ seen: shown }) => shown === undefined) && step.fields.every(({ row }) => row === undefined);
	if (beforeReload !== undefined && isElsewhere) return passed(playing, beforeReload);
	return failed({ ...withoutReload(looked.state), checks: [...state.checks, ...results] }, step.id, reason);
}

function isFresh({ state, seen }: Playing): boolean {
	return state.committedIn === undefined || seen.view.epoch !== state.committedIn;
}

const withoutReload = ({ beforeReload: _, ...state }: ReplayState): ReplayState => state;

function passed({ played, state }: Playing, results: readonly CheckResult[]): Outcome {
	return moved({ ...withoutReload(state), checks: [...state.checks, ...results] }, following(played, state.at));
}

function reloading({ here, state, seen }: Playing, step: CheckStep, results: readonly CheckResult[]): Outcome {
	const { committedIn: _, ...others } = state;
	// A text without a document says nothing of what was loaded.
	if (seen.view.epoch === "") return { kind: "moved", state: others };
	return {
		kind: "act",
		step: step.id,
		action: { name: "reload" },
		thought: sentenceOf(step, here.inputs),
		class: "navigate",
		state: { ...others, looks: 0, calm: 0, beforeReload: results },
	};
}

function sentenceFor({ label, expected, seen }: CheckResult): string {
	if (seen === undefined) return `“${label}” is not on the page`;
	return `“${label}” is “${seen}”, not “${expected}”`;
}
