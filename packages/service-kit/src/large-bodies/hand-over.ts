import type { FastifyReply, FastifyRequest } from "fastify";
import { onwardHeaders } from "../tracing/onward.ts";

/** A request whose body is too large to be read between others. `body` is unpacked. */
export type LargeRequest = {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly ip: string;
	readonly body: Uint8Array;
};

/** The whole answer to a large request. */
export type LargeAnswer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[]>>;
	readonly body: Uint8Array;
};

/** Answers a request outside this event loop. @throws AppError SERVICE_UNAVAILABLE */
export type AnswerLarge = (request: LargeRequest, signal: AbortSignal) => Promise<LargeAnswer>;

/** A body that this event loop does not read. */
export class LargeBody {
	readonly bytes: Buffer;
	/** The thread that answers a request also counts and logs it; without an answer the service does. */
	isUnanswered = false;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}
}

/** A page of so many bytes takes 10 to 25 ms to read and to decide on. */
export const largeBytes = 50_000;

/** Headers of one connection: each side sets its own. */
const connectionHeaders = new Set([
	"connection",
	"keep-alive",
	"transfer-encoding",
	"content-length",
	"content-encoding",
	"date",
	"expect",
]);

/** `signal` ends when the client leaves or its sign-in ends. */
type HandedOver = {
	readonly request: FastifyRequest;
	readonly body: LargeBody;
	readonly reply: FastifyReply;
	readonly signal: AbortSignal;
};

/** Has a request answered outside this event loop, and sends that answer. @throws what `answer` throws */
export async function handOver(answer: AnswerLarge, { request, body, reply, signal }: HandedOver): Promise<FastifyReply> {
	const { method, url, ip } = request;
	const headers = Object.fromEntries(
		Object.entries(request.headers).flatMap(([name, value]) =>
			typeof value !== "string" || connectionHeaders.has(name) ? [] : [[name, value]],
		),
	);
	const large = { method, url, ip, body: body.bytes, headers: { ...headers, ...onwardHeaders() } };
	const answered = await answer(large, signal).catch((cause: unknown) => {
		body.isUnanswered = !signal.aborted;
		throw cause;
	});
	for (const [name, value] of Object.entries(answered.headers)) if (!connectionHeaders.has(name)) reply.header(name, value);
	return reply.code(answered.status).send(Buffer.from(answered.body));
}
