// `npm start`, `npm run dev`, `backup` and `restore`, on Node 24 and with all tools there: bootstrap.mjs has seen to that.
import { dirname } from "node:path";
import { runBackup } from "./backup.ts";
import { backupUsage, isForRunner, parseBackupOptions, parseOptions, parseRunnerOptions, usage, WrongOption } from "./options.mjs";
import { startRunner } from "./runner.ts";
import { runStack } from "./stack/run.ts";

const root = dirname(dirname(import.meta.dirname));
const [command, ...args] = process.argv.slice(2);

process.exit(await main());

async function main(): Promise<number> {
	const call = { root, environment: process.env, print: (line: string) => console.log(line) };
	try {
		if (command === "backup" || command === "restore")
			return await runBackup({ ...call, command, options: parseBackupOptions(command, args, root) });
		if (command === "start" && isForRunner(args)) return await startRunner({ ...call, options: parseRunnerOptions(args, root) });
		return await runStack({ ...call, options: parseOptions(command === "dev" ? "dev" : "start", args, root) });
	} catch (cause) {
		if (!(cause instanceof WrongOption)) throw cause;
		console.error(`${cause.message}\n${command === "backup" || command === "restore" ? backupUsage : usage}`);
		return 2;
	}
}
