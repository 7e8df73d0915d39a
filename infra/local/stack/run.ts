import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Options } from "../options.mjs";
import { stopWhenParentIsGone } from "../parent.mjs";
import { createStep } from "../tools/steps.mjs";
import { openDataFolder } from "./data/data-folder.ts";
import { readTextIfAny } from "./data/files.ts";
import { removeReady } from "./data/ready.ts";
import { stackVariable, takeFolder } from "./data/take-folder.ts";
import { StackError } from "./errors.ts";
import type { Stack } from "./start.ts";
import { openStack } from "./start.ts";

const Tools = z.object({
	env: z.record(z.string(), z.string()),
	unavailable: z.record(z.string(), z.object({ reason: z.string(), install: z.string() })),
});
type Tools = z.infer<typeof Tools>;

const lost = {
	sandbox: "The sandbox is unavailable, so the agent runs no commands and touches no files on this computer",
	browser: "No usable Chromium, so there is no browser window and no demo task",
} as const;

type Call = {
	readonly root: string;
	readonly options: Options;
	readonly environment: NodeJS.ProcessEnv;
	readonly print: (line: string) => void;
};
type Open = Awaited<ReturnType<typeof openStack>>;

/**
 * Runs a stack from its start to its end.
 *
 * @returns the exit code: 0 stopped on request or the demo task succeeded, 1 something failed, 3 something is missing,
 *   4 port or folder in use; a second Ctrl-C ends the process with 130
 * @throws never
 */
export async function runStack(call: Call): Promise<number> {
	const stopping = new AbortController();
	const opened: { stack?: Stack; giveBack?: () => void } = {};
	const stopListening = listen(call, stopping, opened);
	const isNewFolder = !existsSync(call.options.data);
	let isRefused = false;
	try {
		openDataFolder(call.options.data);
		// The browser is started by a library with this process's environment; it belongs to the stack like every other child.
		process.env[stackVariable] = call.options.data;
		opened.giveBack = await takeFolder(call.options.data);
		return await live(call, stopping.signal, opened);
	} catch (cause) {
		if (stopping.signal.aborted) return 0;
		call.print(cause instanceof Error ? `\n${cause.message}` : String(cause));
		isRefused = cause instanceof StackError && opened.stack === undefined;
		return cause instanceof StackError ? cause.exitCode : 1;
	} finally {
		stopping.abort();
		removeOwn(call, opened);
		await opened.stack?.stop();
		opened.giveBack?.();
		if (opened.stack !== undefined) call.print("Stopped.");
		// A start that was refused before anything ran leaves no folder behind.
		if (isRefused && isNewFolder && opened.giveBack !== undefined) rmSync(call.options.data, { recursive: true, force: true });
		stopListening();
	}
}

async function live(call: Call, signal: AbortSignal, opened: { stack?: Stack }): Promise<number> {
	const { options, print } = call;
	const { env, unavailable } = readTools(call.root);
	const isBrowserThere = options.browser && unavailable["browser"] === undefined;
	for (const part of ["sandbox", ...(options.browser ? (["browser"] as const) : [])] as const) printLost(part, unavailable, print);
	if (options.exit && !isBrowserThere) return 3;
	// A step that breaks off during a stop has not failed.
	const printUnlessStopped = (line: string) => signal.aborted || print(line);
	const step = createStep({
		print: printUnlessStopped,
		now: Date.now,
		startedAtMs: Number(call.environment["WEBHAND_STARTED_AT_MS"] ?? Date.now()),
	});
	const stack = await openStack({ ...call, environment: { ...env, ...call.environment }, step, wantsExtension: isBrowserThere });
	opened.stack = stack;
	const aborted = new Promise<number>((resolve) => signal.addEventListener("abort", () => resolve(0)));
	return await Promise.race([stack.failed, aborted, work({ ...call, options: { ...options, browser: isBrowserThere } }, stack, signal)]);
}

/** Starts everything, then shows it. Without `--exit` it lives on until it is stopped. */
async function work({ options, environment, print }: Call, stack: Open, signal: AbortSignal): Promise<number> {
	await stack.run(signal);
	const call = { ready: stack.ready(), headless: hasNoDisplay(environment), profileDir: join(options.data, "chromium"), print, signal };
	// Loaded on demand: services alone need no browser library.
	const browser = options.browser ? await (await import("../demo/browser.ts")).openBrowser(call) : undefined;
	stack.publish();
	// The file goes with the stack.
	const isBrief = options.exit && options.demo && browser !== undefined;
	const next = isBrief
		? "It stops after the demo task."
		: `Who may sign in stands in ${join(options.data, "ready.json")}. Stop it with Ctrl-C.`;
	print(`\nWebhand is ready at ${call.ready.url}. ${next}\n`);
	if (browser !== undefined && options.demo) {
		const result = await (await import("../demo/task.ts")).runDemo(browser, call);
		if (signal.aborted) return 0;
		print(result.ok ? "The demo task succeeded." : `The demo task failed: ${result.reason ?? "no reason given"}`);
		if (options.exit) return result.ok ? 0 : 1;
	}
	return await new Promise<number>(() => undefined);
}

/** One Ctrl-C, a SIGTERM, a closed terminal or the end of the parent process: an orderly stop. A second Ctrl-C: at once. */
function listen(call: Call, stopping: AbortController, opened: { stack?: Stack; giveBack?: () => void }): () => void {
	// A closed terminal takes the output with it, not the stop.
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
	const stop = () => {
		if (!stopping.signal.aborted) call.print("\nStopping …");
		stopping.abort();
	};
	let interrupts = 0;
	const interrupt = () => {
		interrupts += 1;
		if (interrupts === 1) return stop();
		opened.stack?.killAll();
		removeOwn(call, opened);
		opened.giveBack?.();
		process.exit(130);
	};
	process.on("SIGINT", interrupt).on("SIGTERM", stop).on("SIGHUP", stop);
	const stopWatching = stopWhenParentIsGone(stop);
	return () => {
		stopWatching();
		process.off("SIGINT", interrupt).off("SIGTERM", stop).off("SIGHUP", stop);
	};
}

/** A folder that another stack has keeps its `ready.json`. */
function removeOwn({ options }: Call, { giveBack }: { readonly giveBack?: () => void }): void {
	if (giveBack !== undefined) removeReady(options.data);
}

/** What bootstrap.mjs found: programs by the variable that names them, and what it could not get. */
export function readTools(root: string): Tools {
	const text = readTextIfAny(join(root, ".runtime", "tools.json"));
	return text === undefined ? { env: {}, unavailable: {} } : Tools.parse(JSON.parse(text));
}

function printLost(part: keyof typeof lost, unavailable: Tools["unavailable"], print: (line: string) => void): void {
	const found = unavailable[part];
	if (found !== undefined) print(`${lost[part]}: ${found.reason}.${found.install === "" ? "" : ` Install it with: ${found.install}`}`);
}

/** True on a Linux that shows no windows. */
export function hasNoDisplay(environment: NodeJS.ProcessEnv): boolean {
	return process.platform === "linux" && !environment["DISPLAY"] && !environment["WAYLAND_DISPLAY"];
}
