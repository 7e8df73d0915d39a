import { inLanguage } from "../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** How the server is reached. */
export const connectionText = inLanguage(german.connectionText, {
	word: { connected: "Connected", reconnecting: "Reconnecting…", polling: "Slow updates", offline: "Offline" },
	hint: {
		connected: "Changes show at once.",
		reconnecting: "The connection was lost and is being opened again.",
		polling: "Live updates are not available; the panel asks every few seconds.",
		offline: "The server does not answer.",
	},
});

/** What decides the steps. */
export const modelText = inLanguage(german.modelText, {
	rules: "Built-in rules decide; no model is used.",
	named: (model: string) => `${model} decides.`,
	source: { tenant: "Chosen by your organization.", installation: "Chosen for this installation." },
});

/** Careful or autonomous. */
export const modeText = inLanguage(german.modeText, {
	label: "How careful should Webhand be?",
	careful: "Careful",
	autonomous: "Autonomous",
	carefulHint: "Asks before anything is sent, saved, shared or bought, and before a button that it does not know.",
	autonomousHint:
		"Goes ahead without asking, except for payments, uploads, sensitive data, other sites, and deletions that your task does not ask for.",
	now: (mode: string) => `Mode: ${mode}`,
	toAutonomous: "Switch to autonomous…",
	toCareful: "Switch to careful",
	dialogTitle: "Switch to autonomous?",
	dialogLead: "Until you close the browser, Webhand does these without asking:",
	without: [
		"press buttons that send or save a form",
		"search, sort and filter",
		"move between the pages of a site",
		"delete what your task plainly tells it to delete",
	],
	dialogStill: "It still asks before it pays, deletes anything else, uploads, gives away secrets, or sends data to another site.",
	confirm: "Switch to autonomous",
	cancel: "Stay careful",
	fromNextStep: "Takes effect with the next step.",
	locked: "Your settings keep Webhand careful. Change that under Settings, Mode.",
});
