import { AppError } from "@webhand/service-kit/errors";
import type { FastifyReply } from "fastify";

/** The key belongs to another request. */
export const keyConflict = () => new AppError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used for another request");

/** Sends stored bytes as they are, and says so when they were sent before. */
export async function sendStored(
	reply: FastifyReply,
	{ bytes, isReplay }: { readonly bytes: string; readonly isReplay: boolean },
): Promise<void> {
	if (isReplay) reply.header("idempotency-replayed", "true");
	await reply.type("application/json; charset=utf-8").send(bytes);
}
