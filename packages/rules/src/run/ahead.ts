import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { PageView } from "@webhand/page/parse/view";
import { z } from "zod";
import type { Decision, Fill, PastStep, Turn } from "../turn.ts";

const Ahead = z.object({ ahead: z.array(z.unknown()).max(4), step: z.object({ index: z.number() }) });

// The engine keeps 8 KB of state; what does not fit would lose the memory of the whole task.
const mostCharacters = 7_000;
const toggles = new Set(["checkbox", "radio", "switch"]);

/**
 * The fills that would come next if each one before them worked, with a state for every one of them, since the client may stop after any.
 *
 * @param decide decides a turn for a client that takes one action at a time
 */
export function withMore(decision: Decision, turn: Turn, decide: (turn: Turn) => Decision): Decision {
	const more: Fill[] = [];
	const ahead: unknown[] = [];
	const index = (turn.history.at(-1)?.stepIndex ?? -1) + 1;
	let last = decision;
	let next = turn;
	while (more.length < (turn.batch ?? 0) - 1 && isFill(last.action)) {
		next = {
			...next,
			page: filled(next.page, last.action),
			history: [...next.history, success(last, index + more.length)],
			report: {},
			state: last.state,
		};
		last = decide(next);
		const state = atStep(last.state, index);
		if (!isFill(last.action) || JSON.stringify([decision.state, ...ahead, state]).length > mostCharacters) break;
		more.push({ action: last.action, ...(last.expect === undefined ? {} : { expect: last.expect }) });
		ahead.push(state);
	}
	return more.length === 0 ? decision : { ...decision, more, state: { ...Object(decision.state), ahead } };
}

/** The state that belongs to what was really done: that behind the first action of a batch that failed, or else the last one done. */
export function stateBehind({ state, history }: Pick<Turn, "state" | "history">): unknown {
	const read = Ahead.safeParse(state);
	if (!read.success) return state;
	const done = history.filter((past) => past.stepIndex === read.data.step.index);
	const failed = done.findIndex((past) => past.verification !== undefined && past.verification.verdict !== "success");
	const reached = failed === -1 ? done.length - 1 : failed;
	return reached < 1 ? state : read.data.ahead[Math.min(reached, read.data.ahead.length) - 1];
}

const isFill = (action: Action): boolean => action.name === "setValue" && !action.submit;

function success({ thought, action }: Decision, stepIndex: number): PastStep & { readonly action: string } {
	return {
		stepIndex,
		thought,
		action: formatAction(action),
		parsed: action,
		verification: { stepIndex, verdict: "success", confidence: 1, by: "facts", observations: [] },
	};
}

/** All actions of a batch belong to one step, whatever number the simulation gave them. */
function atStep(state: unknown, index: number): unknown {
	const step: unknown = Object(state).step;
	return step === undefined ? state : { ...Object(state), step: { ...Object(step), index } };
}

/** The page as it will be once a field is filled. */
function filled(page: PageView, action: Action): PageView {
	const element = action.name === "setValue" ? page.elements.get(action.id) : undefined;
	if (action.name !== "setValue" || element === undefined) return page;
	const states = new Set(element.states);
	const attributes = new Map(element.attributes);
	if (!toggles.has(element.type)) attributes.set("value", action.text);
	else if (action.text === "true") states.add("checked");
	else states.delete("checked");
	return { ...page, elements: new Map(page.elements).set(action.id, { ...element, states, attributes }) };
}
