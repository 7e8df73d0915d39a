import type { Decision } from "../moves.ts";
import { readNumberedHtml } from "./numbered-html.ts";
import type { Tool } from "./tool.ts";
import { say } from "./tool.ts";

/** browser-use: the page in `<browser_state>`; an answer is JSON with one action. */
export const browserUse: Tool = {
	read: (prompt) => {
		const state = lastBetween(prompt, "<browser_state>", "</browser_state>");
		if (state === undefined) return undefined;
		const start = state.indexOf("Interactive elements");
		const pagesBelow = Number(/([\d.]+) pages below/.exec(state)?.[1] ?? 0);
		return readNumberedHtml(state.slice(state.indexOf("\n", start) + 1), pagesBelow > 0);
	},
	isUndone: (prompt) => {
		const step = (lastBetween(prompt, "<agent_history>", "</agent_history>") ?? "").split("<step>").at(-1) ?? "";
		return /\b(?:error|failed|not available|could not)\b/i.test(/Result:?([\s\S]*)$/.exec(step)?.[1] ?? "");
	},
	write: (decision) =>
		say(
			JSON.stringify({
				evaluation_previous_goal: "As planned.",
				memory: "I know this page.",
				next_goal: "The next move.",
				action: [actionOf(decision)],
			}),
		),
	// It asks for a summary or a judgement, which changes nothing of what it says in the end.
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
			return { scroll: { down: true, pages: 1 } };
		case "move": {
			const { move, ref: index } = decision;
			if (move.do === "press") return { click: { index } };
			return move.do === "fill" ? { input: { index, text: move.text } } : { select_dropdown: { index, text: move.option } };
		}
	}
}

/** The newest part between two marks; undefined if there is none. */
export function lastBetween(text: string, open: string, close: string): string | undefined {
	const start = text.lastIndexOf(open);
	if (start === -1) return undefined;
	const end = text.indexOf(close, start);
	return text.slice(start + open.length, end === -1 ? undefined : end);
}
