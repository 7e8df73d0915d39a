import type { ErrorCode } from "@webhand/contracts/errors";

/** Facts of a refusal that a client may see, the cause that only the log sees, and when to come back, in whole seconds. @source style.md rule 20, 21 */
export type AppErrorOptions = {
	readonly details?: Readonly<Record<string, unknown>>;
	readonly cause?: unknown;
	readonly retryAfterSeconds?: number;
};

/**
 * The one error that a service throws on purpose. `code` fixes the status; `message` and `details` reach the client, `cause` only the log.
 *
 * @source style.md rule 20
 */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	readonly details: Readonly<Record<string, unknown>> | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.details = options.details;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}
}

/**
 * A setting that is wrong, found after the environment was parsed (a MongoDB without a replica set, a key that does not fit).
 * The process stops with exit code 78 and this message alone, without a stack.
 *
 * @source reliability.md §5
 */
export class SettingError extends Error {
	override readonly name = "SettingError";
}
