import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody, ErrorCode, FieldProblem } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";

/** What the gateway says in place of a service. */
export type Refusal = {
	readonly code: ErrorCode;
	readonly message: string;
	readonly details?: { readonly fields: readonly FieldProblem[] };
};
/** Fastify's reply, of which the proxy plugin has a type of its own. */
type Reply = {
	readonly header: (name: string, value: string) => unknown;
	code(status: number): { send(body: ErrorBody): unknown };
};

export const nothingHere: Refusal = { code: "NOT_FOUND", message: "There is nothing here" };
const unavailable: Refusal = { code: "SERVICE_UNAVAILABLE", message: "The service does not answer, try again" };
export const wrongPath = malformed("The path is not valid", { field: "", message: "must be a path with valid percent-encoding" });
const unreadable = { field: "", message: "could not be read" };

/**
 * Finds what is wrong with the headers of a request that Node took for good. It hides a second header of a name from `headers`, so which
 * of the two counts would be decided by whoever reads first.
 *
 * @throws never
 */
export function flawOf({ headers, rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
	const isTwice = (wanted: string) => rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length > 1;
	if ((headers.host === undefined && httpVersion === "1.1") || isTwice("host")) return wrongHeader("Host", "must be sent once");
	if (headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect)) return wrongHeader("Expect", "must be 100-continue");
	if (isTwice("authorization")) return { code: "UNAUTHORIZED", message: "A valid access token is required" };
	return isTwice("idempotency-key") ? wrongHeader("Idempotency-Key", "must be sent once") : undefined;
}

/**
 * Names what was thrown on the way to a service: a service that is down or silent is worth another try, a request that cannot be passed
 * on is the caller's, all else is ours.
 *
 * @param error of Fastify, or of the plugin with that of undici or Node as `cause`
 * @throws never
 */
export function refusalOf(error: Error & { readonly statusCode?: number }): Refusal {
	const { code } = (error.cause ?? error) as { readonly code?: unknown };
	if (typeof code === "string" && isServiceAway.test(code)) return unavailable;
	if (typeof code === "string" && isRequestRefused.test(code)) return malformed("The request cannot be passed on", unreadable);
	if (error.statusCode === 400) return malformed("The request is not valid", unreadable);
	if (error.statusCode === 415) return { code: "UNSUPPORTED_MEDIA_TYPE", message: "The content type is not valid" };
	return { code: "INTERNAL_ERROR", message: "Something went wrong on our side" };
}

const isServiceAway =
	/^(?:ECONN[A-Z]+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?:SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|CLOSED|DESTROYED))$/;
const isRequestRefused = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

/** Sends the one error body; after a malformed request the connection closes, since nobody knows where the next one begins. */
export function refuse(request: { readonly id: string }, reply: Reply, refusal: Refusal): void {
	const status = statusByCode[refusal.code];
	if (status === 503) reply.header("retry-after", "1");
	if (status === 401) reply.header("www-authenticate", 'Bearer error="invalid_token"');
	if (status === 400) reply.header("connection", "close");
	reply.header("x-request-id", request.id);
	reply.code(status).send(bodyOf(refusal, request.id));
}

/**
 * Answers bytes that Node could not read as HTTP; there is no request, so none of Fastify's hooks has run.
 *
 * @param begun the last reply on this connection: text inside of it would be taken for a part of it
 */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket, begun: ServerResponse | undefined): void {
	const isInsideReply = begun?.headersSent === true && !begun.writableFinished;
	if (error.code === "ECONNRESET" || !socket.writable || isInsideReply) {
		socket.destroy();
		return;
	}
	const [status, refusal] = unreadableBy[error.code ?? ""] ?? [400, malformed("The request is not valid HTTP", unreadable)];
	const text = JSON.stringify(bodyOf(refusal, randomUUID()));
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		"Content-Type: application/json; charset=utf-8",
		`Content-Length: ${Buffer.byteLength(text)}`,
		"Connection: close",
	];
	socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}

const unreadableBy: Readonly<Record<string, readonly [number, Refusal]>> = {
	HPE_HEADER_OVERFLOW: [431, { code: "PAYLOAD_TOO_LARGE", message: "The headers are larger than 16 KB" }],
	ERR_HTTP_REQUEST_TIMEOUT: [408, malformed("The request did not arrive in time", unreadable)],
};

function bodyOf(error: Refusal, requestId: string): ErrorBody {
	return { success: false, error: { ...error, details: error.details && { ...error.details } }, requestId };
}

function wrongHeader(field: string, message: string): Refusal {
	return malformed(`The header ${field} ${message}`, { field, message });
}

function malformed(message: string, problem: FieldProblem): Refusal {
	return { code: "VALIDATION_ERROR", message, details: { fields: [problem] } };
}
