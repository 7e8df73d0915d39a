/**
 * Why a call has no reply.
 *
 * `code` is the server's (`statusByCode` of contracts) or one of the client's own: `NETWORK` (no answer: refused, cut off, blocked, redirected;
 * status 0), `BAD_REPLY` (an answer that is not Webhand's, or not of the contract). `retryAfterMs` from `Retry-After`, absent when there was
 * none. `details` and `requestId` as in the error body.
 */
export class ApiError extends Error {
	override readonly name = "ApiError";
	/** HTTP status, 0 when there was no answer. */
	readonly status: number;
	readonly code: string;
	readonly details: Readonly<Record<string, unknown>> | undefined;
	readonly requestId: string | undefined;
	readonly retryAfterMs: number | undefined;

	constructor(facts: ApiErrorFacts, options?: ErrorOptions) {
		super(facts.message, options);
		this.status = facts.status;
		this.code = facts.code;
		this.details = facts.details;
		this.requestId = facts.requestId;
		this.retryAfterMs = facts.retryAfterMs;
	}
}

/** What an {@link ApiError} is made of. */
export type ApiErrorFacts = {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly details?: Readonly<Record<string, unknown>> | undefined;
	readonly requestId?: string | undefined;
	readonly retryAfterMs?: number | undefined;
};
