import type { ErrorBody, ErrorCode, FieldProblem } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import type { Route } from "@webhand/contracts/routes";
import { mediaTypes } from "@webhand/contracts/routes";
import type { z } from "zod";
import { AppError } from "../errors.ts";
import { isMongoUnavailable } from "../mongo.ts";
import { isRedisUnavailable } from "../redis.ts";

/** What goes on the wire for an error. */
export type ErrorReply = {
	readonly status: number;
	readonly code: ErrorCode;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ErrorBody;
};

/** What a route takes as a body: at most `bodyLimit` bytes, in the formats of `consumes`. */
export type BodyRules = Pick<Route, "bodyLimit" | "consumes">;

/** Refuses a body in a format that the route does not take. */
export function unsupportedBody({ consumes = ["json"] }: BodyRules): AppError {
	return new AppError("UNSUPPORTED_MEDIA_TYPE", `The body must be ${consumes.map((format) => mediaTypes[format]).join(" or ")}`);
}

/**
 * Turns whatever was thrown into the one error body. Internal text never passes: what is not an `AppError` gets a sentence of its code.
 *
 * @param route what the route takes, named in the refusal of other bodies
 */
export function toErrorReply(error: unknown, requestId: string, route: BodyRules = {}): ErrorReply {
	const known = error instanceof AppError ? error : translate(error, route);
	const status = statusByCode[known.code];
	const waits = status === 429 || status === 503 || known.retryAfterSeconds !== undefined;
	return {
		status,
		code: known.code,
		headers: {
			...(waits ? { "retry-after": String(known.retryAfterSeconds ?? 1) } : {}),
			...(known.code === "UNAUTHORIZED" ? { "www-authenticate": 'Bearer error="invalid_token"' } : {}),
		},
		body: {
			success: false,
			error: { code: known.code, message: known.message, ...(known.details === undefined ? {} : { details: { ...known.details } }) },
			requestId,
		},
	};
}

/** What Fastify and zlib throw before a handler runs. */
const byVendorCode: Readonly<Record<string, (route: BodyRules) => AppError>> = {
	FST_ERR_CTP_INVALID_JSON_BODY: () => invalidBody("must be valid JSON"),
	FST_ERR_CTP_EMPTY_JSON_BODY: () => invalidBody("must be valid JSON"),
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalidBody("must be as long as Content-Length says"),
	Z_BUF_ERROR: () => invalidBody("must be valid gzip"),
	Z_DATA_ERROR: () => invalidBody("must be valid gzip"),
	FST_ERR_CTP_BODY_TOO_LARGE: ({ bodyLimit: maxBytes }) =>
		maxBytes === undefined
			? new AppError("PAYLOAD_TOO_LARGE", "The body is larger than this route takes")
			: new AppError("PAYLOAD_TOO_LARGE", `The body is larger than the ${maxBytes} bytes that this route takes`, { details: { maxBytes } }),
	FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedBody,
	FST_ERR_MAX_PARAM_LENGTH: () => invalid("The path is not valid", [{ field: "", message: "has a part that is longer than any id" }]),
	FST_ERR_BAD_URL: () => invalid("The path is not valid", [{ field: "", message: "must be a path with valid percent-encoding" }]),
};

function translate(error: unknown, route: BodyRules): AppError {
	if (isMongoUnavailable(error)) return new AppError("SERVICE_UNAVAILABLE", "The database does not answer", { cause: error });
	if (isRedisUnavailable(error)) return new AppError("SERVICE_UNAVAILABLE", "The cache does not answer", { cause: error });
	const { code, statusCode } = (typeof error === "object" && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown };
	const vendor = typeof code === "string" ? byVendorCode[code] : undefined;
	if (vendor !== undefined) return vendor(route);
	if (statusCode === 400) return invalidBody("could not be read");
	if (statusCode === 404) return new AppError("NOT_FOUND", "There is nothing at this path");
	return new AppError("INTERNAL_ERROR", "Something went wrong on our side", { cause: error });
}

/** A `VALIDATION_ERROR` about the body as a whole. @param message what it must be */
export function invalidBody(message: string): AppError {
	return invalid(`The body ${message}`, [{ field: "", message }]);
}

/** A `VALIDATION_ERROR` with every wrong field in `details.fields`. */
export function invalid(message: string, fields: readonly FieldProblem[]): AppError {
	return new AppError("VALIDATION_ERROR", message, { details: { fields } });
}

/** One problem per wrong field; an unknown key is a field of its own. */
export function fieldProblems(issues: readonly z.core.$ZodIssue[]): readonly FieldProblem[] {
	const ofWrongKind = new Set(issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join(".")));
	// A value of the wrong type needs no message about its length.
	const telling = issues.filter(({ code, path }) => code === "invalid_type" || !ofWrongKind.has(path.join(".")));
	return telling.flatMap((issue) => {
		const path = issue.path.map(String);
		return issue.code === "unrecognized_keys"
			? issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not a known field" }))
			: [{ field: path.join("."), message: issue.message }];
	});
}
