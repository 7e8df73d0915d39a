import { inLanguages } from "@webhand/contracts/language";
import * as german from "./words.de.ts";

export const providerText = inLanguages(german.providerText, {
	failed: "That did not work",
	reasons: {
		expired: "This sign-in was used already, or it took longer than ten minutes.",
		denied: "The sign-in service of your organization did not let you in.",
		silent: "The sign-in service of your organization does not answer.",
		untrusted: "The answer of your organization's sign-in service could not be trusted.",
		unconfirmed: "The sign-in service of your organization does not confirm your email address.",
		changed: "The sign-in service of your organization was changed meanwhile.",
		not_invited: "Nobody has invited you to this organization. Ask its admin for an invite.",
		other_person: "This email address belongs to another person here. Ask the admin of your organization.",
		busy: "There were too many sign-ins from your network. Wait a minute.",
		broken: "Something went wrong on our side.",
	},
	beginAgain: "Begin again in the Webhand panel.",
	request: (id: string) => `Request ${id}`,
	done: { title: "You are signed in", text: "Go back to the Webhand panel. You can close this tab." },
});
