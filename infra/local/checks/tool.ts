import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One thing a check objects to: `file` relative to the root with forward slashes, `line` from 1, or 0 where the whole file is meant. */
export type Finding = { readonly file: string; readonly line: number; readonly rule: string; readonly message: string };

/** A finding as one terminal line that an editor can jump to. */
export function lineOf(finding: Finding): string {
	return `${finding.file}:${finding.line} ${finding.rule}: ${finding.message}`;
}

const installed = new URL("../../../node_modules/", import.meta.url);
const limitMs = 300_000;

/** The command files of the checkers, inside the node_modules of this checkout. */
const commands = {
	biome: "@biomejs/biome/bin/biome",
	tsc: "typescript/bin/tsc",
	cruise: "dependency-cruiser/bin/dependency-cruiser.mjs",
	knip: "knip/bin/knip.js",
} as const;

export type ToolRun = { readonly stdout: string; readonly stderr: string };

/** Runs a checker in `root` and gives what it wrote, whatever its exit code; past its limit its process group is killed. */
export function runTool(root: string, tool: keyof typeof commands, args: readonly string[]): Promise<ToolRun> {
	const script = fileURLToPath(new URL(commands[tool], installed));
	// A group of its own on POSIX: biome and tsc are wrappers, and killing the wrapper alone would leave the native process behind.
	const detached = process.platform !== "win32";
	const child = spawn(process.execPath, [script, ...args], { cwd: root, detached, stdio: ["ignore", "pipe", "pipe"] });
	const output = { stdout: "", stderr: "" };
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output.stdout += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		output.stderr += text;
	});
	const timer = setTimeout(() => {
		output.stderr += `${tool} did not end within ${limitMs / 1_000} s\n`;
		// The group may be gone, while a grandchild still holds the pipes.
		if (detached && child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
		else child.kill("SIGKILL");
	}, limitMs);
	return new Promise((resolve, reject) => {
		child.once("error", (cause) => {
			clearTimeout(timer);
			reject(new Error(`${tool} could not be started; run npm test, which installs what is missing`, { cause }));
		});
		child.once("close", () => {
			clearTimeout(timer);
			resolve(output);
		});
	});
}

/** What is reported when a checker broke down instead of checking: its own last words. */
export function breakdown(tool: keyof typeof commands, run: ToolRun): Finding {
	const words = `${run.stderr}\n${run.stdout}`.trim().split("\n").slice(-20).join("\n");
	return { file: ".", line: 0, rule: `${tool}-broke-down`, message: words || "it ended without a word" };
}

/** The JSON a checker wrote, or undefined where it wrote something else: then it broke down. */
export function jsonOf(run: ToolRun): unknown {
	try {
		return JSON.parse(run.stdout);
	} catch {
		return undefined;
	}
}
