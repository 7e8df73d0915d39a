import { parseArgs } from "node:util";
import { loadModel } from "./llama.ts";
import { createModelServer } from "./server.ts";

/** Answers at a Unix socket, so that the process needs no network. Writes `ready` once it does. */
const { values } = parseArgs({
	options: {
		runtime: { type: "string" },
		weights: { type: "string" },
		name: { type: "string" },
		socket: { type: "string" },
		context: { type: "string" },
	},
});
const { runtime, weights, name, socket, context } = values;
if (runtime === undefined || weights === undefined || name === undefined || socket === undefined || context === undefined)
	throw new Error("--runtime, --weights, --name, --socket and --context are needed");
const model = await loadModel({ runtime, weights, contextTokens: Number(context), threads: 2 });
const server = createModelServer(model, name);
server.listen({ path: socket, readableAll: true, writableAll: true }, () => process.stdout.write("ready\n"));
for (const end of ["SIGTERM", "SIGINT"] as const) process.once(end, () => process.exit(0));
