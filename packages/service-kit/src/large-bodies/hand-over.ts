import type { FastifyReply, FastifyRequest } from "fastify";

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
	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}
}

/** A page of so many bytes takes 10 to 25 ms to read and to decide on. */
export const largeBytes = 50_000;

/** True where the reply belongs to whoever read the body: that side counts and notes it. */
export const isHandedOver = ({ body }: FastifyRequest): boolean => body instanceof LargeBody;

/** Of one connection, or told anew by whoever sends. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "date", "expect"]);

/** Has a request answered outside this event loop, and sends that answer. @throws what `answer` throws */
export async function handOver(
	answer: AnswerLarge,
	{ request, reply, signal }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly signal: AbortSignal },
): Promise<FastifyReply> {
	const { method, url, ip, body } = request;
	const headers = Object.fromEntries(
		Object.entries(request.headers).flatMap(([name, value]) =>
			typeof value !== "string" || ofConnection.has(name) ? [] : [[name, value]],
		),
	);
	const bytes = body instanceof LargeBody ? body.bytes : Buffer.alloc(0);
	const answered = await answer({ method, url, ip, body: bytes, headers: { ...headers, "x-request-id": request.id } }, signal);
	for (const [name, value] of Object.entries(answered.headers)) if (!ofConnection.has(name)) reply.header(name, value);
	return reply.code(answered.status).send(Buffer.from(answered.body));
}
