// Runs external programs: each in its own process group, with a time limit.
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Something that is needed is missing and could not be got; the message says what to do. Exit code 3. */
export class Missing extends Error {}

/**
 * @typedef {object} Outcome
 * @property {boolean} ok ended by itself with code 0
 * @property {number | null} code null when it was killed or never started
 * @property {string} output standard output, ≤ 1 MB
 * @property {string} errors standard error, ≤ 1 MB
 * @property {string} reason one readable line: why it is not ok; empty when it is
 */

const keptCharacters = 1_000_000;
const pipesGraceMs = 500;
/** @type {Set<number>} */
const running = new Set();

/**
 * Signals a process group, or on Windows the process that leads it.
 *
 * @param {number | undefined} pid @param {NodeJS.Signals} [signal]
 */
export function killGroup(pid, signal = "SIGKILL") {
	if (pid === undefined) return;
	try {
		process.kill(process.platform === "win32" ? pid : -pid, signal);
	} catch {
		// Already gone.
	}
}

/** Kills every program that is still running; for the end of the process. */
export function killAll() {
	for (const pid of running) killGroup(pid);
}

/**
 * Runs one program to its end and never throws: a program that is absent, fails or hangs is an outcome.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, limitMs: number, cwd?: string }} options the whole process group is killed after `limitMs`
 * @returns {Promise<Outcome>}
 */
export function run(command, args, options) {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: options.cwd,
			env: options.env,
			stdio: ["ignore", "pipe", "pipe"],
			detached: process.platform !== "win32",
			shell: process.platform === "win32" && /\.(cmd|bat)$/i.test(command),
			windowsHide: true,
		});
		const { pid } = child;
		let output = "";
		let errors = "";
		let late = false;
		const timer = setTimeout(() => {
			late = true;
			killGroup(pid);
		}, options.limitMs);
		if (pid !== undefined) running.add(pid);
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output = (output + text).slice(-keptCharacters);
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			errors = (errors + text).slice(-keptCharacters);
		});
		/** @param {number | null} code @param {string} reason */
		const finish = (code, reason) => {
			clearTimeout(timer);
			if (pid !== undefined) running.delete(pid);
			resolve({ ok: reason === "", code, output, errors, reason });
		};
		child.on("error", (cause) => finish(null, `${command} could not be run: ${cause.message}`));
		child.on("exit", (code, signal) => {
			const settle = () => {
				if (late) finish(null, `no end after ${options.limitMs / 1_000} s, killed`);
				else finish(code, code === 0 ? "" : lastLine(errors) || lastLine(output) || `ended with ${code ?? signal}`);
			};
			child.once("close", settle);
			// A grandchild may keep the pipes open after the program ended; its end is not waited for.
			setTimeout(settle, pipesGraceMs).unref();
		});
	});
}

/** @param {string} text */
function lastLine(text) {
	return text.trim().split("\n").at(-1)?.trim() ?? "";
}

/**
 * The first of these programs that can be executed: a path as it stands, a name looked up on PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names in order of preference
 * @returns {string | undefined}
 */
export function which(env, names) {
	const endings = process.platform === "win32" ? ["", ".exe", ".cmd"] : [""];
	const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
	for (const name of names) {
		const candidates = isAbsolute(name) ? [name] : folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
		const found = candidates.find(isProgram);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** @param {string} path */
function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
