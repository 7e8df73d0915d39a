import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { startProcess } from "@webhand/testing/processes";
import { run, which } from "../../../../../infra/local/tools/run.mjs";
import type { ModelFiles } from "./files.ts";
import type { Exchange, Proxy } from "./proxy.ts";
import { startProxy } from "./proxy.ts";

const loadLimitMs = 120_000;
const nobody = "65534";
const contextTokens = 8_192;

/** A local model behind OpenAI's API on 127.0.0.1. `isIsolated`: its process has no root and no network. */
export type LocalModel = Proxy & { readonly name: string; readonly contextTokens: number; readonly isIsolated: boolean };

/**
 * Starts llama.cpp in a process of its own, which answers at a Unix socket, and a proxy in front of it.
 *
 * @param options `port` 0 for a free one; `note` gets each request with its reply
 * @throws Error with the output of the process if it does not start
 */
export async function startLocalModel(
	{ runtime, weights, name }: ModelFiles,
	{ port, note }: { readonly port: number; readonly note: (exchange: Exchange) => void },
): Promise<LocalModel> {
	const folder = mkdtempSync(join(tmpdir(), "webhand-model-"));
	chmodSync(folder, 0o777);
	const socket = join(folder, "model.sock");
	const script = join(repositoryRoot, "packages", "bench", "src", "real-model", "model", "main.ts");
	const files = ["--runtime", runtime, "--weights", weights, "--name", name, "--socket", socket, "--context", String(contextTokens)];
	const prefix = await isolation(weights);
	const [command = process.execPath, ...args] = [...prefix, process.execPath, "--conditions=@webhand/source", script, ...files];
	const server = await startProcess({ name: "model", command, args, cwd: repositoryRoot, env: { HOME: folder } });
	const end = async () => {
		await server.stop(5_000);
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await server.printed(/^ready$/m, loadLimitMs);
		const proxy = await startProxy({ socketPath: socket }, port, note);
		return {
			...proxy,
			name,
			contextTokens,
			isIsolated: prefix.length > 0,
			close: async () => {
				await proxy.close();
				await end();
			},
		};
	} catch (cause) {
		await end();
		throw new Error(`The model did not start:\n${server.output()}`, { cause });
	}
}

/** The command that takes root and the network from a program; empty where the system does not allow it. */
async function isolation(weights: string): Promise<readonly string[]> {
	const { env } = process;
	const [unshare, setpriv] = [which(env, ["unshare"]), which(env, ["setpriv"])];
	if (unshare === undefined || setpriv === undefined) return [];
	const drop = [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", "--no-new-privs"];
	const isRoot = process.getuid?.() === 0;
	const prefix = isRoot ? [unshare, "--net", setpriv, ...drop] : [unshare, "--user", "--net", setpriv, "--no-new-privs"];
	// The user nobody may read neither a home folder nor a program in it.
	const probe = ["sh", "-c", 'test -r "$0" && exec "$1" --version', weights, process.execPath];
	const [command = "", ...args] = [...prefix, ...probe];
	return (await run(command, args, { env, limitMs: 5_000 })).ok ? prefix : [];
}
