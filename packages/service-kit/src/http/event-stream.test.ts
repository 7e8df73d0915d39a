import { expect, test } from "vitest";
import { z } from "zod";
import { eventStream } from "./event-stream.ts";

const schema = z.object({ n: z.number() });
const never = new Promise<never>(() => undefined);

test("a stream in which nothing happens carries comments, and ends with its signal", async () => {
	const ending = new AbortController();
	async function* silent() {
		yield { n: 1 };
		yield await never;
	}
	const chunks: string[] = [];
	for await (const chunk of eventStream(silent(), { schema, signal: ending.signal, commentEveryMs: 5 })) {
		chunks.push(String(chunk));
		if (chunks.length === 5) ending.abort();
	}
	expect(chunks.slice(0, 5)).toEqual([":\n\n", 'data: {"n":1}\n\n', ":\n\n", ":\n\n", ":\n\n"]);
});

test("an event outside the contract breaks the stream off", async () => {
	async function* wrong() {
		yield { n: "one" };
	}
	await expect(eventStream(wrong(), { schema, signal: new AbortController().signal }).toArray()).rejects.toThrow();
});

test("the source is closed when the reader leaves", async () => {
	let isClosed = false;
	async function* source() {
		try {
			for (let n = 0; ; n++) yield { n };
		} finally {
			isClosed = true;
		}
	}
	for await (const _chunk of eventStream(source(), { schema, signal: new AbortController().signal })) break;
	await expect.poll(() => isClosed).toBe(true);
});
