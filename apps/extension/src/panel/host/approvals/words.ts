import type { ApprovalScope } from "@webhand/contracts/tools/approvals";
import { formatCount, formatNumber } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** What the panel says about tool calls that wait for the user's word. */
export const approvalsText = inLanguage(german.approvalsText, {
	title: "May this be done on the server?",
	batchTitle: (n: number) => `May these ${n} changes be made on the server?`,
	batchHint: "Tick each one that may be made. The others are rejected.",
	moreWait: (n: number) => `${formatCount(n, "more question waits", "more questions wait")} after this one.`,
	workspace: "Workspace",
	folder: "Folder",
	root: "Root of the workspace",
	command: "Command",
	tool: "Tool",
	notShown: (parts: readonly string[]) => `Too big to show here: ${parts.join("; ")}.`,
	showAll: (characters: number) => `Show all ${formatNumber(characters)} characters`,
	changes: "What it changes",
	scope: "How far",
	scopeName: {
		once: "Only this time",
		session: "In this task",
		rule: "From now on",
	} satisfies Record<ApprovalScope, string>,
	approve: "Approve",
	approveSome: (approved: number, rejected: number) =>
		[...(approved > 0 ? [`Approve ${approved}`] : []), ...(rejected > 0 ? [`${approved > 0 ? "reject" : "Reject"} ${rejected}`] : [])].join(
			", ",
		),
	reject: "Reject",
	rejectAll: "Reject all",
	withReason: "Say why",
	reason: "Why not? The task is told.",
	details: (title: string) => `Details: ${title}`,
	left: (words: string) => `Expires in ${words}.`,
	leftWords: (seconds: number) =>
		seconds < 60
			? `${seconds} s`
			: seconds < 3_600
				? `${Math.floor(seconds / 60)} min`
				: `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`,
	expired: "The time to answer is over. The task was told.",
	elsewhere: { approved: "It was approved elsewhere.", rejected: "It was rejected elsewhere." },
	changedMeanwhile: "One of these was decided elsewhere, so nothing was sent. Look again.",
});
