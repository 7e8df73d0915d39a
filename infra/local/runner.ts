import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RunnerOptions } from "./options.mjs";
import { WrongOption } from "./options.mjs";
import { stopWhenParentIsGone } from "./parent.mjs";
import { StackError } from "./stack/errors.ts";
import { buildExtension } from "./stack/extension.ts";
import { hasNoDisplay, readTools } from "./stack/run.ts";
import { systemEnvironment } from "./stack/servers/services.ts";

type Call = {
	readonly root: string;
	readonly options: RunnerOptions;
	readonly environment: NodeJS.ProcessEnv;
	readonly print: (line: string) => void;
};

/**
 * Runs a runner (`apps/runner`) with the extension of this checkout until it ends; a signal drains it first.
 *
 * @returns its exit code; 3 where there is no Chromium or the extension could not be built
 * @throws WrongOption for --headed without a display
 */
export async function startRunner({ root, options, environment, print }: Call): Promise<number> {
	if (options.headed && hasNoDisplay(environment)) throw new WrongOption("--headed shows a window, and this computer has no display");
	const { env: tools, unavailable } = readTools(root);
	const { browser: missing } = unavailable;
	if (missing !== undefined) {
		print(
			`No usable Chromium, so there is no runner: ${missing.reason}.${missing.install === "" ? "" : ` Install it with: ${missing.install}`}`,
		);
		return 3;
	}
	const system = systemEnvironment(environment);
	const extension = environment["EXTENSION_DIR"];
	try {
		if (!extension) await buildExtension({ root, env: system }, join(options.profile, "extension-build.log"));
	} catch (cause) {
		if (!(cause instanceof StackError)) throw cause;
		print(cause.message);
		return 3;
	}
	const env = {
		...system,
		...pick({ ...tools, ...environment }, [
			"CHROMIUM_BIN",
			"DISPLAY",
			"WAYLAND_DISPLAY",
			"XAUTHORITY",
			"DRAIN_LIMIT_SECONDS",
			"HEALTH_HOST",
		]),
		RUNNER_SERVER_URL: options.server,
		RUNNER_CODE: options.code ?? "",
		RUNNER_PROFILE_DIR: options.profile,
		RUNNER_HEADED: String(options.headed),
		RUNNER_EXTENSION_DIR: extension || join(root, "apps", "extension", ".output", "chrome-mv3"),
		HEALTH_PORT: String(options.healthPort),
	};
	const args = ["--conditions=@webhand/source", join(root, "apps", "runner", "src", "main.ts")];
	// Its channel closes with this process, so that it never stays alone.
	const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const stop = () => void child.kill("SIGTERM");
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	for (const signal of signals) process.on(signal, stop);
	const stopWatching = stopWhenParentIsGone(stop);
	const [code] = await once(child, "exit");
	stopWatching();
	for (const signal of signals) process.off(signal, stop);
	return typeof code === "number" ? code : 1;
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
}
