import { inLanguage } from "../words/language.ts";
import * as german from "./words.de.ts";

/** Codes of an authenticator app, and those that stand in for them. */
export const secondFactorText = inLanguage(german.secondFactorText, {
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
});
