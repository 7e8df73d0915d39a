import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { SandboxArgv } from "./argv.ts";
import { descriptors } from "./argv.ts";

/** One run: what to start, the filter, an open descriptor of the workspace, and how long and how much it may say (bytes per stream). */
export type SandboxRun = {
	readonly argv: SandboxArgv;
	readonly seccomp: Uint8Array;
	readonly workspace: number;
	readonly limitMs: number;
	readonly maxOutputBytes: number;
};

/** How it ended. `timed_out` and `output_limit` were killed by us. Texts hold at most `maxOutputBytes`. */
export type SandboxEnd = {
	readonly kind: "exited" | "timed_out" | "output_limit" | "not_started";
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly stdout: string;
	readonly stderr: string;
	readonly ms: number;
};

/**
 * Starts the sandbox and waits for its end. Killing bwrap ends all that runs in it: it is the first process of their namespace.
 *
 * @param signal kills the run
 * @throws never; a program that is missing is `not_started`
 */
export async function runSandboxed(run: SandboxRun, signal: AbortSignal): Promise<SandboxEnd> {
	const started = performance.now();
	const stdio = Array.from({ length: 11 }, (_, index): "ignore" | "pipe" | number => {
		if (index === descriptors.workspace) return run.workspace;
		return index === 0 || index === descriptors.git || index === 8 ? "ignore" : "pipe";
	});
	const child = spawn(run.argv.command, run.argv.args, { stdio, env: { PATH: "/usr/bin:/bin" }, detached: true, shell: false });
	let killedAs: "timed_out" | "output_limit" | undefined;
	const kill = (reason: "timed_out" | "output_limit") => {
		killedAs ??= reason;
		// The group holds setpriv's successor bwrap; a child that never started has none.
		if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
	};
	const timer = setTimeout(() => kill("timed_out"), run.limitMs);
	const onAbort = () => kill("timed_out");
	signal.addEventListener("abort", onAbort, { once: true });

	const streams: readonly unknown[] = child.stdio;
	const read = (index: number) => collect(streams[index] as Readable, run.maxOutputBytes, () => kill("output_limit"));
	const outputs = [read(1), read(2)] as const;
	collect(streams[descriptors.info] as Readable, 4_096, () => undefined);
	give(streams[descriptors.seccomp] as Writable, run.seccomp);
	give(streams[descriptors.options] as Writable, run.argv.options);
	give(streams[descriptors.passwd] as Writable, run.argv.passwd);
	give(streams[descriptors.group] as Writable, run.argv.group);

	const end = await new Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly hasStarted: boolean }>(
		(resolve) => {
			child.once("error", () => resolve({ code: null, signal: null, hasStarted: false }));
			child.once("close", (code, by) => resolve({ code, signal: by, hasStarted: true }));
		},
	);
	clearTimeout(timer);
	signal.removeEventListener("abort", onAbort);
	const [stdout, stderr] = outputs.map((text) => text());
	return {
		kind: end.hasStarted ? (killedAs ?? "exited") : "not_started",
		code: end.code,
		signal: end.signal,
		stdout: stdout ?? "",
		stderr: stderr ?? "",
		ms: performance.now() - started,
	};
}

// A sandbox that dies early closes its pipes first; its exit code reports that failure.
function give(stream: Writable, content: string | Uint8Array): void {
	stream.on("error", () => undefined).end(content);
}

function collect(stream: Readable, maxBytes: number, onFull: () => void): () => string {
	const chunks: Buffer[] = [];
	let bytes = 0;
	stream
		.on("error", () => undefined)
		.on("data", (chunk: Buffer) => {
			if (bytes >= maxBytes) return;
			chunks.push(chunk.subarray(0, maxBytes - bytes));
			bytes += chunk.length;
			if (bytes > maxBytes) onFull();
		});
	return () => Buffer.concat(chunks).toString("utf8");
}
