import { isIPv6 } from "node:net";
import { ConfigError } from "@webhand/service-kit/config";
import { createMetrics } from "@webhand/service-kit/metrics";
import { openBrowser } from "./browser.ts";
import { readRunnerConfig } from "./config.ts";
import type { RunnerFacts } from "./health.ts";
import { serveHealth } from "./health.ts";
import { ProfileInUse, takeProfile } from "./profile.ts";
import { RunnerProblem, runRunner } from "./runner.ts";

/** Exit codes beside 0: what only a person mends, a wrong setting, a profile that another runner has, a second signal. */
const exitCodes = { problem: 1, profileInUse: 4, wrongSetting: 78, interrupted: 130 } as const;

process.exit(await main());

async function main(): Promise<number> {
	const stopping = new AbortController();
	const stop = () => {
		if (stopping.signal.aborted) process.exit(exitCodes.interrupted);
		print("Stopping …");
		stopping.abort();
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
	// Who started it with a channel is gone.
	process.once("disconnect", stop);
	try {
		await run(stopping.signal);
		print("Stopped.");
		return 0;
	} catch (cause) {
		print(cause instanceof Error ? cause.message : String(cause));
		if (cause instanceof ConfigError) return exitCodes.wrongSetting;
		if (cause instanceof ProfileInUse) return exitCodes.profileInUse;
		if (!(cause instanceof RunnerProblem) && cause instanceof Error) print(cause.stack ?? "");
		return exitCodes.problem;
	}
}

async function run(stopping: AbortSignal): Promise<void> {
	const config = readRunnerConfig();
	const giveBack = takeProfile(config.RUNNER_PROFILE_DIR);
	let facts: RunnerFacts = { status: null, isBrowserUp: false, browserStarts: 0 };
	const health = await serveHealth(
		{ host: config.HEALTH_HOST, port: config.HEALTH_PORT },
		{ metrics: createMetrics(), facts: () => facts },
	);
	print(`Health: http://${isIPv6(config.HEALTH_HOST) ? `[${config.HEALTH_HOST}]` : config.HEALTH_HOST}:${health.port}/healthz`);
	const isRoot = process.getuid?.() === 0;
	if (isRoot) print("As root Chromium has no sandbox, so it opens pages of this computer only. As another user it opens every site.");
	try {
		await runRunner(
			{
				openBrowser: () =>
					openBrowser({
						profileDir: config.RUNNER_PROFILE_DIR,
						extensionDir: config.RUNNER_EXTENSION_DIR,
						executablePath: config.CHROMIUM_BIN,
						isHeaded: config.RUNNER_HEADED,
						isRoot,
					}),
				serverUrl: config.RUNNER_SERVER_URL,
				code: config.RUNNER_CODE,
				drainLimitMs: 1_000 * config.DRAIN_LIMIT_SECONDS,
				onFacts: (changed) => {
					facts = { ...facts, ...changed };
				},
				print,
				now: Date.now,
			},
			stopping,
		);
	} finally {
		health.close();
		giveBack();
	}
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}
