import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { Certificate } from "@webhand/testing/certificates";
import { completionBody } from "@webhand/testing/model-server/reply";

/** One request as a provider would see it. */
export type Seen = {
	readonly host: string;
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

/** The answer of a provider: its status, and an object as JSON or plain bytes. */
export type ProviderAnswer = {
	readonly status?: number;
	readonly json?: object;
	readonly bytes?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
};

/** Every provider behind one port, over TLS; the `Host` of a request selects it. */
export type ProviderServer = {
	readonly port: number;
	readonly seen: Seen[];
	/** Answers requests from now on; a model's plain answer where it gives undefined. */
	answer: (request: Seen) => ProviderAnswer | undefined;
	readonly close: () => Promise<void>;
};

/** The usual answer of a model, with token numbers. */
export const click = completionBody(
	{ id: "c1", request: { model: "m", messages: [{ role: "user" }] } },
	{ text: "<Thought>I search.</Thought><Action>click(17)</Action>", usage: { promptTokens: 100, completionTokens: 10 } },
);

/** Starts the server under a certificate. */
export async function startProviders(certificate: Certificate): Promise<ProviderServer> {
	const seen: Seen[] = [];
	const server = createServer(certificate, (incoming, response) => {
		void bodyOf(incoming).then((body) => {
			const { host = "" } = incoming.headers;
			const request = { host, method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers, body };
			seen.push(request);
			const { status = 200, json, bytes, headers } = providers.answer(request) ?? { json: click };
			response.writeHead(status, { "content-type": "application/json", ...headers }).end(bytes ?? JSON.stringify(json));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the providers have no port");
	const providers: ProviderServer = {
		port: address.port,
		seen,
		answer: () => undefined,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	return providers;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}
