import { LoginRequest } from "@webhand/contracts/auth/sign-in";
import type { ServerTest } from "../messages.ts";
import { parseServerUrl } from "../server-url.ts";
import { text } from "../text/en.ts";
import type { CommandProblem } from "./model.ts";

/** The fault of a typed server address; "" for none. */
export function serverFault(typed: string): string {
	if (typed.trim() === "") return text.account.fillIn;
	const server = parseServerUrl(typed);
	return server.ok ? "" : text.settings[server.reason];
}

/** The fault of a typed email; "" for none. */
export function emailFault(typed: string): string {
	if (typed.trim() === "") return text.account.fillIn;
	return LoginRequest.shape.email.safeParse(typed.trim()).success ? "" : text.account.badEmail;
}

/** The result of a server test, in the same words in settings and sign-in. */
export function serverSentence(test: ServerTest): string {
	switch (test.kind) {
		case "ok":
			return text.settings.ok(test.latencyMs, test.signedIn);
		case "invalid":
		case "insecure":
			return text.settings[test.kind];
		case "unreachable":
			return text.settings.unreachable[test.reason];
		case "not_webhand":
			return text.settings.notWebhand(test.status);
		case "blocked":
			return text.settings.blocked(test.extensionId);
	}
}

/** Why the sign-in failed; a fault of the server stands in `problem.server` instead. */
export function signInSentence(problem: CommandProblem, waitSeconds: number): string {
	switch (problem.code) {
		case "INVALID_CREDENTIALS":
			return text.account.wrongPair;
		case "ACCOUNT_DISABLED":
			return text.account.disabled;
		case "RATE_LIMIT":
			return text.account.tooMany(waitSeconds);
		default:
			return [problem.message, ...problem.fields.map((field) => `${field.field}: ${field.message}`)].join(" ");
	}
}
