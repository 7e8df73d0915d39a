import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "@webhand/backup/backup";
import { movedPath } from "@webhand/backup/folders";
import { BackupError } from "@webhand/backup/manifest";
import { withMongo } from "@webhand/backup/open";
import { backupReport, restoreReport } from "@webhand/backup/report";
import { restore } from "@webhand/backup/restore";
import getPort from "get-port";
import type { parseBackupOptions } from "./options.mjs";
import { openDataFolder } from "./stack/data/data-folder.ts";
import { writeFileWhole } from "./stack/data/files.ts";
import { signingKey } from "./stack/data/keys.ts";
import { Ready } from "./stack/data/ready.ts";
import type { Secrets } from "./stack/data/secrets.ts";
import { readSecrets } from "./stack/data/secrets.ts";
import { stackVariable, takeFolder } from "./stack/data/take-folder.ts";
import { toolsFileOf, workspacesOf } from "./stack/demo-workspace/workspace.ts";
import { StackError } from "./stack/errors.ts";
import { createSupervisor } from "./stack/processes/supervisor.ts";
import { readTools } from "./stack/run.ts";
import { adminUri, mongodSpec, prepareMongod } from "./stack/servers/mongod.ts";
import { systemEnvironment } from "./stack/servers/services.ts";

/** A stack on one computer that is saved or restored. */
export type BackupCall = {
	readonly root: string;
	readonly command: "backup" | "restore";
	readonly options: ReturnType<typeof parseBackupOptions>;
	readonly environment: NodeJS.ProcessEnv;
	readonly print: (line: string) => void;
};

/**
 * `npm run backup` of a stack that runs or does not, and `npm run restore` into a data folder that holds `secrets.json` alone.
 *
 * @returns the exit code: 0 done, 1 it failed, 3 something is missing, 4 the data folder is in use
 * @throws never
 */
export async function runBackup(call: BackupCall): Promise<number> {
	try {
		const { data } = call.options;
		if (!existsSync(join(data, "secrets.json")))
			throw new StackError(`${data} has no secrets.json, which holds the keys. Name the data folder of the stack with --data DIR.`, {
				exitCode: 3,
			});
		openDataFolder(data);
		const secrets = readSecrets(data);
		await withServer(call, secrets, (uri) => withMongo(uri, (mongo) => work(call, secrets, mongo)));
		return 0;
	} catch (cause) {
		call.print(cause instanceof Error ? `\n${cause.message}` : String(cause));
		return cause instanceof StackError ? cause.exitCode : 1;
	}
}

async function work(
	{ root, command, options, print }: BackupCall,
	secrets: Secrets,
	mongo: Parameters<Parameters<typeof withMongo>[1]>[0],
) {
	const { data, folder, endKeys: withKeys } = options;
	const isRestore = command === "restore";
	const folders = [
		{ name: "workspaces", path: isRestore ? workspacesOf(data) : join(data, "workspaces") },
		{ name: "tool-runner", path: join(data, "tool-runner") },
	];
	const keys = {
		KEY_ENCRYPTION_KEY: secrets.keyEncryptionKey,
		SETTINGS_KEY: secrets.settingsKey,
		MCP_SECRETS_KEY: secrets.mcpSecretsKey,
		AUDIT_SIGNING_JWK: JSON.stringify(signingKey(secrets.auditKey)),
	};
	const version: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
	const call = { mongo, folders, keys, version, print, now: () => new Date() };
	if (!isRestore) {
		// Which folders are workspaces: the operator's own words.
		const texts = existsSync(toolsFileOf(data)) ? { tools: readFileSync(toolsFileOf(data), "utf8") } : {};
		for (const line of backupReport(folder, await backUp({ ...call, texts, to: folder }))) print(line);
		return;
	}
	const restored = await restore({ ...call, from: folder, withKeys });
	const from = restored.manifest.folders.find(({ name }) => name === "workspaces")?.path;
	const tools = restored.manifest.texts["tools"];
	if (tools !== undefined)
		writeFileWhole(toolsFileOf(data), from === undefined ? tools : moveWorkspaces(tools, { from, to: realpathSync(workspacesOf(data)) }));
	// All of Redis may vanish; what it holds now may be of sign-ins that are not known any more.
	rmSync(join(data, "redis"), { recursive: true, force: true });
	for (const line of restoreReport(restored)) print(line);
}

/** The same workspaces at the places of this data folder. */
function moveWorkspaces(text: string, move: { readonly from: string; readonly to: string }): string {
	const file: { readonly workspaces?: readonly { readonly rootPath: string }[] } = JSON.parse(text);
	const workspaces = (file.workspaces ?? []).map((workspace) => ({
		...workspace,
		rootPath: movedPath(workspace.rootPath, move) ?? workspace.rootPath,
	}));
	return `${JSON.stringify({ ...file, workspaces }, null, "\t")}\n`;
}

/** MONGODB_URI, the server of the stack that runs, or one that is started for this alone. */
async function withServer(call: BackupCall, secrets: Secrets, use: (uri: string) => Promise<void>): Promise<void> {
	const { data } = call.options;
	const given = call.environment["MONGODB_URI"];
	const running = call.command === "backup" ? readRunning(data) : undefined;
	if (running !== undefined) return await use(running.mongoUrl);
	const giveBack = await takeFolder(data);
	try {
		if (given) return await use(given);
		await withMongod(call, secrets, use);
	} finally {
		giveBack();
	}
}

function readRunning(data: string): Ready | undefined {
	const path = join(data, "ready.json");
	if (!existsSync(path)) return undefined;
	const ready = Ready.parse(JSON.parse(readFileSync(path, "utf8")));
	try {
		process.kill(ready.pids["supervisor"] ?? 0, 0);
		return ready;
	} catch {
		return undefined;
	}
}

async function withMongod(
	{ root, options, environment, print }: BackupCall,
	secrets: Secrets,
	use: (uri: string) => Promise<void>,
): Promise<void> {
	const { data } = options;
	const program = { ...readTools(root).env, ...environment }["MONGOD_BIN"];
	if (!program) throw new StackError("MongoDB is missing: no MONGOD_BIN, no MONGODB_URI.", { exitCode: 3 });
	const port = await getPort({ host: "127.0.0.1" });
	const supervisor = createSupervisor({ logs: join(data, "logs"), print, now: Date.now, isStrict: true, onPids: () => undefined });
	const stopping = new AbortController();
	const stop = () => stopping.abort();
	process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
	const aborted = new Promise<never>((_, reject) =>
		stopping.signal.addEventListener("abort", () =>
			reject(new BackupError("It was stopped: begin again, nothing that was written counts.")),
		),
	);
	try {
		const env = { ...systemEnvironment(environment), [stackVariable]: data };
		supervisor.start({ ...mongodSpec({ program, data, port }), env, cwd: data });
		await prepareMongod(port, secrets, stopping.signal);
		await Promise.race([use(adminUri(port, secrets)), supervisor.failed, aborted]);
	} finally {
		process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", stop);
		await supervisor.stopAll([["mongod"]]);
	}
}
