import type { IncomingMessage } from "node:http";
import { request as call, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Where a handshake goes, with what the gateway adds to it; `onError` hears of a service that is down or silent. */
export type Handshake = {
	readonly upstream: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly noReplyAfterMs: number;
	readonly onError: (error: Error) => void;
};

const passedOn = ["origin", "user-agent", "cookie", "authorization"];
const ofConnection = ["connection", "keep-alive", "transfer-encoding"];

/**
 * Lets upgrades take the way of every other request, so that ids, hooks and refusals are the same. The proxy plugin accepts first and
 * asks the service afterwards, which turns each refusal into a 101 and a close.
 *
 * @returns `isUpgrade` says whether Node gave the connection away for this request; `pass` hands the handshake to the service: the caller
 *   gets its 101 or its refusal, and after a 101 every byte as it is, in both directions
 * @throws never
 */
export function takeUpgrades(app: FastifyInstance) {
	const firstBytes = new WeakMap<IncomingMessage, Buffer>();
	const open = new Set<Socket>();
	app.server.on("upgrade", (request, _socket, head) => {
		const { socket } = request;
		firstBytes.set(request, head);
		open.add(socket);
		socket.once("close", () => open.delete(socket)).on("error", () => socket.destroy());
		const response = new ServerResponse(request);
		response.assignSocket(socket);
		response.shouldKeepAlive = false;
		response.once("finish", () => socket.destroySoon());
		app.routing(request, response);
	});
	app.addHook("preClose", (done) => {
		for (const socket of open) socket.destroy();
		done();
	});
	return {
		isUpgrade: (request: IncomingMessage) => firstBytes.has(request),
		pass: (reply: FastifyReply, handshake: Handshake) => {
			const { raw } = reply.request;
			const asked = call(new URL(raw.url ?? "/", handshake.upstream), {
				headers: { ...handshakeOf(raw), ...handshake.headers },
				timeout: handshake.noReplyAfterMs,
				agent: false,
			});
			reply.raw.once("close", () => asked.destroy());
			asked.once("timeout", () => asked.destroy(Object.assign(new Error("no answer to a handshake"), { code: "ETIMEDOUT" })));
			asked.on("error", (error) => {
				if (!reply.sent && !reply.raw.destroyed) handshake.onError(error);
			});
			asked.once("response", (refusal) => {
				const headers = Object.entries(refusal.headers).filter(([name]) => !ofConnection.includes(name));
				reply
					.code(refusal.statusCode ?? 502)
					.headers(Object.fromEntries(headers))
					.send(refusal);
			});
			asked.once("upgrade", (accepted, _service, head) => {
				reply.hijack();
				reply.raw.detachSocket(raw.socket);
				raw.socket.write(`${acceptanceOf(accepted)}\r\n\r\n`);
				raw.socket.write(head);
				accepted.socket.setTimeout(0);
				accepted.socket.write(firstBytes.get(raw) ?? "");
				join(raw.socket, accepted.socket);
			});
			asked.end();
		},
	};
}

function handshakeOf({ headers }: IncomingMessage) {
	const kept = Object.entries(headers).filter(([name]) => passedOn.includes(name) || name.startsWith("sec-websocket-"));
	return { ...Object.fromEntries(kept), connection: "Upgrade", upgrade: "websocket" };
}

function acceptanceOf({ rawHeaders }: IncomingMessage): string {
	const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ""}`] : []));
	return ["HTTP/1.1 101 Switching Protocols", ...lines].join("\r\n");
}

/** Each end that goes takes the other along, once what was said has been delivered. */
function join(client: Socket, service: Socket): void {
	for (const [from, to] of [
		[client, service],
		[service, client],
	] as const) {
		from.pipe(to);
		from.once("close", () => to.destroySoon()).on("error", () => from.destroy());
	}
}
