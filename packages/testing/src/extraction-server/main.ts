import { readFileSync } from "node:fs";
import { z } from "zod";
import { demoLibrary, LibraryChunk } from "./library.ts";
import { startExtractionServer } from "./server.ts";

const Env = z.object({
	HOST: z.string().default("127.0.0.1"),
	PORT: z.coerce.number().int().default(8790),
	/** The bearer key, the same as `KNOWLEDGE_HTTP_KEY`. */
	EXTRACTION_KEY: z.string().min(1).default("demo-extraction-key"),
	/** `demo`, or the path of a JSON file with a list of chunks. */
	EXTRACTION_CHUNKS: z.string().default("demo"),
});

const env = Env.parse(process.env);
const library =
	env.EXTRACTION_CHUNKS === "demo" ? demoLibrary : z.array(LibraryChunk).parse(JSON.parse(readFileSync(env.EXTRACTION_CHUNKS, "utf8")));
const server = await startExtractionServer({ key: env.EXTRACTION_KEY, library, host: env.HOST, port: env.PORT });
process.stdout.write(`extraction server ready at ${server.url}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
