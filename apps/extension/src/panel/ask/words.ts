import type { OfferedLogin } from "@webhand/contracts/authority/login";
import { inLanguage } from "../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** Questions to the person. */
export const askText = inLanguage(german.askText, {
	question: "Webhand asks",
	handoff: "Your turn",
	handoffHint: "Do it on the page, then press “I’m done”.",
	done: "I’m done",
	answer: "Your answer",
	send: "Send answer",
	missing: "Still needed",
	approvalTitle: "Allow this?",
	allow: "Allow once",
	deny: "Deny",
	denyStop: "Deny and stop",
	facts: "What would be done",
	factsLoading: "Reading what would be done …",
	denyHint: "Deny skips this one action; the task continues if it can. Deny and stop ends the task.",
	remember: "Also for searches in this task",
	left: (seconds: number) => (seconds > 90 ? `${Math.ceil(seconds / 60)} min left to answer` : `${seconds} s left to answer`),
	sent: "Answer sent.",
	refused: (why: string) => `Your answer was not taken: ${why}`,
	expired: "The time to answer is over. Webhand looks at the page again.",
	elsewhere: (answer: string) => (answer === "" ? "Answered on another device." : `Answered on another device: ${answer}`),
	withdrawn: "Webhand no longer needs an answer.",
	siteTitle: (domain: string) => `Allow Webhand on ${domain}?`,
	siteText: "It will read the page and act on it for your task.",
	allowTask: "Allow for this task",
	allowAlways: "Always allow",
	allowNo: "No",
	pageTitle: (site: string) => (site === "" ? "The page asks" : `The page ${site} asks`),
	pageLeave: "Leave this page? What you have not saved there may be lost.",
	pageField: "Your answer to the page",
	pageCancel: "Cancel",
	pageAccept: "OK",
	trustedTitle: (domain: string) => `Use real mouse and keyboard on ${domain}?`,
	trustedText:
		"This page ignores what Webhand does. Chrome can move the mouse and press keys for it; while it does, Chrome shows a bar that says so.",
	withheldTitle: (domain: string) => `Chrome blocks Webhand on ${domain}`,
	withheldText: "Chrome’s site access for this extension is limited. Allow this site to go on.",
	withheldAllow: "Allow in Chrome",
});

/** A site without knowledge. */
export const noticeText = inLanguage(german.noticeText, {
	notice: "There isn’t any knowledge present for this website — all our suggestions are based on publicly available information.",
	hint: "Knowledge is what your organization has stored about a website. Webhand works here without it.",
	ok: "OK",
	again: "Do not show this again for this site",
});

const partNames: Readonly<Record<string, string>> = { username: "user name", password: "password", code: "one-time code" };

/** Logins of the vault at a hand-over. */
export const loginText = inLanguage(german.loginText, {
	group: "Logins for this page",
	use: ({ name, username }: Pick<OfferedLogin, "name" | "username">) =>
		username === "" ? `Use login “${name}”` : `Use login “${name}” (${username})`,
	filled: (parts: readonly string[]) => `Filled in: ${parts.map((part) => partNames[part] ?? part).join(", ")}. Go on on the page.`,
	save: "Save this login …",
	name: "Name of the login",
	saveHint: "Type user name and password on the page first. They are read there once and stored sealed, for you alone.",
	saveNow: "Save login",
	cancel: "Cancel",
	saved: (name: string) => `“${name}” is saved. It is offered next time.`,
});
