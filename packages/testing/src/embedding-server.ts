import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const Request = z.object({ model: z.string(), input: z.array(z.string()).min(1), encoding_format: z.literal("float") });

/** How the server answers: with vectors, not at all, with status 500, or with JSON that is no list of vectors. */
export type EmbeddingMode = "good" | "silent" | "error" | "garbage";

/** A scripted embeddings endpoint behind the OpenAI HTTP API. `url` ends in `/v1`; `requests` are the texts and keys of each call. */
export type EmbeddingServer = {
	readonly url: string;
	readonly requests: readonly { readonly texts: readonly string[]; readonly key: string | undefined }[];
	mode: EmbeddingMode;
	readonly close: () => Promise<void>;
};

/** Starts the server on a free port of 127.0.0.1. @param vectorOf the vector of a text */
export async function startEmbeddingServer(vectorOf: (text: string) => readonly number[]): Promise<EmbeddingServer> {
	const requests: { texts: readonly string[]; key: string | undefined }[] = [];
	const server = createServer(async (incoming, response) => {
		const parts: Buffer[] = [];
		for await (const part of incoming) parts.push(Buffer.from(part));
		const body = Request.safeParse(JSON.parse(Buffer.concat(parts).toString("utf8")));
		const reply = (status: number, answer: unknown) =>
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
		if (`${incoming.method} ${incoming.url}` !== "POST /v1/embeddings" || !body.success)
			return reply(400, { error: "not an embeddings request" });
		requests.push({ texts: body.data.input, key: incoming.headers.authorization });
		if (embeddings.mode === "silent") return;
		if (embeddings.mode === "error") return reply(500, { error: { message: "scripted failure" } });
		if (embeddings.mode === "garbage") return reply(200, { data: [{ index: 0, embedding: ["no number"] }] });
		return reply(200, { data: body.data.input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })) });
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the embedding server has no port");
	const embeddings: EmbeddingServer = {
		url: `http://127.0.0.1:${address.port}/v1`,
		requests,
		mode: "good",
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	return embeddings;
}
