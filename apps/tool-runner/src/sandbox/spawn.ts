import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { SandboxArgv } from "./argv.ts";
import { descriptors } from "./argv.ts";

/** What to start: the filter, open descriptors of the workspace and of the `.git` that is mounted on its own, and how long it may take. */
export type SandboxStart = {
	readonly argv: SandboxArgv;
	readonly seccomp: Uint8Array;
	readonly workspace: number;
	readonly git?: number;
	readonly limitMs: number;
	/** With `pipe` the caller writes to `stdin` and ends it. */
	readonly stdin?: "pipe";
	/** Hears of the run once it has begun. */
	readonly onStarted?: (running: Sandboxed) => void;
};

/** Why a run was ended by us. */
export type StopReason = "cancelled" | "timed_out" | "output_limit";

/** How a run ended. */
export type SandboxEnd = {
	readonly kind: "exited" | "not_started" | StopReason;
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly ms: number;
};

/** A running sandbox. Both outputs must be read: what waits in a full pipe stops the program. */
export type Sandboxed = {
	/** Of bwrap, below which all processes of the run are; undefined when it could not be started. */
	readonly pid: number | undefined;
	readonly stdin: Writable | null;
	readonly stdout: Readable;
	readonly stderr: Readable;
	/** TERM to the program and what it started, KILL to all after `graceMs`; 0 kills at once. The first reason counts. */
	readonly stop: (reason: StopReason, graceMs?: number) => void;
	/** Never rejects; a program that is missing is `not_started`. */
	readonly ended: Promise<SandboxEnd>;
};

const stopGraceMs = 5_000;

/**
 * Starts the sandbox. Killing bwrap ends all that runs in it, for it is the first process of their namespace.
 *
 * @param signal stops the run as `cancelled`
 */
export function startSandboxed(run: SandboxStart, signal: AbortSignal): Sandboxed {
	const started = performance.now();
	const given: Readonly<Record<number, "ignore" | number>> = {
		[descriptors.workspace]: run.workspace,
		[descriptors.git]: run.git ?? "ignore",
		8: "ignore",
	};
	const stdio = Array.from({ length: 11 }, (_, index) => given[index] ?? (index === 0 && run.stdin === undefined ? "ignore" : "pipe"));
	const child = spawn(run.argv.command, run.argv.args, { stdio, env: { PATH: "/usr/bin:/bin" }, detached: true, shell: false });
	const streams = child.stdio as readonly unknown[];
	const info = collect(streams[descriptors.info] as Readable, 4_096);
	give(streams[descriptors.seccomp] as Writable, run.seccomp);
	give(streams[descriptors.options] as Writable, run.argv.options);
	give(streams[descriptors.passwd] as Writable, run.argv.passwd);
	give(streams[descriptors.group] as Writable, run.argv.group);

	let stopped: StopReason | undefined;
	let killTimer: NodeJS.Timeout | undefined;
	const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
	// The group holds setpriv's successor bwrap.
	const kill = () => {
		if (isRunning() && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
	};
	const stop = (reason: StopReason, graceMs = stopGraceMs) => {
		if (!isRunning()) return;
		stopped ??= reason;
		if (graceMs === 0 || !terminate(info().toString())) return kill();
		killTimer ??= setTimeout(kill, graceMs);
	};
	const timer = setTimeout(() => stop("timed_out"), run.limitMs);
	const onAbort = () => stop("cancelled");
	signal.addEventListener("abort", onAbort, { once: true });
	const ended = new Promise<SandboxEnd>((resolve) => {
		const finish = (kind: SandboxEnd["kind"], code: number | null, by: NodeJS.Signals | null) => {
			clearTimeout(timer);
			clearTimeout(killTimer);
			signal.removeEventListener("abort", onAbort);
			resolve({ kind, code, signal: by, ms: performance.now() - started });
		};
		child.once("error", () => finish("not_started", null, null));
		child.once("close", (code, by) => finish(stopped ?? "exited", code, by));
	});
	if (signal.aborted) stop("cancelled");
	const running: Sandboxed = {
		pid: child.pid,
		stdin: run.stdin === undefined ? null : (streams[0] as Writable),
		stdout: streams[1] as Readable,
		stderr: streams[2] as Readable,
		stop,
		ended,
	};
	run.onStarted?.(running);
	return running;
}

/** The end of a run and what it said; `stdout` and `stderr` hold at most `maxOutputBytes` each. */
export type SandboxReply = SandboxEnd & { readonly stdout: Buffer; readonly stderr: Buffer };

/**
 * Starts the sandbox, gives it `input`, and waits for its end. Above `maxOutputBytes` of one stream it is killed as `output_limit`.
 *
 * @throws never
 */
export async function runSandboxed(
	{ maxOutputBytes, input, ...run }: SandboxStart & { readonly maxOutputBytes: number; readonly input?: string | Uint8Array },
	signal: AbortSignal,
): Promise<SandboxReply> {
	const running = startSandboxed(input === undefined ? run : { ...run, stdin: "pipe" }, signal);
	const read = (stream: Readable) => collect(stream, maxOutputBytes, () => running.stop("output_limit", 0));
	const [stdout, stderr] = [read(running.stdout), read(running.stderr)];
	if (running.stdin !== null && input !== undefined) give(running.stdin, input);
	return { ...(await running.ended), stdout: stdout(), stderr: stderr() };
}

/** Sends TERM to the group that bwrap tells of in JSON: the program and what it started. False when there is none yet. */
function terminate(info: string): boolean {
	const pid = /"child-pid":\s*(\d+)/.exec(info)?.[1];
	if (pid === undefined) return false;
	try {
		return process.kill(-Number(pid), "SIGTERM");
	} catch {
		return false;
	}
}

// A sandbox that dies early closes its pipes first; its exit code reports that failure.
function give(stream: Writable, content: string | Uint8Array): void {
	stream.on("error", () => undefined).end(content);
}

function collect(stream: Readable, maxBytes: number, onFull?: () => void): () => Buffer {
	const chunks: Buffer[] = [];
	let bytes = 0;
	stream
		.on("error", () => undefined)
		.on("data", (chunk: Buffer) => {
			if (bytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - bytes));
			bytes += chunk.length;
			if (bytes > maxBytes) onFull?.();
		});
	return () => Buffer.concat(chunks);
}
