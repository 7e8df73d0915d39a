import { AppError } from "@webhand/service-kit/errors";
import type { FastifyReply, FastifyRequest } from "fastify";

const printable = /^[\x20-\x7e]{1,200}$/;

/**
 * The `Idempotency-Key` of a request, undefined when it has none.
 *
 * @throws AppError VALIDATION_ERROR unless it is 1 to 200 printable ASCII characters
 * @source reliability.md §2 "Idempotency record"
 */
export function readIdempotencyKey(request: Pick<FastifyRequest, "headers">): string | undefined {
	const header = request.headers["idempotency-key"];
	if (header === undefined) return undefined;
	if (typeof header === "string" && printable.test(header)) return header;
	const fields = [{ field: "Idempotency-Key", message: "must be 1 to 200 printable ASCII characters" }];
	throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields } });
}

/** Sends stored bytes as they are, and says so when they were sent before. */
export async function sendStored(
	reply: FastifyReply,
	{ bytes, isReplay }: { readonly bytes: string; readonly isReplay: boolean },
): Promise<void> {
	if (isReplay) reply.header("idempotency-replayed", "true");
	await reply.type("application/json; charset=utf-8").send(bytes);
}
