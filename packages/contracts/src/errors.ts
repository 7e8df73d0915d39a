import { z } from "zod";

/** HTTP status by error code. There are no other codes. */
export const statusByCode = {
	VALIDATION_ERROR: 400,
	MAX_STEPS_EXCEEDED: 400,
	PATH_INVALID: 400,
	LINK_LOOP: 400,
	NOT_A_FILE: 400,
	NOT_A_DIRECTORY: 400,
	SEARCH_PATTERN_INVALID: 400,
	PATCH_INVALID: 400,
	GIT_REF_INVALID: 400,
	WORKSPACE_ROOT_INVALID: 400,
	TOOL_ARGUMENTS_INVALID: 400,
	UNAUTHORIZED: 401,
	INVALID_CREDENTIALS: 401,
	FORBIDDEN: 403,
	ACCOUNT_DISABLED: 403,
	SECOND_FACTOR_REQUIRED: 403,
	PROVIDER_SIGN_IN_REQUIRED: 403,
	PASSWORD_SIGN_IN_REQUIRED: 403,
	PATH_NOT_ALLOWED: 403,
	WORKSPACE_READ_ONLY: 403,
	GRANT_INVALID: 403,
	COMMAND_NOT_ALLOWED: 403,
	NOT_FOUND: 404,
	TASK_NOT_FOUND: 404,
	SESSION_NOT_FOUND: 404,
	RUN_NOT_FOUND: 404,
	TENANT_NOT_FOUND: 404,
	WORKSPACE_NOT_FOUND: 404,
	FILE_NOT_FOUND: 404,
	EXECUTION_NOT_FOUND: 404,
	APPROVAL_NOT_FOUND: 404,
	TOOL_NOT_FOUND: 404,
	NO_PROVIDER: 404,
	METHOD_NOT_ALLOWED: 405,
	TASK_COMPLETED: 409,
	TASK_BUSY: 409,
	TASK_ACTIVE: 409,
	TASK_NOT_COMPLETED: 409,
	STALE_STEP: 409,
	IDEMPOTENCY_CONFLICT: 409,
	RUN_ENDED: 409,
	QUESTION_CHANGED: 409,
	NO_QUESTION: 409,
	LAST_ADMIN: 409,
	LAST_OPERATOR: 409,
	ALREADY_MEMBER: 409,
	ALREADY_ENROLLED: 409,
	TENANT_NOT_SHAREABLE: 409,
	INVITE_CLOSED: 409,
	DOMAIN_TAKEN: 409,
	KEY_CHANGED: 409,
	LIMIT_REACHED: 409,
	WORKSPACE_NOT_SELECTED: 409,
	WORKSPACE_MOVED: 409,
	HASH_MISMATCH: 409,
	ALREADY_EXISTS: 409,
	DIRECTORY_NOT_EMPTY: 409,
	PATCH_CONFLICT: 409,
	NOT_A_REPOSITORY: 409,
	GIT_BUSY: 409,
	GIT_DIR_UNTRUSTED: 409,
	FILTER_DRIVER_REFUSED: 409,
	NOTHING_TO_COMMIT: 409,
	SESSION_ACTIVE: 409,
	MCP_TOOL_CHANGED: 409,
	APPROVAL_DECIDED: 409,
	MANAGED_BY_FILE: 409,
	INVITE_INVALID: 410,
	TICKET_INVALID: 410,
	APPROVAL_EXPIRED: 410,
	PAYLOAD_TOO_LARGE: 413,
	FILE_TOO_LARGE: 413,
	UNSUPPORTED_MEDIA_TYPE: 415,
	RATE_LIMIT: 429,
	INTERNAL_ERROR: 500,
	PROVIDER_UNREACHABLE: 502,
	SERVICE_UNAVAILABLE: 503,
	AUTH_UNAVAILABLE: 503,
	SANDBOX_UNAVAILABLE: 503,
	AGENT_TOOLS_DISABLED: 503,
	TOOL_RUNNER_UNAVAILABLE: 503,
	PROGRAM_MISSING: 503,
	AUDIT_UNAVAILABLE: 503,
	QUEUE_FULL: 503,
	STORAGE_FULL: 507,
} as const satisfies Record<string, number>;

/** Stable, machine-readable name of a refusal. */
export type ErrorCode = keyof typeof statusByCode;

/** One wrong field: its path (`lastActionError.code`, empty for the whole body) and what is expected. */
export const FieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/**
 * The error body. `details` is `{ fields: FieldProblem[] }` with `VALIDATION_ERROR`, otherwise facts of the code (`{ status }`, `{
 * stepIndex }`, `{ reason, retryable }`, `{ scope, limit, windowSeconds }`, `SecondFactorDue`).
 * `code` is a plain string, because readers must accept codes of newer servers.
 */
export const ErrorBody = z.object({
	success: z.literal(false),
	error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
	requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
