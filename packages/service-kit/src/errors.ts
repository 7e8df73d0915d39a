import type { ErrorCode } from "@webhand/contracts/errors";

/** Facts of a refusal that a client may see, the cause that only the log sees, and when to come back, in whole seconds. */
export type AppErrorOptions = {
	readonly details?: Readonly<Record<string, unknown>>;
	readonly cause?: unknown;
	readonly retryAfterSeconds?: number;
};

/**
 * An error whose message is entirely ours: it repeats no text of a user, a page or another service. Only such messages are logged.
 */
export class OwnError extends Error {
	override readonly name: string = "OwnError";
}

/** The end of a process that was started to migrate its database alone; `runService` ends it with code 0. */
export class Migrated extends OwnError {
	override readonly name = "Migrated";
}

/**
 * The one error that a service throws on purpose. `code` fixes the status; `message` and `details` reach the client, `cause` only the log.
 */
export class AppError extends OwnError {
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
 */
export class SettingError extends OwnError {
	override readonly name = "SettingError";
}
