import { z } from "zod";

/** Vectors of length 1, one per text in their order. @throws when the endpoint fails, answers with something else, or `signal` ends */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

const Reply = z.object({
	data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()).min(1).max(8_192) })),
});
const mostBytes = 32_000_000;

/** @param options `baseUrl` of an OpenAI-compatible API, such as `https://api.example/v1` */
export function createEmbed(options: { readonly baseUrl: string; readonly model: string; readonly key?: string | undefined }): Embed {
	const url = `${options.baseUrl.replace(/\/+$/, "")}/embeddings`;
	return async (texts, signal) => {
		const reply = await fetch(url, {
			method: "POST",
			redirect: "error",
			headers: { "content-type": "application/json", ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }) },
			body: JSON.stringify({ model: options.model, input: texts, encoding_format: "float" }),
			signal,
		});
		if (!reply.ok) {
			await reply.body?.cancel();
			throw new Error(`the embeddings endpoint answered ${reply.status}`);
		}
		const { data } = Reply.parse(JSON.parse(await textOf(reply)));
		const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
		return texts.map((_, index) => {
			const vector = byIndex.get(index);
			if (vector === undefined) throw new Error("the embeddings endpoint left out a text");
			return toUnit(vector);
		});
	};
}

/** The same with the words that a model wants before each text. */
export function withPrefix(embed: Embed, prefix: string): Embed {
	return prefix === ""
		? embed
		: (texts, signal) =>
				embed(
					texts.map((text) => prefix + text),
					signal,
				);
}

async function textOf(reply: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of reply.body ?? []) {
		bytes += part.byteLength;
		if (bytes > mostBytes) throw new Error("the embeddings endpoint answered with more than 32 MB");
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

function toUnit(vector: readonly number[]): Float32Array {
	const length = Math.hypot(...vector);
	if (!Number.isFinite(length) || length === 0) throw new Error("the embeddings endpoint answered with a vector without a direction");
	return Float32Array.from(vector, (part) => part / length);
}
