// Runs the command, forwards signals, and ends it when the parent process is gone.
import { spawn } from "node:child_process";
import { stopWhenParentIsGone } from "./parent.mjs";
import { killGroup } from "./tools/run.mjs";

// npm forwards Ctrl-C to its child, which also gets it from the terminal: two within this time are one.
const sameSignalMs = 500;
const graceMs = 40_000;
/** @type {NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * @param {{ program: string, args: string[], env: NodeJS.ProcessEnv, cwd: string, command: { ownGroup?: true, limitMs?: number } }} call
 *   `ownGroup`: a process group of its own, so that a terminal's Ctrl-C reaches it once; killed whole after `limitMs`
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function exec({ program, args, env, cwd, command }) {
	return new Promise((resolve) => {
		const detached = command.ownGroup === true && process.platform !== "win32";
		const child = spawn(program, args, {
			cwd,
			env,
			stdio: "inherit",
			detached,
			shell: process.platform === "win32" && program !== process.execPath,
		});
		const kill = () => (detached ? killGroup(child.pid) : child.kill("SIGKILL"));
		let lastSignalMs = 0;
		const handlers = signals.map((signal) => {
			const handler = () => {
				const isRepeat = Date.now() - lastSignalMs < sameSignalMs;
				lastSignalMs = Date.now();
				if (!isRepeat && (detached || signal !== "SIGINT")) child.kill(signal);
			};
			process.on(signal, handler);
			return { signal, handler };
		});
		const stopWatching = stopWhenParentIsGone(() => {
			child.kill("SIGTERM");
			setTimeout(kill, graceMs).unref();
		});
		const limit = command.limitMs === undefined ? undefined : setTimeout(kill, command.limitMs);
		/** @param {number} code */
		const finish = (code) => {
			stopWatching();
			clearTimeout(limit);
			for (const { signal, handler } of handlers) process.off(signal, handler);
			resolve(code);
		};
		child.on("error", (cause) => {
			console.error(`${program} could not be started: ${cause.message}`);
			finish(1);
		});
		child.on("exit", (code, signal) => {
			if (signal !== null) console.error(`It was ended by ${signal}.`);
			finish(code ?? 1);
		});
	});
}
