import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/** How often a closing server lets go of connections; a client that has just connected says something within this time. */
const lookEveryMs = 500;

/**
 * A kept-alive connection would delay the shutdown, and so would one that was opened and says nothing: Node counts it as busy. Requests
 * that arrive while the server closes get 503 and a time to retry.
 */
export function letGoWhenStopping(app: FastifyInstance, stopping: AbortSignal): void {
	const open = new Set<Socket>();
	app.server.on("connection", (socket: Socket) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
	});
	let isClosing = false;
	app.addHook("preClose", async () => {
		isClosing = true;
		if (!app.server.listening) return;
		const look = setInterval(() => {
			// The answer of a stream that began before did not ask to close its connection.
			app.server.closeIdleConnections();
			for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
		}, lookEveryMs);
		app.server.once("close", () => clearInterval(look));
	});
	app.addHook("onRequest", async (_request, reply) => {
		if (!isClosing) return;
		reply.header("connection", "close");
		throw new AppError("SERVICE_UNAVAILABLE", "The service is closing", { retryAfterSeconds: 1 });
	});
	app.addHook("onSend", async (_request, reply) => {
		if (stopping.aborted) reply.header("connection", "close");
	});
}
