import type { Language } from "@webhand/contracts/language";
import { inLanguages } from "@webhand/contracts/language";
import { html } from "./html.ts";
import * as german from "./words.de.ts";

/** The languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

export const pageText = inLanguages(german.pageText, {
	gone: {
		title: "This link does not work any more",
		text: "It was used, replaced or withdrawn, or its time is over. Ask the person who sent it for a new one.",
	},
	foreignForm: {
		title: "This form did not come from this page",
		text: "Open the link that you were given again and fill in the form there.",
	},
	failed: {
		title: "That did not work",
		tooMany: "Too many attempts, try again later.",
		broken: "This does not work at the moment, try again.",
	},
	byProvider: (organization: string) =>
		`${organization} signs in through its own provider. In the Webhand panel choose to sign in through your organization and enter your email there: that accepts the invite.`,
	done: { title: "All set", text: "Your account is ready. Three steps to your first task:" },
	start:
		"You say in a browser side panel what should be done on a page, and Webhand does it there. Were you invited? Open the link of your invite first: it makes your account.",
	steps: {
		extension: {
			title: "Get the extension",
			button: "Get Webhand for Chrome",
			folder: html`Open <code>chrome://extensions</code>, switch on Developer mode, choose Load unpacked, and take this folder:`,
			unknown: html`Open <code>chrome://extensions</code>, switch on Developer mode, choose Load unpacked, and take the folder that you got from whoever runs this server.`,
		},
		signIn: {
			title: "Sign in",
			text: "Click the Webhand icon beside the address bar. Enter this server, then your email and password:",
		},
		order: {
			title: "Say what should be done",
			text: html`Open the page it is about, and write an order into the panel, such as <code>Search for "blue kettle"</code>.`,
		},
	},
	join: (organization: string) => `Join ${organization}`,
	joinIntro: {
		invited: (organization: string, as: "member" | "admin") => `You are invited to work in ${organization} as ${roles[as]}.`,
		invitedBy: (organization: string, as: "member" | "admin", person: string) =>
			`${person} invites you to work in ${organization} as ${roles[as]}.`,
		join: "Choose a name and a password.",
		confirm: "You have an account already: confirm with its password.",
	},
	reset: {
		title: "Set a new password",
		button: "Set the password",
		intro: "Every sign-in of this account ends when you set it.",
	},
	email: "Email",
	name: "Your name",
	password: "Password",
	newPassword: "New password",
	newPasswordHint: (least: number) => `At least ${least} characters. A few unrelated words are easy to keep in mind and hard to guess.`,
	again: "New password again",
	howToGet: (address: string) => html`Webhand works in a browser extension. <a href="${address}">How to get it</a>`,
	problems: {
		titled: (title: string) => `Error: ${title}`,
		one: "There is a problem",
		several: (count: number) => `There are ${count} problems`,
		name: "Enter your name, at most 100 characters",
		password: "Enter the password",
		longPassword: "The password is too long",
		wrongPassword: "The password is wrong",
		differ: "The two passwords differ. Type the same one twice",
	},
});

const roles = { member: "a member", admin: "an admin" } as const;
