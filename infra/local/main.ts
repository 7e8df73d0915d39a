// `npm start`, `npm run dev`, `backup`, `restore`, `pack` and `release`, on Node 24 and with all tools there: bootstrap.mjs has seen to that.
import { dirname } from "node:path";
import { runBackup } from "./backup.ts";
import {
	backupUsage,
	isForRunner,
	parseBackupOptions,
	parseOptions,
	parsePackOptions,
	parseReleaseOptions,
	parseRunnerOptions,
	usage,
	WrongOption,
} from "./options.mjs";
import { runPack } from "./release/pack.ts";
import { runIn, runRelease } from "./release/release.ts";
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
		if (command === "pack") return runPack({ ...call, options: parsePackOptions(args, root) });
		if (command === "release")
			return runRelease({
				...call,
				options: parseReleaseOptions(args, root),
				today: new Date().toISOString().slice(0, 10),
				run: runIn(root),
				helm: process.env["HELM_BIN"],
			});
		if (command === "start" && isForRunner(args)) return await startRunner({ ...call, options: parseRunnerOptions(args, root) });
		return await runStack({ ...call, options: parseOptions(command === "dev" ? "dev" : "start", args, root) });
	} catch (cause) {
		if (!(cause instanceof WrongOption)) throw cause;
		console.error(`${cause.message}\n${command === "backup" || command === "restore" ? backupUsage : usage}`);
		return 2;
	}
}
