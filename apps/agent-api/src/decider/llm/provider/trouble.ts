import type { ModelTrouble } from "@webhand/contracts/agent/model";
import { defined } from "../../../shared/defined.ts";

/** Codes of our own refusals. `REPLY_REFUSED`: the reply said that the model or a filter refuses. */
export type OwnRefusal = "ADDRESS_REFUSED" | "REPLY_TOO_LARGE" | "REPLY_REFUSED";

/** Why a call failed, and whether and after how many ms it may be retried. `own`: our own refusal. */
export type Trouble = {
	readonly reason: ModelTrouble;
	readonly canRetry: boolean;
	readonly retryAfterMs?: number;
	readonly own?: OwnRefusal;
};

const ownRefusals = ["ADDRESS_REFUSED", "REPLY_TOO_LARGE"] as const;

const retried: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * What providers say by a code or in words, whatever the status; the first that fits counts.
 *
 * Sources: "Error codes" (platform.openai.com), "Errors" (docs.anthropic.com), "Troubleshooting" of the Gemini API, "Errors and Debugging"
 * (openrouter.ai), and Ollama's message for a model that is not pulled.
 */
const said: readonly (readonly [ModelTrouble, RegExp])[] = [
	["model_refused", /content[_ ](?:filter|policy)|prompt was blocked|flagged (?:by|as|for)|requires? moderation/i],
	[
		"model_no_credit",
		/insufficient[_ ](?:quota|credits?|funds|balance)|credit balance|billing_(?:error|hard_limit)|credits? (?:are|is) (?:depleted|exhausted)/i,
	],
	[
		"model_unknown",
		/model_not_found|model ['"`]?[^'"`]*['"`]? (?:was )?not found|try pulling it first|(?:not a valid|unknown|invalid) model\b/i,
	],
	["model_key_refused", /invalid_api_key|api key not valid|api_key_invalid|authentication_error/i],
];

/**
 * Classifies what a provider's client threw: timeouts, 408, 429, 5xx and broken connections are retryable; 400, 401, 402, 403, 404 are
 * not, nor is what nobody but the operator or the person can mend.
 *
 * @throws never
 */
export function troubleOf(cause: unknown): Trouble {
	const status = httpStatusOf(cause);
	const retryAfterMs = retryAfterOf(cause);
	// A wrong address or certificate and an endless reply stay as they are.
	const own = status === undefined ? ownRefusals.find((refusal) => hasCode(cause, (code) => code === refusal)) : undefined;
	if (own !== undefined) return { reason: "model_rejected", canRetry: false, own };
	if (hasCode(cause, (code) => code === "REPLY_REFUSED")) return { reason: "model_refused", canRetry: false };
	if (status === undefined && hasCode(cause, isCertificateProblem)) return { reason: "model_unavailable", canRetry: false };
	const waits = defined({ retryAfterMs });
	const words = saidBy(cause);
	const inWords = isTooLong(cause) ? undefined : said.find(([, named]) => words.some((text) => named.test(text)))?.[0];
	if (inWords !== undefined && (status === undefined || status < 500)) return { reason: inWords, canRetry: false };
	if (status === 429) return { reason: "model_rate_limited", canRetry: true, ...waits };
	if (status === 408) return { reason: "model_timeout", canRetry: true, ...waits };
	if (status === 401 || status === 403) return { reason: "model_key_refused", canRetry: false };
	if (status === 402) return { reason: "model_no_credit", canRetry: false };
	if (status === 404) return { reason: "model_unknown", canRetry: false };
	if (status !== undefined && status >= 400 && status < 500) return { reason: "model_rejected", canRetry: retried.has(status), ...waits };
	if (status !== undefined) return { reason: "model_unavailable", canRetry: true, ...waits };
	return { reason: isTimeout(cause) ? "model_timeout" : "model_unavailable", canRetry: true };
}

const longestSaid = 1_000;

/** The names, codes and messages of a failure, and the body that Google's client keeps. @throws never */
export function saidBy(cause: unknown): readonly string[] {
	return chainOf(cause).flatMap((link) =>
		["name", "param", "code", "type", "message", "data"]
			.map((name) => fieldOf(link, name))
			.map((value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value))
			.filter((text) => typeof text === "string")
			// Some repeat the prompt behind their own words.
			.map((text) => text.slice(0, longestSaid)),
	);
}

/** The failure and its causes: clients wrap errors. At most 5. @throws never */
export function chainOf(cause: unknown): readonly unknown[] {
	const chain: unknown[] = [];
	for (let link = cause; link !== undefined && link !== null && chain.length < 5; link = fieldOf(link, "cause")) chain.push(link);
	return chain;
}

/** The HTTP status of a refusal, wherever the client puts it. */
export function httpStatusOf(cause: unknown): number | undefined {
	for (const link of chainOf(cause)) {
		const status = fieldOf(link, "status") ?? fieldOf(link, "statusCode") ?? fieldOf(link, "status_code");
		if (typeof status === "number") return status;
	}
	return undefined;
}

const lengthWords =
	/context[ _](?:length|window|size)|tokens? limit|too many tokens|(?:prompt|input|request) (?:is )?too (?:long|large)|reduce the length/i;

/** True where a provider refused a prompt for its length; each says so in other words. @throws never */
export function isTooLong(cause: unknown): boolean {
	const status = httpStatusOf(cause);
	if (status !== 400 && status !== 413 && status !== 422) return false;
	return chainOf(cause).some((link) => [fieldOf(link, "code"), fieldOf(link, "message")].some((said) => lengthWords.test(String(said))));
}

function hasCode(cause: unknown, test: (code: string) => boolean): boolean {
	return chainOf(cause).some((link) => {
		const code = fieldOf(link, "code");
		return typeof code === "string" && test(code);
	});
}

/** The code of a connection that failed, such as ECONNREFUSED; undefined where the host answered. @throws never */
export function networkCodeOf(cause: unknown): string | undefined {
	if (httpStatusOf(cause) !== undefined) return undefined;
	return chainOf(cause)
		.map((link) => String(fieldOf(link, "code") ?? ""))
		.find((code) => /^E(?:CONN|HOST|NET|AI_|NOTFOUND|PIPE)/.test(code));
}

function isCertificateProblem(code: string): boolean {
	return /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT_)/.test(code);
}

function isTimeout(cause: unknown): boolean {
	return chainOf(cause).some((link) => {
		const name = fieldOf(link, "name");
		return (
			name === "TimeoutError" ||
			name === "AbortError" ||
			name === "APIConnectionTimeoutError" ||
			name === "APIUserAbortError" ||
			fieldOf(link, "code") === "ETIMEDOUT"
		);
	});
}

/**
 * `Retry-After` in seconds or as a date (RFC 9110 §10.2.3), or Google's `RetryInfo` in the body (google.rpc, error_details.proto), as ms from
 * now; undefined when absent or unreadable.
 */
function retryAfterOf(cause: unknown): number | undefined {
	for (const link of chainOf(cause)) {
		const info = /"retryDelay":"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(JSON.stringify(fieldOf(link, "data") ?? null));
		if (info !== null) return Number(info[1]) * 1_000;
		const value = headerOf(fieldOf(link, "headers"), "retry-after");
		if (typeof value !== "string") continue;
		const seconds = Number(value);
		if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
		const date = Date.parse(value);
		if (Number.isFinite(date)) return Math.max(0, date - Date.now());
	}
	return undefined;
}

/** A header of a plain record or of any `Headers`: clients have their own classes of that name. */
function headerOf(headers: unknown, name: string): unknown {
	const get = fieldOf(headers, "get");
	return typeof get === "function" ? get.call(headers, name) : fieldOf(headers, name);
}

/** A field of what may be no object. @throws never */
export function fieldOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
