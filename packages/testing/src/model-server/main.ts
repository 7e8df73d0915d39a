import { readFileSync } from "node:fs";
import { z } from "zod";
import { demoModel } from "./demo-script.ts";
import { ModelReply } from "./reply.ts";
import type { ModelScript } from "./server.ts";
import { startModelServer } from "./server.ts";

const Env = z.object({
	HOST: z.string().default("127.0.0.1"),
	PORT: z.coerce.number().int().default(0),
	/** `demo`, or the path of a JSON file with a list of replies. */
	MODEL_SCRIPT: z.string().default("demo"),
	/** `true`: the server holds its model to the schema of a request, as llama.cpp, vLLM and Ollama do. */
	HOLDS_SCHEMAS: z.stringbool().default(false),
});

const env = Env.parse(process.env);
const script: ModelScript =
	env.MODEL_SCRIPT === "demo" ? demoModel : z.array(ModelReply).parse(JSON.parse(readFileSync(env.MODEL_SCRIPT, "utf8")));
const server = await startModelServer({ script, host: env.HOST, port: env.PORT, holdsSchemas: env.HOLDS_SCHEMAS });
process.stdout.write(`model server ready at ${server.url}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
