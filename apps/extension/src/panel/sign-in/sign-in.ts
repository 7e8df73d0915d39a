import { LoginRequest } from "@webhand/contracts/auth/sign-in";
import type { CommandProblem } from "../../kit/transport.ts";
import { statesText } from "../../kit/words/state-words.ts";
import type { PanelCommandType, ServerTest } from "../../messages.ts";
import type { ProviderFailed, SigningIn } from "../../panel-state.ts";
import { parseServerUrl } from "../../server-url.ts";
import { accountText, serverAddressText, signInText } from "./words.ts";

/** The fault of a typed server address; "" for none. */
export function serverFault(typed: string): string {
	if (typed.trim() === "") return statesText.fillIn;
	const server = parseServerUrl(typed);
	return server.ok ? "" : serverAddressText[server.reason];
}

/** The fault of a typed email; "" for none. */
export function emailFault(typed: string): string {
	if (typed.trim() === "") return statesText.fillIn;
	return LoginRequest.shape.email.safeParse(typed.trim()).success ? "" : accountText.badEmail;
}

/** The fault of a typed password; "" for none. */
export function passwordFault(typed: string): string {
	if (typed === "") return statesText.fillIn;
	return LoginRequest.shape.password.safeParse(typed).success ? "" : accountText.longPassword;
}

/** The result of a server test, in the same words in settings and sign-in. */
export function serverSentence(test: ServerTest): string {
	switch (test.kind) {
		case "ok":
			return serverAddressText.ok(test.latencyMs, test.signedIn);
		case "invalid":
		case "insecure":
			return serverAddressText[test.kind];
		case "unreachable":
			return serverAddressText.unreachable[test.reason];
		case "not_webhand":
			return serverAddressText.notWebhand(test.status);
		case "blocked":
			return serverAddressText.blocked(test.extensionId);
	}
}

/** Why the sign-in failed; a fault of the server stands in `problem.server` instead. */
export function signInSentence(problem: Pick<CommandProblem, "code" | "message" | "fields">, waitSeconds: number): string {
	switch (problem.code) {
		case "INVALID_CREDENTIALS":
			return accountText.wrongPair;
		case "ACCOUNT_DISABLED":
			return accountText.disabled;
		case "RATE_LIMIT":
			return accountText.tooMany(waitSeconds);
		case "PROVIDER_SIGN_IN_REQUIRED":
			return signInText.providerRequired;
		case "NO_PROVIDER":
			return signInText.noProvider;
		case "PROVIDER_UNREACHABLE":
			return signInText.providerUnreachable;
		case "TICKET_INVALID":
			return signInText.ticketInvalid;
		default:
			return [problem.message, ...problem.fields.map((field) => `${field.field}: ${field.message}`)].join(" ");
	}
}

/** Why a sign-in through a provider did not come about. */
function providerSentence({ reason, code, message }: ProviderFailed): string {
	if (code === undefined || code === "TICKET_INVALID") return signInText.provider.failed[code === undefined ? reason : "failed"];
	return signInSentence({ code, message: message ?? signInText.provider.failed.failed, fields: [] }, 0);
}

const signInCommands: ReadonlySet<PanelCommandType> = new Set(["sign_in", "sign_in_provider", "sign_in_code"]);

/** What the sign-in form tells: the last refused command, or the provider's tab. */
export function signInProblemOf(problem: CommandProblem | null, step: SigningIn): CommandProblem | null {
	if (problem !== null && signInCommands.has(problem.command)) return problem;
	if (step.kind !== "provider_failed") return null;
	const { requestId } = step;
	const command = "sign_in_provider";
	return { command, code: "PROVIDER_FAILED", message: providerSentence(step), fields: [], ...(requestId ? { requestId } : {}) };
}
