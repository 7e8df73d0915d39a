import { once } from "node:events";
import type { IncomingMessage, RequestOptions, ServerResponse } from "node:http";
import { createServer, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";

/** A request to a model and its reply, as they went over the wire. `status` 0: the client left, or the model was not reached. */
export type Exchange = {
	readonly at: string;
	readonly ms: number;
	readonly path: string;
	readonly request: string;
	readonly status: number;
	readonly reply: string;
};

/** Where requests go: a Unix socket, or the base of a URL. */
export type Upstream = { readonly socketPath: string } | { readonly url: URL };

/** A proxy on 127.0.0.1. `isAsked`: a request is under way. */
export type Proxy = { readonly url: string; readonly isAsked: () => boolean; readonly close: () => Promise<void> };

/**
 * Hands requests on and notes them. A client that leaves ends its request upstream.
 *
 * @param port 0 for a free one
 */
export async function startProxy(upstream: Upstream, port: number, note: (exchange: Exchange) => void): Promise<Proxy> {
	let open = 0;
	const server = createServer((request, response) => {
		open += 1;
		response.once("close", () => {
			open -= 1;
		});
		handOn(upstream, { request, response }, note).catch(() => response.destroy());
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the proxy has no port");
	const base = "url" in upstream ? upstream.url.pathname.replace(/\/$/, "") : "/v1";
	return {
		url: `http://127.0.0.1:${address.port}${base}`,
		isAsked: () => open > 0,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

type Pair = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function handOn(upstream: Upstream, { request, response }: Pair, note: (exchange: Exchange) => void): Promise<void> {
	const started = Date.now();
	const body = await buffer(request);
	const path = request.url ?? "/";
	const { host: _host, connection: _connection, "transfer-encoding": _encoding, "accept-encoding": _accepted, ...kept } = request.headers;
	const headers = { ...kept, "content-length": body.length };
	const options: RequestOptions = { method: request.method ?? "GET", path, headers };
	const onward =
		"socketPath" in upstream
			? requestHttp({ ...options, socketPath: upstream.socketPath })
			: (upstream.url.protocol === "https:" ? requestHttps : requestHttp)(new URL(path, upstream.url.origin), options);
	const parts: Buffer[] = [];
	let status = 0;
	response.once("close", () => {
		if (!response.writableFinished) onward.destroy();
		const reply = Buffer.concat(parts).toString("utf8");
		const isWhole = response.writableFinished;
		const ms = Date.now() - started;
		note({ at: new Date(started).toISOString(), ms, path, request: body.toString("utf8"), status: isWhole ? status : 0, reply });
	});
	onward.on("error", () => response.destroy());
	onward.on("response", (reply) => {
		status = reply.statusCode ?? 0;
		response.writeHead(status, reply.headers);
		reply.on("data", (part: Buffer) => parts.push(part));
		reply.on("error", () => response.destroy());
		reply.pipe(response);
	});
	onward.end(body);
}
