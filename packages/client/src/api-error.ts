/**
 * Why a call has no reply.
 *
 * `code` comes from the server (`statusByCode` of contracts) or from the client: `NETWORK` (no answer: refused, cut off, blocked,
 * redirected; status 0) or `BAD_REPLY` (an answer outside the contract). `retryAfterMs` comes from `Retry-After`, `details` and `requestId`
 * from the error body.
 */
export class ApiError extends Error {
	override readonly name = "ApiError";
	/** HTTP status; 0 without an answer. */
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

/** The facts of an {@link ApiError}. */
export type ApiErrorFacts = {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly details?: Readonly<Record<string, unknown>> | undefined;
	readonly requestId?: string | undefined;
	readonly retryAfterMs?: number | undefined;
};
