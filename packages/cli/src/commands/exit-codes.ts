import { WebhandError } from "../errors.ts";

/** How `webhand` ends. */
export const exitCodes = { done: 0, failed: 1, usage: 2, asked: 3, notSignedIn: 4, serverAway: 5, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A wrong use of the command line; its words name the argument and the fix. */
export class UsageError extends Error {
	override readonly name: string = "UsageError";
}

/** The code of what ended a command. @throws never */
export function exitCodeOf(cause: unknown): ExitCode {
	if (cause instanceof UsageError) return exitCodes.usage;
	if (!(cause instanceof WebhandError)) return exitCodes.failed;
	switch (cause.code) {
		case "not_signed_in":
		case "forbidden":
			return exitCodes.notSignedIn;
		case "server_away":
			return exitCodes.serverAway;
		case "cancelled":
			return exitCodes.interrupted;
		case "asked":
			return exitCodes.asked;
		case "refused":
			return cause.serverCode === "VALIDATION_ERROR" ? exitCodes.usage : exitCodes.failed;
		case "browser":
			return exitCodes.failed;
	}
}

/** The code of a result. @throws never */
export function exitCodeOfStatus(status: "done" | "failed" | "asked"): ExitCode {
	return exitCodes[status];
}
