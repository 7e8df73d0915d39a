import { pino } from "pino";
import type { ErrorReport } from "./error-reports.ts";
import { OwnError } from "./errors.ts";
import { secretNames } from "./mask.ts";
import { active } from "./tracing/span.ts";

/** What a part of a service may log with: facts first, then one sentence. */
export type Log = {
	readonly debug: (facts: object, message: string) => void;
	readonly info: (facts: object, message: string) => void;
	readonly warn: (facts: object, message: string) => void;
	readonly error: (facts: object, message: string) => void;
	readonly fatal: (facts: object, message: string) => void;
};

/** The logger of a process, as Fastify takes it. */
export type Logger = pino.Logger;

/** Where lines go; standard output by default. */
export type LogTarget = { readonly write: (line: string) => void };

const names = [...secretNames].join("|");
/** API keys, tokens of MCP clients and secrets of webhooks, which say what they are. In an address, letters of `%3D` may stand before. */
const keys = /wh(?:(?:k|mcp)_[\w-]{20,}|sec_[\w+/]{20,}=*)/g;
const named = new RegExp(`"(?:${names})\\\\?":|\\bbearer\\s|${keys.source}`, "i");
const pairs = new RegExp(`("(?:${names})":\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi");

/** `report` hears of every line about an error of level error or fatal. */
export type LogOptions = {
	readonly service: string;
	readonly level: string;
	readonly target?: LogTarget;
	readonly report?: ((report: ErrorReport) => void) | undefined;
};

/**
 * Opens the log of a process: JSON lines `{ level, time, service, requestId, traceId, …, msg }`, ISO times, level names. Secrets are
 * redacted in every field, as a second safeguard: no code should log them at all.
 */
export function createLogger(options: LogOptions): Logger {
	const settings: pino.LoggerOptions = {
		level: options.level,
		base: { service: options.service },
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		serializers: { err: describeError },
		mixin: (_facts, _level, logger) => servedBy(logger === root),
		hooks: {
			streamWrite: withoutSecrets,
			logMethod(facts, method, level) {
				const line = inOwnWords(facts);
				if (level >= errorLevel && options.report !== undefined) reportTo(options.report, this, { line, level });
				method.apply(this, line);
			},
		},
	};
	// Written at once: lines that wait in memory are lost, or change places, when the process ends.
	const root = pino(settings, options.target ?? pino.destination({ dest: 1, sync: true }));
	return root;
}

const errorLevel = 50;
const fatalLevel = 60;

/** Whose request a line is about. The logger of a request names its id by itself. */
function servedBy(isRoot: boolean): object {
	const { requestId, span } = active() ?? {};
	return {
		...(isRoot && requestId !== undefined ? { requestId } : {}),
		...(span === undefined ? {} : { traceId: span.traceId }),
	};
}

type Line = Parameters<pino.LogFn>;

function errorIn([first]: readonly unknown[]): unknown {
	return first instanceof Error ? first : (first as { readonly err?: unknown } | null | undefined)?.err;
}

/** Where a line has no sentence of its own, pino takes the message of its error for one; Fastify hands that message over by itself. */
function inOwnWords(facts: Line): Line {
	const [first, sentence] = facts as readonly unknown[];
	const error = errorIn(facts);
	if (!(error instanceof Error) || (sentence !== undefined && sentence !== error.message)) return facts;
	return [first === error ? { err: error } : first, "failed"] as unknown as Line;
}

/** Hands over what the log says of an error, with secrets redacted as there. */
function reportTo(
	report: (report: ErrorReport) => void,
	logger: pino.Logger,
	{ line, level }: { readonly line: Line; readonly level: number },
): void {
	const error = errorIn(line);
	if (error === undefined) return;
	const sentence = String((line as readonly unknown[])[1] ?? "failed");
	const own = JSON.parse(JSON.stringify(describeError(error), (_key, value: unknown) => spoken(value))) as ErrorFacts;
	const { requestId = active()?.requestId } = logger.bindings() as { readonly requestId?: string };
	report({ level: level >= fatalLevel ? "fatal" : "error", error: own, sentence: String(spoken(sentence)), requestId });
}

/** Searched in the written line: pino's own redaction copies every object, at ten times the cost of a line. */
function withoutSecrets(line: string): string {
	if (!named.test(line)) return line;
	return `${JSON.stringify(JSON.parse(line), (key, value: unknown) => (secretNames.has(key.toLowerCase()) ? "[redacted]" : spoken(value)))}\n`;
}

/** Text of another service may be JSON, or a header, inside a sentence. */
function spoken(value: unknown): unknown {
	if (typeof value !== "string") return value;
	return value
		.replace(pairs, '$1"[redacted]"')
		.replace(/\b(bearer)\s+[\w.~+/-]{8,}=*/gi, "$1 [redacted]")
		.replace(keys, "[redacted]");
}

type ErrorFacts = {
	readonly type: string;
	readonly message?: string;
	readonly code?: string | number;
	readonly status?: number;
	readonly reason?: string;
	readonly stack?: string;
	readonly cause?: ErrorFacts;
};

type Thrown = {
	readonly code?: unknown;
	readonly status?: unknown;
	readonly headers?: unknown;
	readonly details?: { readonly reason?: unknown };
};

/**
 * An error as it may stand in a log: type, status, code, where it was thrown, and its causes (five deep). A foreign message may
 * repeat a prompt, a page or a key, so only our own messages are logged.
 */
function describeError(error: unknown, depth = 0): ErrorFacts {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code, status, details } = error as Thrown;
	const isOurs = error instanceof OwnError;
	const stack = framesOf(error);
	return {
		type: /^[A-Za-z][\w$.]{0,63}$/.test(error.name) ? error.name : "Error",
		...(isOurs ? { message: error.message } : {}),
		...(isCode(code) && (isOurs || !isAnswer(error)) ? { code } : {}),
		...(typeof status === "number" ? { status } : {}),
		...(isOurs && typeof details?.reason === "string" ? { reason: details.reason } : {}),
		...(stack === "" ? {} : { stack }),
		...(error.cause === undefined || depth >= 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
	};
}

/** Codes of Node, of libraries and ours are in capitals; MongoDB's are numbers. */
const isCode = (code: unknown): code is string | number =>
	typeof code === "number" || (typeof code === "string" && /^[A-Z][A-Z\d_]{0,63}$/.test(code));

/** The code in another service's answer is that service's own text. */
const isAnswer = (error: Error): boolean => "status" in error || "headers" in error;

const frame = /^ {4}at .{0,600}(?::\d+:\d+|<anonymous>|index \d+)\)?$/;
const mostFrames = 20;

/** The places of a stack without the message above them, which some clients change after it was written there. */
function framesOf({ stack = "", message }: Error): string {
	const said = message === "" ? -1 : stack.indexOf(message);
	const lines = stack.slice(said === -1 ? 0 : said + message.length).split("\n");
	const last = lines.findLastIndex((line) => !frame.test(line));
	return lines.slice(last + 1, last + 1 + mostFrames).join("\n");
}
