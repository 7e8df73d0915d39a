import type { Duplex } from "node:stream";
import proxyAddr from "@fastify/proxy-addr";
import { dropUnproven } from "@webhand/service-kit/http/forwarded";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import type { SocketDeps } from "./engine.ts";
import type { Peer } from "./sockets/rooms.ts";
import { judgeHandshake } from "./wire/handshake.ts";
import type { Code } from "./wire/protocol.ts";
import { errorFrame, establishedFrame, reactTo } from "./wire/protocol.ts";
import { newSocketId } from "./wire/signature.ts";

const largestFrameBytes = 16_384;
const closeTimeoutMs = 5_000;
/** How long clients have to answer that they were sent elsewhere. */
const goodbyeMs = 500;

/** Serves the Pusher Channels protocol at `/app/:key` of a service, until it stops: then everybody is sent elsewhere. */
export function addSockets(app: FastifyInstance, deps: SocketDeps): void {
	const { hub, stopping } = deps;
	// The types do not know closeTimeout yet.
	const options = {
		noServer: true,
		clientTracking: false,
		perMessageDeflate: false,
		maxPayload: largestFrameBytes,
		closeTimeout: closeTimeoutMs,
	};
	const server = new WebSocketServer(options);
	const isTrusted = proxyAddr.compile([...deps.trusted]);
	app.server.on("upgrade", (request, socket, head) => {
		socket.on("error", () => socket.destroy());
		dropUnproven(request.headers, deps.proxySecret);
		const { origin, host, "x-forwarded-host": asked } = request.headers;
		const judgement = judgeHandshake({ url: request.url ?? "", origin, host: typeof asked === "string" ? asked : host }, deps);
		if (judgement.kind === "unknown" || request.method !== "GET") return refuseUpgrade(socket);
		const ip = proxyAddr(request, isTrusted);
		server.handleUpgrade(request, socket, head, (ws) => {
			const refusal = judgement.kind === "refused" ? judgement : hub.refusalOf(ip);
			if (refusal === null) serve(ws, ip, deps);
			else refuseSocket(ws, refusal);
		});
	});
	let draining: Promise<void> | undefined;
	const drain = () => {
		draining ??= hub.drain();
		return draining;
	};
	stopping.addEventListener("abort", () => void drain(), { once: true });
	app.addHook("preClose", async () => {
		await drain();
		for (const end = deps.elapsed() + goodbyeMs; hub.size() > 0 && deps.elapsed() < end; )
			await new Promise((resolve) => setTimeout(resolve, 10));
		hub.terminate();
	});
}

function serve(ws: WebSocket, ip: string, deps: SocketDeps): void {
	const { hub, verify, mostChannels, elapsed } = deps;
	const at = elapsed();
	const peer: Peer = {
		ws,
		ip,
		socketId: newSocketId(),
		channels: new Set<string>(),
		sid: null,
		tenantId: null,
		isSignedIn: false,
		openedAt: at,
		seenAt: at,
		pingedAt: 0,
		frames: 0,
		framesSince: at,
		closedWith: 0,
	};
	hub.add(peer);
	ws.on("error", () => undefined);
	ws.on("close", (code) => hub.remove(peer, code));
	ws.on("message", (data) => {
		if (peer.closedWith !== 0 || !hub.count(peer)) return;
		// Binary frames are read as text: the protocol has none, so they are no valid frames either.
		hub.react(peer, reactTo(peer, String(data), { verify, mostChannels }));
	});
	ws.send(establishedFrame(peer.socketId));
}

function refuseSocket(ws: WebSocket, { code, message }: { readonly code: Code; readonly message: string }): void {
	ws.on("error", () => undefined);
	ws.send(errorFrame(code, message));
	ws.close(code, message);
}

function refuseUpgrade(socket: Duplex): void {
	const body = '{"success":false,"error":{"code":"NOT_FOUND","message":"There is nothing at this path"},"requestId":"none"}';
	const head = ["HTTP/1.1 404 Not Found", "Content-Type: application/json; charset=utf-8", `Content-Length: ${body.length}`];
	socket.end(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
}
