import type { Tenant } from "@webhand/contracts/auth/account";
import type { Role } from "@webhand/contracts/ids";
import { inLanguage } from "../../kit/words/language.ts";
import type { ProviderFailed } from "../../panel-state.ts";
import * as german from "./words.de.ts";

/** The steps of a sign-in after email and password, and through a provider. */
export const signInText = inLanguage(german.signInText, {
	withOrganization: "Sign in with your organization",
	providerRequired: "Your organization has its own sign-in page. Press “Sign in with your organization”.",
	noProvider: "No organization with its own sign-in page serves this email. Sign in with your password, or ask your administrator.",
	providerUnreachable: "Your organization’s sign-in page cannot be reached. Try again later, or tell your administrator.",
	ticketInvalid: "The sign-in took too long or had too many wrong codes. Begin again.",
	cancel: "Cancel",
	provider: {
		title: "Go on in the other tab",
		text: (email: string) =>
			`Your organization’s sign-in page is open there for ${email}. When you are done, its tab closes and Webhand goes on.`,
		waiting: "Waiting for your sign-in",
		failed: {
			closed: "The sign-in page was closed before you were signed in. Nothing has changed.",
			late: "The sign-in took more than ten minutes. Begin again.",
			refused: "Your organization did not let you in. Its page says why.",
			failed: "The sign-in did not work.",
		} satisfies Record<ProviderFailed["reason"], string>,
	},
});

/** The tenants of a user, and what leaving one means. */
export const tenantsText = inLanguage(german.tenantsText, {
	label: "Work in",
	own: "Only you",
	role: { member: "Member", admin: "Administrator", operator: "Operator" } satisfies Record<Role, string>,
	needs: {
		this: "",
		password: "asks for your password",
		provider: "has its own sign-in page",
		second_factor: "asks for a code",
	} satisfies Record<Tenant["signIn"], string>,
	loading: "Loading your organizations…",
	failed: "Your organizations could not be loaded.",
	switching: "Switching…",
	switchTitle: (name: string) => `Switch to ${name}?`,
	switchStops: (tenant: string, count: number) =>
		count === 1 ? `This task belongs to ${tenant} and will be stopped:` : `These tasks belong to ${tenant} and will be stopped:`,
	switchConfirm: "Stop and switch",
	passwordTitle: (name: string) => `Sign in for ${name}?`,
	passwordText: (name: string) =>
		`You came in through your organization’s sign-in page, which is good for that organization alone. For ${name} you sign out here and sign in with your password.`,
	passwordConfirm: "Sign out and sign in again",
	signOutTitle: "Sign out?",
	signOutWaits: (count: number) =>
		count === 1
			? "This task will wait. After you sign in again, you decide whether it continues:"
			: "These tasks will wait. After you sign in again, you decide whether they continue:",
	signOutConfirm: "Sign out",
	stay: "Stay here",
	close: "Close",
});

/** An address of a server, and what answers there. */
export const serverAddressText = inLanguage(german.serverAddressText, {
	hint: "https, or http on this computer.",
	managed: "Set by your organization.",
	ok: (ms: number, signedIn: boolean) =>
		`The server answers in ${Math.round(ms)} ms. ${signedIn ? "You are signed in." : "You are not signed in."}`,
	invalid: "This is not a server address. Write it like https://agent.example.com, without a path.",
	insecure: "http is only allowed on this computer. Use https.",
	unreachable: {
		silent: "Nothing answers at this address. Check the address and whether the server is running.",
		late: "The server did not answer in time. Check its address and whether it is running.",
	},
	notWebhand: (status: number) => `Something answers there (status ${status}), but it is not Webhand.`,
	blocked: (id: string) => `The server refuses this extension. Give its operator this id: ${id}`,
});

/** The sign-in form and the account menu. */
export const accountText = inLanguage(german.accountText, {
	title: "Sign in to Webhand",
	email: "Email",
	password: "Password",
	server: "Server",
	changeServer: "Change server",
	submit: "Sign in",
	submitting: "Signing in…",
	signOut: "Sign out",
	settings: "Settings",
	waiting: "Waiting for you",
	console: "Console and settings",
	reason: {
		never: "Sign in with the account your administrator gave you.",
		signed_out: "You are signed out.",
		expired: "Your sign-in has expired. Sign in again to continue.",
		other_server: "The server was changed. Sign in there.",
	},
	taskWaits: "Your task is waiting and continues as soon as you sign in.",
	taskPaused: "Your task is waiting. After you sign in, you decide whether it continues.",
	menu: (name: string, initials: string) => `${initials}, account of ${name}`,
	wrongPair: "Email or password is wrong.",
	disabled: "This account is disabled. Ask your administrator.",
	tooMany: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
	longPassword: "This is too long for a password.",
	badEmail: "This is not an email address. Write it like ada@example.com.",
});
