import { formatNumber } from "../../kit/words/format.ts";
import { inLanguage } from "../../kit/words/language.ts";
import type { RestrictedKind } from "../../panel-state.ts";
import * as german from "./words.de.ts";

/** The conversation and the field below it. */
export const chatText = inLanguage(german.chatText, {
	label: "Conversation",
	notRead: (reason: string) => `The messages of this chat could not be read. ${reason}`,
	composer: "What should be done on this page?",
	note: "Add a note for the task",
	start: "Start",
	sendNote: "Send note",
	attach: "Attach files",
	add: "Attach or record",
	record: "Record a routine",
	detach: (name: string) => `Remove ${name}`,
	attached: "Attached files",
	fileTooBig: (name: string) => `${name} is larger than 8 MB.`,
	keys: "Enter starts, Shift+Enter makes a new line.",
	noteKeys: "Enter sends, Shift+Enter makes a new line.",
	counter: (used: number, most: number) => `${formatNumber(used)} of ${formatNumber(most)} characters`,
	tooLong: (most: number) => `At most ${formatNumber(most)} characters.`,
	emptyTitle: "Say what to do on this page",
	emptyText:
		"Webhand does it in front of you, and shows every step. Plain English orders like these need no model; anything freer needs one on your server.",
	examples: "Try one of these",
	onThisPage: "On this page, for example",
	lastHere: (title: string, age: string) => `Last here: ${title} · ${age}`,
	exampleSentences: ["Read the page title", "How many links are there?", "Scroll to the bottom and click the last link"],
	examplesElsewhere: ["Open example.com and read the page title", "Open wikipedia.org and search for tea"],
	readList: "Read a list of this page into a table",
	readListWith: (columns: string) => `Read a list of this page into a table: ${columns}`,
	you: "You",
	agent: "Webhand",
	system: "Notice",
	details: "Details",
	toNewest: "To the newest",
	loadOlder: "Show earlier turns",
	loadingOlder: "Loading earlier turns…",
	delivery: {
		sending: "Sending…",
		failed: "Not sent",
		heard: "Heard, counts from the next step",
		late: "Came too late",
	},
	resend: "Retry",
	useAsTask: "Use as a new task",
	ms: (count: number) => (count < 1_000 ? `${count} ms` : `${(count / 1_000).toFixed(1)} s`),
	percent: (count: number) => `${count} % sure`,
	sure: (count: number, by: "facts" | "model") => (by === "facts" ? `checked by facts, ${count} %` : `checked by the model, ${count} %`),
	decidedBy: { rules: "decided by rules", model: "decided by the model" },
	source: { page: "From the page", knowledge: "From your organization", user: "From you", model: "From the model" },
	thinking: "Thinking",
	thinkingNow: "Thinking…",
	planningNow: "Making a plan…",
	correctingNow: "Trying another way…",
	thinkingFor: (what: string, seconds: number) => `${what} ${seconds} s`,
	costSoFar: (cost: string) => `So far ${cost}`,
	slowFor: (what: string, seconds: number) => `${what} ${seconds} s. The model is slow, and still at work. Stop ends it at once.`,
	looking: "Reading the page…",
	acting: "Working on the page…",
	settling: "Waiting for the page…",
	observations: "What was seen",
	parts: "In the same step",
	worked: "Worked",
	failed: "Had no effect",
	unclear: "Not clear",
	checking: "Being checked",
	unchecked: "Not checked",
	notDone: "Not done",
	evidence: "Why",
	step: (index: number) => `Step ${index + 1}`,
	stepsOf: "What was done",
	otherChat: "A new conversation starts here because the site changed.",
	notReachable: "Webhand lost contact with its background worker and is reconnecting…",
});

/** The live log. */
export const logText = inLanguage(german.logText, {
	title: "Live log",
	empty: "Nothing has happened yet.",
	show: "Show log",
	hide: "Hide log",
	copy: "Copy log",
	filter: "Filter",
	nothingFound: "No line matches the filter.",
	follow: "Follow new lines",
	outcome: { done: "done", failed: "failed", unknown: "outcome unknown" },
	source: { page: "page", worker: "extension", server: "server", tool: "tool" },
});

/** Why a page cannot be read. */
export const restrictedText = inLanguage(german.restrictedText, {
	browser: "This is a page of the browser itself.",
	new_tab: "This is an empty tab.",
	extension: "This page belongs to an extension.",
	web_store: "Chrome does not let extensions act in its store.",
	file: "Webhand does not read files on this computer.",
	data: "This page has no web address.",
	error: "This page did not load.",
	other: "This page cannot be read.",
} as const satisfies Record<RestrictedKind, string>);

/** What can be done on such a page. */
export const restrictedHint = inLanguage(
	german.restrictedHint,
	"You can still start here: tell Webhand where to go, for example “Open example.com and …”.",
);
