import { inLanguage } from "./language.ts";
import * as german from "./state-words.de.ts";

/** Loading, failed, copied, and what every form says. */
export const statesText = inLanguage(german.statesText, {
	loading: "Loading…",
	copyRequestId: "Copy the number",
	staleSince: (time: string) => `This is of ${time}.`,
	offlineSince: (time: string) => `No connection to the server since ${time}. What you see may be old.`,
	online: "Connected",
	checking: "Connecting…",
	noAnswer: "The server does not answer. Check your connection, then try again.",
	signedOut: "You are signed out. Sign in again to go on.",
	more: "Show more",
	retry: "Retry",
	copy: "Copy",
	copied: "Copied",
	requestId: "Report this number to your admin",
	fillIn: "Fill in this field.",
	cancel: "Cancel",
	optional: "optional",
});
