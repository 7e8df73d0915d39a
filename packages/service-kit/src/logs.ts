import { pino } from "pino";

/** What a part of a service may log with: facts first, then one sentence. @source reliability.md §7 */
export type Log = {
	readonly debug: (facts: object, message: string) => void;
	readonly info: (facts: object, message: string) => void;
	readonly warn: (facts: object, message: string) => void;
	readonly error: (facts: object, message: string) => void;
	readonly fatal: (facts: object, message: string) => void;
};

/** The logger of a process, as Fastify takes it. @source reliability.md §7 */
export type Logger = pino.Logger;

/** Where lines go; standard output unless told. @source reliability.md §7 */
export type LogTarget = { readonly write: (line: string) => void };

// In small letters: headers come in any.
const secretKeys = new Set([
	...["authorization", "cookie", "set-cookie", "apikey", "api_key", "clientsecret", "client_secret"],
	...["password", "currentpassword", "newpassword", "passwordhash", "accesstoken", "access_token", "token", "link"],
]);
const names = [...secretKeys].join("|");
const named = new RegExp(`"(?:${names})\\\\?":|\\bbearer\\s`, "i");
const pairs = new RegExp(`("(?:${names})":\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi");

/**
 * Opens the log of a process: JSON lines `{ level, time, service, …, msg }`, ISO times, level names. Secrets are redacted wherever
 * they stand, as the second net: nothing should log them in the first place.
 *
 * @source reliability.md §7
 */
export function createLogger(options: { readonly service: string; readonly level: string; readonly target?: LogTarget }): Logger {
	const settings: pino.LoggerOptions = {
		level: options.level,
		base: { service: options.service },
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		serializers: { err: describeError },
		hooks: { streamWrite: withoutSecrets },
	};
	// Written at once: lines that wait in memory are lost, or change places, when the process ends.
	return pino(settings, options.target ?? pino.destination({ dest: 1, sync: true }));
}

/** Looked for in the line as it is written: pino's own redaction copies every object it sees, at ten times the price of a line. */
function withoutSecrets(line: string): string {
	if (!named.test(line)) return line;
	return `${JSON.stringify(JSON.parse(line), (key, value: unknown) => (secretKeys.has(key.toLowerCase()) ? "[redacted]" : spoken(value)))}\n`;
}

/** What a foreign service said may be JSON, or a header, inside a sentence. */
function spoken(value: unknown): unknown {
	if (typeof value !== "string") return value;
	return value.replace(pairs, '$1"[redacted]"').replace(/\b(bearer)\s+[\w.~+/-]{8,}=*/gi, "$1 [redacted]");
}

type ErrorFacts = {
	readonly type: string;
	readonly message: string;
	readonly code?: string | number;
	readonly stack?: string;
	readonly cause?: ErrorFacts;
};

/**
 * An error as it may stand in a log: type, code, message, stack and causes (five deep), no other property. MongoDB repeats a document's
 * values after "dup key:", so the text is cut there.
 */
function describeError(error: unknown, depth = 0): ErrorFacts {
	if (!(error instanceof Error)) return { type: typeof error, message: "not an error object" };
	const { code } = error as { readonly code?: unknown };
	return {
		type: error.name,
		message: withoutValues(error.message),
		...(typeof code === "string" || typeof code === "number" ? { code } : {}),
		...(error.stack === undefined ? {} : { stack: withoutValues(error.stack) }),
		...(error.cause === undefined || depth >= 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
	};
}

function withoutValues(text: string): string {
	return text.replace(/dup key:[^\n]*/g, "dup key");
}
