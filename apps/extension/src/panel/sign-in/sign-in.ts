import { LoginRequest } from "@webhand/contracts/auth/sign-in";
import type { PanelCommandType, ServerTest } from "../../messages.ts";
import type { ProviderFailed, SigningIn } from "../../panel-state.ts";
import { parseServerUrl } from "../../server-url.ts";
import type { CommandProblem } from "../state/model.ts";
import { text } from "../words.ts";

/** The fault of a typed server address; "" for none. */
export function serverFault(typed: string): string {
	if (typed.trim() === "") return text.account.fillIn;
	const server = parseServerUrl(typed);
	return server.ok ? "" : text.serverAddress[server.reason];
}

/** The fault of a typed email; "" for none. */
export function emailFault(typed: string): string {
	if (typed.trim() === "") return text.account.fillIn;
	return LoginRequest.shape.email.safeParse(typed.trim()).success ? "" : text.account.badEmail;
}

/** The fault of a typed password; "" for none. */
export function passwordFault(typed: string): string {
	if (typed === "") return text.account.fillIn;
	return LoginRequest.shape.password.safeParse(typed).success ? "" : text.account.longPassword;
}

/** The result of a server test, in the same words in settings and sign-in. */
export function serverSentence(test: ServerTest): string {
	switch (test.kind) {
		case "ok":
			return text.serverAddress.ok(test.latencyMs, test.signedIn);
		case "invalid":
		case "insecure":
			return text.serverAddress[test.kind];
		case "unreachable":
			return text.serverAddress.unreachable[test.reason];
		case "not_webhand":
			return text.serverAddress.notWebhand(test.status);
		case "blocked":
			return text.serverAddress.blocked(test.extensionId);
	}
}

/** Why the sign-in failed; a fault of the server stands in `problem.server` instead. */
export function signInSentence(problem: Pick<CommandProblem, "code" | "message" | "fields">, waitSeconds: number): string {
	switch (problem.code) {
		case "INVALID_CREDENTIALS":
			return text.account.wrongPair;
		case "ACCOUNT_DISABLED":
			return text.account.disabled;
		case "RATE_LIMIT":
			return text.account.tooMany(waitSeconds);
		case "PROVIDER_SIGN_IN_REQUIRED":
			return text.signIn.providerRequired;
		case "NO_PROVIDER":
			return text.signIn.noProvider;
		case "PROVIDER_UNREACHABLE":
			return text.signIn.providerUnreachable;
		case "TICKET_INVALID":
			return text.signIn.ticketInvalid;
		default:
			return [problem.message, ...problem.fields.map((field) => `${field.field}: ${field.message}`)].join(" ");
	}
}

/** Why a sign-in through a provider did not come about. */
function providerSentence({ reason, code, message }: ProviderFailed): string {
	if (code === undefined || code === "TICKET_INVALID") return text.signIn.provider.failed[code === undefined ? reason : "failed"];
	return signInSentence({ code, message: message ?? text.signIn.provider.failed.failed, fields: [] }, 0);
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
