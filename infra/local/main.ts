// `npm start` and `npm run dev`, on Node 24 and with all tools there: bootstrap.mjs has seen to that.
import { dirname } from "node:path";
import { parseOptions, usage, WrongOption } from "./options.mjs";
import { runStack } from "./stack/run.ts";

const root = dirname(dirname(import.meta.dirname));
const [command, ...args] = process.argv.slice(2);

process.exit(await main());

async function main(): Promise<number> {
	try {
		const options = parseOptions(command === "dev" ? "dev" : "start", args, root);
		return await runStack({ root, options, environment: process.env, print: (line) => console.log(line) });
	} catch (cause) {
		if (!(cause instanceof WrongOption)) throw cause;
		console.error(`${cause.message}\n${usage}`);
		return 2;
	}
}
