import type { Decision, Turn } from "../turn.ts";
import type { State } from "./state.ts";
import { actionKey, stored } from "./state.ts";

const codes: ReadonlySet<string> = new Set(["WINDOW_BLOCKED", "GESTURE_NEEDED"]);
/** Where the client could tell the address of a window. */
const told = /: (https?:\S+) \(openTab/;

/**
 * What follows a press that Chrome did not take for a person's: the address of the window is opened in a tab, and any other press is handed
 * over with the reason.
 */
export function missedGesture(state: State, { error }: Turn["report"]): Decision | undefined {
	const { step } = state;
	if (error === undefined || step === undefined || !codes.has(error.code)) return undefined;
	const url = told.exec(error.message)?.[1];
	const reason = error.message.split(/[;(]/)[0]?.trim() ?? "";
	const action =
		url === undefined
			? ({ name: "handoff", reason: `${reason}. Please press it yourself.` } as const)
			: ({ name: "openTab", url } as const);
	// What the person does has no verdict of its own.
	const after: State = { ...state, step: { ...step, action: action.name === "handoff" ? "" : actionKey(action) } };
	return { thought: `${reason}.`, action, state: stored(after), decidedBy: "rules" };
}
