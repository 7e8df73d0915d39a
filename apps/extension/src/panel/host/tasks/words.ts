import type { AgentResult } from "@webhand/contracts/tools/agent-events";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** What the panel says about tasks that the server carries out by itself. */
export const tasksText = inLanguage(german.tasksText, {
	question: (workspace: string) => `What should be done in ${workspace}?`,
	placeholder: "List files, then run npm test",
	hint: "The server works on it, also while this panel is closed.",
	start: "Start",
	keys: "Enter starts, Shift+Enter breaks the line",
	settings: "What may pass without a question",
	writes: "Changes of files and commits",
	writesWarning: "The task changes files and commits without asking. Deleting still asks.",
	exec: "Commands that only read",
	execWarning: "The task runs commands without asking, where their rule allows it.",
	nonePass: "This server asks each time. Its operator can let these pass.",
	asksFirst: "The task asks you before it changes a file, commits or runs a command.",
	standing: "What you allowed for more than one call",
	noneStanding: "Nothing: each call asks for itself.",
	until: (when: string) => `until ${when}`,
	askAgain: "Ask again",
	askAgainAbout: (what: string) => `Ask again: ${what}`,
	asksAgain: (what: string) => `It asks again: ${what}`,
	earlier: "Tasks in this workspace",
	none: "No task yet",
	noneHint:
		"Say above what should be done; “read README.md” or “run npm test” need no language model. You see each step, and approve what changes something.",
	back: "All tasks",
	cancel: "Cancel",
	cancelling: "Cancelling…",
	conversation: "The task",
	step: (n: number) => `Step ${n}`,
	thinking: "Thinking…",
	working: "At work…",
	waiting: "Waits for you",
	lost: "The connection was lost. The task goes on; you see it again when the server answers.",
	next: "What next?",
	send: "Send",
	notKept: "What was done is no longer kept.",
	ended: {
		complete: "Done",
		max_steps_reached: "Stopped after as many steps as it may take",
		cancelled: "Cancelled",
		error: "Not done",
	} satisfies Record<AgentResult["status"], string>,
	steps: (n: number) => (n === 1 ? "1 step" : `${n} steps`),
	newest: "To the newest",
});
