import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { makeDataFolder, removeDataFolder } from "@webhand/testing/data-folder";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import { z } from "zod";

const Account = z.object({ email: z.string(), password: z.string() });

/** The part of `ready.json` that the tests need. */
export const Ready = z.object({
	url: z.string(),
	member: Account,
	admin: Account,
	operator: Account,
	extensionDir: z.string(),
	demoUrl: z.string(),
	pids: z.record(z.string(), z.number()),
});
export type Ready = z.infer<typeof Ready>;

const startLimitMs = 60_000;

/**
 * Starts the embedded stack as `npm start` does, without a browser.
 *
 * @param settings further environment of the services, such as MODEL_PROVIDER
 * @param replicas how many of each service that may have several
 */
export async function startStack(
	settings: Readonly<Record<string, string>> = {},
	replicas = 1,
): Promise<{ ready: Ready; stop: () => Promise<void> }> {
	const data = makeDataFolder("webhand-e2e-");
	const process_ = await startProcess({
		name: "stack",
		command: process.execPath,
		args: [
			"--conditions=@webhand/source",
			"infra/local/main.ts",
			"start",
			"--no-demo",
			"--no-browser",
			"--port",
			"0",
			"--data",
			data,
			"--replicas",
			String(replicas),
		],
		cwd: repositoryRoot,
		env: {
			HOME: process.env["HOME"] ?? data,
			MONGOD_BIN: findProgram("mongod"),
			REDIS_SERVER_BIN: findProgram("redis-server"),
			...settings,
		},
	});
	const stop = async () => {
		await process_.stop(30_000);
		await removeDataFolder(data);
	};
	try {
		const text = await poll(() => readFile(join(data, "ready.json"), "utf8").catch(() => endedEarly(process_)), { limitMs: startLimitMs });
		return { ready: Ready.parse(JSON.parse(text)), stop };
	} catch (cause) {
		await stop();
		throw new Error(`The stack did not start:\n${process_.output()}`, { cause });
	}
}

function endedEarly(child: { readonly isRunning: () => boolean }): undefined {
	if (!child.isRunning()) throw new Error("it ended");
	return undefined;
}
