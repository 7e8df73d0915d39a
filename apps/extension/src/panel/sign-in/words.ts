import type { Tenant } from "@webhand/contracts/auth/account";
import type { Role } from "@webhand/contracts/ids";
import type { ProviderFailed } from "../../panel-state.ts";

/** The steps of a sign-in after email and password, and through a provider. */
export const signIn = {
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
	code: {
		title: "Enter your code",
		text: "Open your authenticator app and type the six digits that it shows for Webhand.",
		label: "Code of the app",
		recoveryTitle: "Use a recovery code",
		recoveryText: "Type one of the recovery codes that you kept. Each works once.",
		recoveryLabel: "Recovery code",
		useRecovery: "Use a recovery code",
		useApp: "Use the authenticator app",
		submit: "Continue",
		wrong: "This code is wrong or was used already. Wait for the next one, and check the clock of your phone.",
		wrongRecovery: "This recovery code is wrong or was used already.",
		badCode: "The code has six digits.",
		badRecovery: "A recovery code has 16 letters and digits.",
	},
	enrol: {
		title: "Protect your account",
		text: "Your organization asks for a second step at each sign-in: a code of an app on your phone.",
		scan: "Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis.",
		picture: "QR code with the secret of your account",
		typeIn: "Or type this secret into the app:",
		copy: "Copy secret",
		copied: "Copied",
		first: "Then type the six digits that it shows.",
		missing: "The secret could not be made.",
		retry: "Try again",
	},
	recovery: {
		title: "Keep your recovery codes",
		text: "If you lose your phone, each of these signs you in once. They are not shown again.",
		list: "Recovery codes",
		copy: "Copy codes",
		download: "Download",
		kept: "I have kept them",
		done: "Continue",
		fileName: "webhand-recovery-codes.txt",
		fileTitle: (email: string) => `Webhand recovery codes of ${email}. Each works once.`,
	},
} as const;

/** The tenants of a user, and what leaving one means. */
export const tenants = {
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
} as const;

/** An address of a server, and what answers there. */
export const serverAddress = {
	hint: "https, or http on this computer.",
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
} as const;
