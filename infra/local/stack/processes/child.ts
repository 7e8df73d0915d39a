import { spawn } from "node:child_process";
import { killGroup } from "../../tools/run.mjs";

/** What the supervisor runs. `env` is the whole environment of the child. `show` says what of a line of its output is worth the terminal. */
export type ChildSpec = {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly show: (line: string) => string | undefined;
};

/** How a child ended: its exit code, or the signal. */
export type ChildEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A child in a process group of its own. `ended` never rejects: a program that cannot be started ends with code 127. */
export type Child = {
	readonly pid: number | undefined;
	readonly ended: Promise<ChildEnd>;
	readonly kill: (signal: NodeJS.Signals) => void;
};

const termToKillMs = 25_000;

/**
 * Starts one child.
 *
 * @param onLine each line of its standard output and error, without the line end
 */
export function startChild(spec: ChildSpec, onLine: (line: string) => void): Child {
	const child = spawn(spec.command, spec.args, {
		cwd: spec.cwd,
		env: spec.env,
		stdio: ["ignore", "pipe", "pipe"],
		detached: process.platform !== "win32",
		windowsHide: true,
	});
	for (const stream of [child.stdout, child.stderr]) splitLines(stream, onLine);
	const ended = new Promise<ChildEnd>((resolve) => {
		child.once("error", (cause) => {
			onLine(`${spec.command} could not be started: ${cause.message}`);
			resolve({ code: 127, signal: null });
		});
		child.once("exit", (code, signal) => resolve({ code, signal }));
	});
	return { pid: child.pid, ended, kill: (signal) => killGroup(child.pid, signal) };
}

/** SIGTERM to the group, after 25 s SIGKILL; resolves when the child has ended. What it left behind in its group is killed then. */
export async function stopChild(child: Child): Promise<void> {
	child.kill("SIGTERM");
	const timer = setTimeout(() => child.kill("SIGKILL"), termToKillMs);
	await child.ended;
	clearTimeout(timer);
	child.kill("SIGKILL");
}

function splitLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
	let rest = "";
	stream.setEncoding("utf8");
	stream.on("data", (chunk: string) => {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) onLine(line);
	});
	stream.on("end", () => {
		if (rest !== "") onLine(rest);
	});
}
