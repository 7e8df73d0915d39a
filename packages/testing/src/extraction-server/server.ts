import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ExtractionQuery, extraction } from "@webhand/contracts/knowledge/extraction";
import type { LibraryChunk } from "./library.ts";
import { answer } from "./library.ts";

/**
 * What the server does in place of a good answer. `late`: the good answer after `ms`. `status`: an empty reply, a redirect with
 * `location`. `raw`: any body under status 200. `flood`: a valid reply of so many bytes, `isZipped` as gzip. `cut`: half a reply, then a
 * reset. `hang`: nothing at all.
 */
export type ExtractionFault =
	| { readonly kind: "none" | "hang" | "cut" }
	| { readonly kind: "late"; readonly ms: number }
	| { readonly kind: "status"; readonly status: number; readonly location?: string }
	| { readonly kind: "raw"; readonly body: string | Uint8Array; readonly contentType?: string }
	| { readonly kind: "flood"; readonly bytes: number; readonly isZipped?: boolean };

/** A question as it arrived. */
export type ExtractionRequest = { readonly query: ExtractionQuery; readonly headers: IncomingHttpHeaders };

/** A running example of the external extraction service; `url` is what `KNOWLEDGE_HTTP_URL` wants. */
export type ExtractionServer = {
	readonly url: string;
	readonly requests: readonly ExtractionRequest[];
	/** Everything it knows, from now on. */
	readonly know: (library: readonly LibraryChunk[]) => void;
	readonly setFault: (fault: ExtractionFault) => void;
	readonly close: () => Promise<void>;
};

/** Where to listen, by default 127.0.0.1 and a free port, who may ask, and what it knows. */
export type ExtractionServerOptions = {
	readonly key: string;
	readonly library: readonly LibraryChunk[];
	readonly port?: number;
	readonly host?: string;
};

/** Starts the service: `GET /api/knowledge/resolve` for the bearer of the key. It holds its chunks in memory and forgets nothing else. */
export async function startExtractionServer(options: ExtractionServerOptions): Promise<ExtractionServer> {
	const { key, port = 0, host = "127.0.0.1" } = options;
	const requests: ExtractionRequest[] = [];
	let library = options.library;
	let fault: ExtractionFault = { kind: "none" };

	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
		if (request.method !== "GET" || pathname !== extraction.path) return refuse(response, 404, "there is nothing at this path");
		if (!isBearerOf(key, request)) return refuse(response, 401, "the key is not valid");
		const query = ExtractionQuery.safeParse(Object.fromEntries(searchParams));
		if (!query.success) return refuse(response, 400, query.error.message);
		requests.push({ query: query.data, headers: request.headers });
		return void reply(response, fault, () => JSON.stringify(answer(library, query.data)));
	});
	server.listen(port, host);
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the extraction server has no port");
	return {
		url: `http://${host}:${address.port}`,
		requests,
		know: (next) => {
			library = next;
		},
		setFault: (next) => {
			fault = next;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

const json = { "content-type": "application/json; charset=utf-8" };

async function reply(response: ServerResponse, fault: ExtractionFault, good: () => string): Promise<void> {
	switch (fault.kind) {
		case "none":
			return void response.writeHead(200, json).end(good());
		case "late":
			await pause(fault.ms);
			return void response.writeHead(200, json).end(good());
		case "hang":
			return;
		case "cut":
			return void response.writeHead(200, json).write(good().slice(0, -5), () => response.socket?.resetAndDestroy());
		case "status":
			return void response.writeHead(fault.status, fault.location === undefined ? {} : { location: fault.location }).end();
		case "raw":
			return void response.writeHead(200, { "content-type": fault.contentType ?? "application/json" }).end(fault.body);
		case "flood":
			return await flood(response, fault);
	}
}

/** A valid reply in pieces, for as long as the caller reads. */
async function flood(response: ServerResponse, fault: Extract<ExtractionFault, { readonly kind: "flood" }>): Promise<void> {
	const [head, tail] = ['{"hasOrgKnowledge":true,"context":[{"id":"1","documentTitle":"Flood","content":"', '"}]}'];
	if (fault.isZipped === true) {
		const body = gzipSync(head + "x".repeat(fault.bytes) + tail);
		return void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(body);
	}
	const pieces = function* () {
		yield head;
		for (let sent = 0; sent < fault.bytes; sent += 65_536) yield "x".repeat(65_536);
		yield tail;
	};
	response.writeHead(200, json);
	// A caller that has read enough goes away.
	await pipeline(Readable.from(pieces()), response).catch(() => undefined);
}

function isBearerOf(key: string, { headers }: IncomingMessage): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${key}`));
}

function refuse(response: ServerResponse, status: number, message: string): void {
	response.writeHead(status, json).end(JSON.stringify({ success: false, error: { message } }));
}
