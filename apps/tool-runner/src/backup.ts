import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { backUp } from "@webhand/backup/backup";
import { BackupError } from "@webhand/backup/manifest";
import { withMongo } from "@webhand/backup/open";
import { backupReport, restoreReport } from "@webhand/backup/report";
import { restore } from "@webhand/backup/restore";
import { ConfigError } from "@webhand/service-kit/config";
import { OwnError } from "@webhand/service-kit/errors";
import { readBackupConfig } from "./config.ts";

const usage = "node dist/backup.mjs --to DIR saves, node dist/backup.mjs --from DIR [--end-keys] restores";

/** Saves all databases, workspaces and the data of tool-runner, or restores them into an empty stack. Exit code 1 where that fails, 2 for a wrong option. */
async function main(): Promise<void> {
	const { to, from, "end-keys": withKeys = false } = readArguments();
	const { MONGODB_URI, WORKSPACES_DIR, DATA_DIR, ...keys } = readBackupConfig();
	const folders = [
		{ name: "workspaces", path: WORKSPACES_DIR },
		{ name: "tool-runner", path: DATA_DIR },
	];
	const print = (line: string) => void process.stdout.write(`${line}\n`);
	const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
	await withMongo(MONGODB_URI, async (mongo) => {
		const call = { mongo, folders, keys, version, print, now: () => new Date() };
		const report =
			to === undefined ? restoreReport(await restore({ ...call, from, withKeys })) : backupReport(to, await backUp({ ...call, to }));
		for (const line of report) print(line);
	});
}

type Arguments =
	| { readonly to: string; readonly from?: undefined; readonly "end-keys"?: undefined }
	| { readonly to?: undefined; readonly from: string; readonly "end-keys"?: boolean };

/** @throws OwnError for anything but one of `--to` and `--from` */
function readArguments(): Arguments {
	try {
		const options = { to: { type: "string" }, from: { type: "string" }, "end-keys": { type: "boolean" } } as const;
		const { to, from, "end-keys": withKeys } = parseArgs({ options }).values;
		if (to && from === undefined && withKeys === undefined) return { to };
		if (from && to === undefined) return { from, ...(withKeys === undefined ? {} : { "end-keys": withKeys }) };
	} catch (cause) {
		throw new OwnError(usage, { cause });
	}
	throw new OwnError(usage);
}

await main().catch((cause: unknown) => {
	const isOurs = cause instanceof OwnError || cause instanceof ConfigError;
	process.stderr.write(`${isOurs ? cause.message : `It failed: ${String(cause)}`}\n`);
	process.exitCode = isOurs && !(cause instanceof BackupError) ? 2 : 1;
});
