/**
 * Why an order was not done.
 *
 * `not_signed_in`: no key, or one that is not valid. `forbidden`: the key may not do this. `refused`: the server refused the request, see
 * `serverCode`. `server_away`: no answer. `cancelled`: by the caller. `asked`: a person is needed. `browser`: the page cannot be driven.
 */
export type WebhandErrorCode = "not_signed_in" | "forbidden" | "refused" | "server_away" | "cancelled" | "asked" | "browser";

/** The one error of this package. `serverCode`, `requestId` and `details` come from the server, where it answered. */
export class WebhandError extends Error {
	override readonly name: string = "WebhandError";
	readonly code: WebhandErrorCode;
	readonly serverCode: string | undefined;
	readonly requestId: string | undefined;
	readonly details: Readonly<Record<string, unknown>> | undefined;

	constructor(message: string, facts: WebhandErrorFacts) {
		super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
		this.code = facts.code;
		this.serverCode = facts.serverCode;
		this.requestId = facts.requestId;
		this.details = facts.details;
	}
}

/** The facts of a {@link WebhandError}. */
export type WebhandErrorFacts = {
	readonly code: WebhandErrorCode;
	readonly cause?: unknown;
	readonly serverCode?: string | undefined;
	readonly requestId?: string | undefined;
	readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** An error with the words of another one that came of it. What it was stays. @throws never */
export function withMore(error: unknown, more: string): WebhandError {
	const message = `${error instanceof Error ? error.message : String(error)}\n${more}`;
	if (!(error instanceof WebhandError)) return new WebhandError(message, { code: "refused", cause: error });
	const { code, serverCode, requestId, details } = error;
	return new WebhandError(message, { code, serverCode, requestId, details, cause: error });
}
