import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";
import { guardProcess } from "./guard.ts";
import { poll } from "./poll.ts";

/** How a process ended: its exit code, or the signal that ended it. */
export type ProcessEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/**
 * A child process under test. Signals go to its pid alone; `output` is everything it wrote to stdout and stderr so far, at most the last
 * 4,000,000 characters; `ended` settles once, never rejects.
 */
export type TestProcess = {
	readonly name: string;
	readonly pid: number;
	readonly output: () => string;
	readonly ended: Promise<ProcessEnd>;
	readonly isRunning: () => boolean;
	/** SIGTERM, and SIGKILL when that did not end it within `graceMs` (10,000). */
	readonly stop: (graceMs?: number) => Promise<ProcessEnd>;
	/** SIGKILL, as a crash would. */
	readonly kill: () => Promise<ProcessEnd>;
	/** SIGSTOP: alive, holding its sockets, answering nothing. */
	readonly freeze: () => void;
	/** SIGCONT after `freeze`. */
	readonly thaw: () => void;
	/** Resolves when the output matches. Rejects when the process ends first or `limitMs` (30,000) passes, with the output in the message. */
	readonly printed: (pattern: RegExp, limitMs?: number) => Promise<RegExpMatchArray>;
};

/** What to start. `env` is the whole environment but `PATH` and where Node keeps what it made of sources. */
export type ProcessOptions = {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
};

const keptCharacters = 4_000_000;

/**
 * Starts a process that cannot outlive the test run: a small shell waits on a pipe and kills it when the test run dies in any way.
 *
 * @throws Error when the program cannot be started
 */
export async function startProcess(options: ProcessOptions): Promise<TestProcess> {
	const child = spawn(options.command, options.args, {
		cwd: options.cwd,
		env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...options.env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let text = "";
	const keep = (chunk: string) => {
		text = (text + chunk).slice(-keptCharacters);
	};
	child.stdout.setEncoding("utf8").on("data", keep);
	child.stderr.setEncoding("utf8").on("data", keep);
	const pid = await started(child, options.name);
	const guard = guardProcess(pid);
	const ended = new Promise<ProcessEnd>((resolve) => {
		child.once("close", (code, signal) => {
			guard.release();
			resolve({ code, signal });
		});
	});
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const send = (signal: NodeJS.Signals) => {
		if (isRunning()) child.kill(signal);
	};
	return {
		name: options.name,
		pid,
		output: () => text,
		ended,
		isRunning,
		stop: async (graceMs = 10_000) => {
			send("SIGTERM");
			const timer = setTimeout(() => send("SIGKILL"), graceMs);
			return await ended.finally(() => clearTimeout(timer));
		},
		kill: async () => {
			send("SIGKILL");
			return await ended;
		},
		freeze: () => send("SIGSTOP"),
		thaw: () => send("SIGCONT"),
		printed: async (pattern, limitMs = 30_000) => {
			try {
				return await poll(() => text.match(pattern) ?? (isRunning() ? undefined : endedEarly()), { limitMs });
			} catch (cause) {
				throw new Error(`${options.name} did not print ${pattern}; its output:\n${text}`, { cause });
			}
		},
	};
}

function endedEarly(): never {
	throw new Error("the process ended");
}

function started(child: ChildProcess, name: string): Promise<number> {
	return new Promise((resolve, reject) => {
		child.once("spawn", () => (child.pid === undefined ? reject(new Error(`${name} has no pid`)) : resolve(child.pid)));
		child.once("error", (cause) => reject(new Error(`${name} could not be started`, { cause })));
	});
}

/** Below the ports that Linux hands out by itself, so that no other socket gets one between the choice and its use. */
const chosenPorts = { from: 20_000, to: 32_000 } as const;

/** A TCP port on 127.0.0.1 that was free a moment ago, and stays so unless somebody wants this very one. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(chosenPorts.from, chosenPorts.to);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isOurs = await new Promise<boolean>((resolve) => {
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => resolve(true));
	});
	if (isOurs) await new Promise<void>((resolve) => server.close(() => resolve()));
	return isOurs;
}

/** Waits until something accepts connections on a port of 127.0.0.1. @throws Error after `limitMs` (30,000) */
export async function waitForPort(port: number, limitMs = 30_000): Promise<void> {
	await poll(() => accepts(port), { limitMs });
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ port, host: "127.0.0.1" });
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

/**
 * Waits until an HTTP address answers with this status.
 *
 * @param url absolute, usually `…/readyz`
 * @throws Error after `limitMs` (30,000)
 */
export async function waitForHttp(
	url: string,
	{ status = 200, limitMs = 30_000 }: { readonly status?: number; readonly limitMs?: number } = {},
) {
	await poll(
		async () => {
			const reply = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
			await reply?.body?.cancel();
			return reply?.status === status;
		},
		{ limitMs },
	);
}
