import { runnerLimits } from "@webhand/contracts/auth/runners";
import { formatTime } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** The page Runners. */
export const runnersText = inLanguage(german.runnersText, {
	title: "Runners",
	lead: "A runner is a browser on nobody's desk. It does runs of routines whose schedule says “A runner of the organization”, each in the name of the run's owner and within the policy. Questions go to that owner.",
	form: "Add a runner",
	name: "Name",
	nameHint: "As the list and the audit show it, such as Office.",
	noName: "Write a name.",
	full: "There are 50 runners, which is all that an organization may have. Remove one first.",
	labels: "Labels",
	labelsHint: "With commas between, such as office, eu. A run that asks for labels goes to a runner that has them all.",
	wrongLabel: (label: string) => `“${label}” must be letters, digits, dots and dashes, at most 40.`,
	capacity: "Runs side by side",
	account: "Service account",
	newAccount: "A new one",
	add: "Add and make a code",
	caption: "Runners, by name",
	columns: { name: "Runner", state: "State", running: "Runs", seen: "Last seen", version: "Version", actions: "Actions" },
	states: {
		online: "Online",
		draining: "Ending: takes no more runs",
		offline: "Offline",
		coded: "Waits for its code",
		out: "Not signed in",
		suspended: "Account suspended",
	},
	codeUntil: (time: string) => `code until ${formatTime(time)}`,
	running: (count: number, capacity: number) => `${count} of ${capacity}`,
	never: "never",
	labelled: (labels: readonly string[]) => `labels: ${labels.join(", ")}`,
	empty: "There is no runner.",
	emptyHint: "Without one, runs that ask for a runner wait. Add one, and start it with its code on a computer that stays on.",
	actionsFor: (name: string) => `Actions for ${name}`,
	code: "New code",
	codeTitle: (name: string) => `Make a new code for ${name}?`,
	codeEffect:
		"Its sign-in ends now, and it takes no runs until it is started with the new code. What it does now is taken by another runner.",
	codeConfirm: "Make a new code",
	remove: "Remove",
	removeTitle: (name: string) => `Remove ${name}?`,
	removeEffect: "Its sign-in ends now. What it does now is taken by another runner, or waits. Its service account stays under Members.",
	removeConfirm: "Remove",
	removed: (name: string) => `${name} is removed.`,
	once: {
		title: (name: string) => `Start ${name} with this code`,
		lead: `The code is for one use within ${runnerLimits.codeMinutes} minutes. It is shown only this once.`,
		code: "Code",
		copyCode: "Copy the code",
		command: "Command, in the folder of Webhand on the runner's computer",
		copyCommand: "Copy the command",
		copy: "Copy",
		hide: "Hide the code",
	},
});
