import { formatCount, formatTime } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** The page of what waits for a person. */
export const inboxText = inLanguage(german.inboxText, {
	title: "Waiting for you",
	lead: "What stands still until you say something, from all your tasks and runs, newest first. You can answer here, whichever browser does the work.",
	empty: "Nothing waits for you.",
	more: "Show more",
	emptyHint: "Questions of your tasks appear here by themselves.",
	of: {
		question: "A task asks",
		handoff: "Your turn on the page",
		approval: "The server host asks",
		heal: "A routine would change",
		webhook: "A webhook is paused",
		browser: "A run has no browser",
	},
	row: (row: number, rowCount: number) => `Row ${row} of ${rowCount}`,
	since: (time: string) => `since ${formatTime(time)}`,
	ifNot: {
		question: (until: string, end: string) =>
			`Without an answer until ${until}, the task asks again while its browser is open. Without a browser it ends about ${end}, and nothing is done.`,
		approval: (until: string) => `Without an answer until ${until}, it counts as a no.`,
		heal: "It waits until you take or refuse it. Until then the routine stays as it is.",
		webhook: "What waited stays for 30 days.",
		row: (end: string) => `Without a browser its row ends about ${end}. The other rows wait.`,
		run: "Nothing happens until a browser goes on with it.",
	},
	healed: (version: number) => `Steps were found another way. Version ${version} would keep that.`,
	browser: (rows: number) =>
		`${formatCount(rows, "row is", "rows are")} left. Open the panel in a browser that is signed in to its site, then Routines, and go on with the run.`,
	webhook: "Nothing arrived there for a day, so Webhand stopped sending.",
	webhooks: "Webhooks",
	handoff: "Do it on the page, in the browser where the task works. Then say so here or there.",
	inPanel: (workspace: string) =>
		workspace === ""
			? "Open the panel of any browser: the server host there shows all of it, and takes your answer."
			: `In the workspace “${workspace}”. Open the panel of any browser: the server host there shows all of it, and takes your answer.`,
	allow: "Allow once",
	allowOf: (title: string) => `Allow once: ${title}`,
	allowTitle: "Allow this?",
	allowNote: "Your yes counts for exactly this. Where the page shows something else by now, nothing is done and the task asks again.",
	standingNote: "What the limits do not cover is asked again. You find the mandate under Mandates, and can take it back there.",
	deny: "Deny",
	denyOf: (title: string) => `Deny: ${title}`,
	done: "I’m done",
	doneOf: (title: string) => `I’m done: ${title}`,
	answer: "Your answer",
	send: "Send answer",
	steps: "What it did so far",
	review: "Look at the change",
	run: "The run",
	told: {
		allowed: "Allowed. The task goes on.",
		allowedFor: (what: string) => `${what} The task goes on.`,
		denied: "Denied. The task goes on without it.",
		sent: "Answer sent.",
		done: "The task goes on.",
	},
	refusals: {
		NO_QUESTION: "This is not asked any more.",
		QUESTION_CHANGED: "The task asks something else by now.",
		RUN_ENDED: "The task has ended meanwhile.",
		RUN_NOT_FOUND: "The task is not there any more.",
	},
});
