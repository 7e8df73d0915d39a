import type { FileHandle } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { AppError } from "@webhand/service-kit/errors";
import { createPlaces } from "@webhand/service-kit/shares/places";
import type { Sharer } from "@webhand/service-kit/shares/policy";
import type { Seen } from "../status/engine.ts";
import type { OpenRoot } from "../workspaces/root.ts";
import type { SandboxSpec } from "./argv.ts";
import { sandboxArgv } from "./argv.ts";
import { seccompProgram } from "./seccomp.ts";
import type { Sandboxed, SandboxReply, SandboxStart } from "./spawn.ts";
import { runSandboxed, startSandboxed } from "./spawn.ts";
import type { Watch } from "./watch.ts";

/** A program inside the sandbox, with the folders of this host that it needs below `/opt`. */
export type SandboxProgram = { readonly path: string; readonly toolchains: SandboxSpec["toolchains"] };

/** A program to run in a workspace. `git` is mounted as `/workspace/.git`, read-only unless it says so. `workingDirectory` was checked. */
export type SandboxCall = {
	readonly program: "git" | "rg" | SandboxProgram;
	readonly args: readonly string[];
	readonly root: OpenRoot;
	readonly isWritable: boolean;
	readonly git?: { readonly handle: FileHandle; readonly isWritable: boolean };
	readonly environment: Readonly<Record<string, string>>;
	readonly workingDirectory?: string;
	readonly limitMs: number;
};

/** A call that waits for a place; `sharer` is for whom it is. */
export type SharedCall = SandboxCall & { readonly sharer: Sharer };

/**
 * Runs programs of this host in the sandbox; there is no other way. A `command` may take long, so it holds no place of those that `start`
 * and `run` share: its caller bounds how many there are. All throw AppError SANDBOX_UNAVAILABLE, PROGRAM_MISSING, and those with a place
 * RATE_LIMIT. */
export type Sandbox = {
	readonly start: (call: SharedCall & { readonly stdin?: "pipe" }, signal: AbortSignal) => Promise<Sandboxed>;
	readonly command: (call: SandboxCall & { readonly stdin?: "pipe" }, signal: AbortSignal) => Promise<Sandboxed>;
	readonly run: (
		call: SharedCall & { readonly maxOutputBytes: number; readonly input?: string | Uint8Array },
		signal: AbortSignal,
	) => Promise<SandboxReply>;
};

/**
 * @param seen the newest look at this host
 * @param watch looks after what `start` and `run` begin: above its memory it ends as `output_limit`; who runs a `command` watches it
 */
export function createSandbox(seen: () => Promise<Seen | null>, watch?: Watch): Sandbox {
	const onStarted =
		({ sharer }: SharedCall) =>
		(running: Sandboxed) => {
			const stop = () => running.stop("output_limit", 0);
			const unwatch = watch?.({ pid: running.pid, tenantId: sharer.tenantId, stop });
			void running.ended.then(unwatch);
		};
	const prepare = async (call: SandboxCall): Promise<SandboxStart> => {
		const host = await seen();
		if (host === null || host.reason !== null || host.bwrap === null) throw shut(host?.reason ?? "DISABLED");
		const program = typeof call.program === "string" ? programOf(call.program, host.programs) : call.program;
		const argv = sandboxArgv({
			bwrap: host.bwrap,
			runAs: process.getuid?.() === 0 ? { uid: call.root.uid, gid: call.root.gid } : null,
			isWorkspaceWritable: call.isWritable,
			git: call.git === undefined ? "none" : call.git.isWritable ? "writable" : "readable",
			toolchains: program.toolchains,
			environment: call.environment,
			workingDirectory: call.workingDirectory ?? "",
			timeoutSeconds: Math.ceil(call.limitMs / 1_000),
			program: [program.path, ...call.args],
		});
		const seccomp = seccompProgram(process.arch === "arm64" ? "arm64" : "x64");
		const mounts = { workspace: call.root.handle.fd, ...(call.git === undefined ? {} : { git: call.git.handle.fd }) };
		return { argv, seccomp, ...mounts, limitMs: call.limitMs };
	};
	const places = createPlaces(shareRules);
	const placeOf = ({ sharer }: SharedCall, signal: AbortSignal) =>
		places.enter(sharer, signal).catch((cause: unknown) => {
			throw signal.aborted ? busy(cause) : cause;
		});
	return {
		start: async (call, signal) => {
			const given = { ...(await prepare(call)), onStarted: onStarted(call), ...(call.stdin && { stdin: call.stdin }) };
			const release = await placeOf(call, signal);
			const running = startOrRelease(release, () => startSandboxed(given, signal));
			void running.ended.then(release);
			return running;
		},
		command: async (call, signal) => startSandboxed({ ...(await prepare(call)), ...(call.stdin && { stdin: call.stdin }) }, signal),
		run: async ({ maxOutputBytes, input, ...call }, signal) => {
			const given = { ...(await prepare(call)), onStarted: onStarted(call), maxOutputBytes, ...(input === undefined ? {} : { input }) };
			const release = await placeOf(call, signal);
			return await runSandboxed(given, signal).finally(release);
		},
	};
}

const shareRules = { places: Math.max(16, 4 * availableParallelism()), mostWaiting: 100 };

const busy = (cause: unknown) =>
	new AppError("SANDBOX_UNAVAILABLE", "The server host has too much to do. Try again", {
		details: { reason: "BUSY" },
		retryAfterSeconds: 1,
		cause,
	});

function programOf(name: "git" | "rg", programs: Seen["programs"]): SandboxProgram {
	const found = programs[name];
	if (found === null) throw new AppError("PROGRAM_MISSING", `${name} is not installed on the server host`, retry);
	if (found.path.startsWith("/usr/")) return { path: found.path, toolchains: [] };
	return { path: `/opt/${name}/${name}`, toolchains: [{ name, directory: dirname(found.path) }] };
}

function startOrRelease(release: () => void, start: () => Sandboxed): Sandboxed {
	try {
		return start();
	} catch (cause) {
		release();
		throw cause;
	}
}

const retry = { retryAfterSeconds: 60 };

function shut(reason: string): AppError {
	return new AppError("SANDBOX_UNAVAILABLE", "The sandbox of the server host is shut, so nothing runs in it", {
		details: { reason },
		...retry,
	});
}
