import { toolNamed, toolOfModel } from "@webhand/contracts/tools/server-tools";
import type { AgentSession } from "@webhand/contracts/tools/workspaces";
import { formatCount } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** What the panel says about sessions of the server tools. */
export const historyText = inLanguage(german.historyText, {
	list: "Sessions on the server",
	status: {
		idle: "Open",
		running: "Running",
		waiting_approval: "Waits for you",
		complete: "Done",
		error: "Not done",
		cancelled: "Cancelled",
	} satisfies Record<AgentSession["status"], string>,
	calls: (n: number) => formatCount(n, "call", "calls"),
	untitled: "By hand",
	empty: "No session yet",
	emptyHint: "What you do on the server, and what tasks do there, is kept here.",
	task: "task",
	openTask: "Open the task",
	current: "now",
	open: (title: string) => `Open ${title}`,
	actionsOf: (title: string) => `More for ${title}`,
	rename: "Rename",
	renameTitle: "Rename this session",
	name: "Name",
	delete: "Delete",
	deleteTitle: "Delete this session?",
	deleteText: (title: string) => `“${title}” goes from your history. What it did stays done, and its audit is kept.`,
	deleteConfirm: "Delete session",
	keep: "Keep",
	back: "All sessions",
	toolCalls: "What was done",
	noCalls: "Nothing was done in this session yet.",
	olderCalls: "Show earlier calls",
	changes: "What was changed",
	call: {
		state: {
			pending: "waits",
			running: "running",
			approved: "approved",
			rejected: "rejected",
			completed: "done",
			error: "failed",
		},
		arguments: "Arguments",
		result: "Result",
		noResult: "No result was kept.",
		notYet: "There is no result yet.",
		unknown: "Outcome unknown",
		output: "Show its output",
	},
	/** What a tool does, by either of its names. True for a call that waits or was rejected, too. */
	nameOf: (tool: string, isDryRun: boolean): string => {
		const words = (toolNamed(tool) ?? toolOfModel(tool))?.words;
		return (isDryRun ? words?.preview : words?.label) ?? tool;
	},
});
