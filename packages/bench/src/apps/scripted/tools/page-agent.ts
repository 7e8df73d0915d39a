import type { Decision } from "../moves.ts";
import { lastBetween } from "./browser-use.ts";
import { readNumberedHtml } from "./numbered-html.ts";
import type { Tool } from "./tool.ts";
import { say } from "./tool.ts";

/** page-agent: the page in `<browser_state>`; an answer is a call of its tool `AgentOutput`. */
export const pageAgent: Tool = {
	read: (prompt) => {
		const state = lastBetween(prompt, "<browser_state>", "</browser_state>");
		return state === undefined ? undefined : readNumberedHtml(state, /[1-9]\d* pixels below/.test(state));
	},
	isUndone: (prompt) => {
		const history = lastBetween(prompt, "<agent_history>", "</agent_history>") ?? "";
		return (history.split("Action Results:").at(-1) ?? "").trimStart().startsWith("❌");
	},
	write: (decision) => ({
		kind: "tool_calls",
		calls: [
			{
				name: "AgentOutput",
				arguments: {
					evaluation_previous_goal: "As planned.",
					memory: "I know this page.",
					next_goal: "The next move.",
					action: actionOf(decision),
				},
			},
		],
	}),
	other: () => say("As planned."),
};

function actionOf(decision: Decision): object {
	switch (decision.kind) {
		case "done":
			return { done: { text: "It is done.", success: true } };
		case "fail":
			return { done: { text: decision.reason, success: false } };
		case "wait":
			return { wait: { seconds: 1 } };
		case "scroll":
			return { scroll: { down: true, num_pages: 1 } };
		case "move": {
			const { move, ref: index } = decision;
			if (move.do === "press") return { click_element_by_index: { index } };
			return move.do === "fill" ? { input_text: { index, text: move.text } } : { select_dropdown_option: { index, text: move.option } };
		}
	}
}
