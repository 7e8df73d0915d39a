import type { FastifyReply } from "fastify";

/** Sends stored bytes as they are, and says so when they were sent before. */
export async function sendStored(
	reply: FastifyReply,
	{ bytes, isReplay }: { readonly bytes: string; readonly isReplay: boolean },
): Promise<void> {
	if (isReplay) reply.header("idempotency-replayed", "true");
	await reply.type("application/json; charset=utf-8").send(bytes);
}
