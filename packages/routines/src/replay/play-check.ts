import type { Action } from "@webhand/contracts/action/grammar";
import type { CheckResult } from "@webhand/contracts/routine/run";
import type { CheckedField, RoutineStep } from "@webhand/contracts/routine/step";
import { isDeedAddress } from "@webhand/page/write/parts/deed-address";
import { sentenceOf } from "../make/sentences.ts";
import { checkField } from "./check.ts";
import { following } from "./cursor.ts";
import type { Outcome, Playing } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import { says } from "./page-words.ts";
import { hashOfAddress } from "./posted.ts";
import type { ReplayState } from "./state.ts";

type CheckStep = Extract<RoutineStep, { do: "check" }>;

/** Looks at a page at rest after which a wrong value stays wrong. What is not there yet gets more time. */
const enoughLooks = 4;

/**
 * Plays a check: it holds, or the page is looked at again, or the row ends as not saved. Right behind a commit the page is loaded again first:
 * it may show a value that the server refused, or takes back.
 *
 * @throws never
 */
export function playCheck(playing: Playing, step: CheckStep): Outcome {
	const { here, state, seen } = playing;
	const results = step.fields.map((field) => checkField(field, { step: step.id, view: seen.view, values: here.values }));
	const wrong = results.filter(({ holds }) => !holds);
	if (wrong.length === 0) {
		const action = againBy(playing);
		return action === undefined ? passed(playing, results) : lookingAgain(playing, step, { results, action });
	}
	const looked = lookedInVain(state, seen.view);
	const isOver = looked.isOver || (looked.state.calm > enoughLooks && wrong.every(({ seen: shown }) => shown !== undefined));
	const reason = wrong.map(sentenceFor).join("; ");
	if (!isOver) return { kind: "wait", step: step.id, for: reason, state: looked.state };
	// The page came up without the record that it showed before: what it showed counts.
	const { beforeReload, isReopened } = state;
	const isLost = ({ row, label }: CheckedField) => row === undefined || (isReopened === true && !says(seen.view, label));
	const isElsewhere = results.every(({ seen: shown }) => shown === undefined) && step.fields.every(isLost);
	if (beforeReload !== undefined && isElsewhere) return passed(playing, beforeReload);
	return failed({ ...withoutReload(looked.state), checks: [...state.checks, ...results] }, step.id, reason);
}

/** How the page is loaded again; undefined where it shows what the server keeps. What a form posted is never sent again. */
function againBy({ state, seen: { view } }: Playing): Action | undefined {
	if (state.committedIn === undefined) return undefined;
	if (view.epoch === state.committedIn) return { name: "reload" };
	const { url, epoch } = view;
	const isElsewhere = state.posted?.includes(hashOfAddress(url)) === false;
	// With a fragment nothing is loaded.
	const isOpen = isElsewhere && epoch !== "" && /^https?:[^#]+$/.test(url) && !isDeedAddress(url);
	return isOpen ? { name: "navigate", url } : undefined;
}

const withoutReload = ({ beforeReload: _, isReopened: _reopened, ...state }: ReplayState): ReplayState => state;

function passed({ played, state: { isUnread: _, ...state } }: Playing, results: readonly CheckResult[]): Outcome {
	return moved({ ...withoutReload(state), checks: [...state.checks, ...results] }, following(played, state.at));
}

type Again = { readonly results: readonly CheckResult[]; readonly action: Action };

function lookingAgain({ here, state, seen }: Playing, step: CheckStep, { results, action }: Again): Outcome {
	const { committedIn: _, posted: _posted, ...others } = state;
	// A text without a document says nothing of what was loaded.
	if (seen.view.epoch === "") return { kind: "moved", state: others };
	return {
		kind: "act",
		step: step.id,
		action,
		thought: sentenceOf(step, here.inputs),
		class: "navigate",
		state: { ...others, looks: 0, calm: 0, beforeReload: results, ...(action.name === "navigate" ? { isReopened: true } : {}) },
	};
}

function sentenceFor({ label, expected, seen }: CheckResult): string {
	if (seen === undefined) return `“${label}” is not on the page`;
	return `“${label}” is “${seen}”, not “${expected}”`;
}
