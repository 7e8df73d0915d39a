import { execFile } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, chown, mkdtemp, open, readFile, readlink, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SandboxProbe } from "@webhand/contracts/tools/availability";
import { sandboxArgv } from "./argv.ts";
import type { ProbeRun } from "./policy.ts";
import { judgeProbe, lacksOptions } from "./policy.ts";
import { seccompProgram } from "./seccomp.ts";
import { runSandboxed } from "./spawn.ts";

/** What a probe needs to know of this installation. `secrets` are values that must not be readable inside; `runAs` as in a real run. */
export type ProbeOptions = {
	readonly bwrap: string | null;
	readonly runAs: { readonly uid: number; readonly gid: number } | null;
	readonly secrets: readonly string[];
	readonly isCgroupRequired: boolean;
	readonly now: () => Date;
};

const probeLimitMs = 5_000;
const oPath = 0o10_000_000;
const execute = promisify(execFile);

/**
 * Runs the real sandbox once and checks it from inside. There is no unsandboxed fallback: without a passing probe nothing runs.
 *
 * @param signal ends the run
 * @throws never; what goes wrong is a failed check
 */
export async function probeSandbox(options: ProbeOptions, signal: AbortSignal): Promise<SandboxProbe & { readonly hasCgroup: boolean }> {
	const started = performance.now();
	const checkedAt = options.now().toISOString();
	const hasCgroup = await isCgroupDelegated();
	const done = (checks: SandboxProbe["checks"], bwrapVersion?: string) => ({
		ok: checks.every(({ ok }) => ok),
		checkedAt,
		ms: Math.round(performance.now() - started),
		...(bwrapVersion === undefined ? {} : { bwrapVersion }),
		checks: [...checks],
		hasCgroup,
	});
	const fail = (reason: string, version?: string) => done([{ name: "start", ok: false, reason }], version);
	try {
		if (options.bwrap === null) return fail("BWRAP_MISSING: bubblewrap is not installed");
		const { version, missing } = await describe(options.bwrap);
		if (missing.length > 0) return fail(`BWRAP_TOO_OLD: ${version} does not know ${missing.join(", ")}`, version);
		if (process.arch !== "x64" && process.arch !== "arm64") return fail(`there is no system call filter for ${process.arch}`, version);
		const run = await lookAround({ ...options, bwrap: options.bwrap, machine: process.arch }, signal);
		const host = {
			namespaces: await ownNamespaces(),
			secrets: [...options.secrets, run.workspacePath],
			hasCgroup,
			isCgroupRequired: options.isCgroupRequired,
		};
		return done([...judgeProbe(run.end, host)], version);
	} catch (cause) {
		return fail(`the probe itself failed: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
}

async function describe(bwrap: string): Promise<{ readonly version: string; readonly missing: readonly string[] }> {
	const limit = { timeout: 2_000, env: { PATH: "/usr/bin:/bin" } };
	const [version, help] = await Promise.all([execute(bwrap, ["--version"], limit), execute(bwrap, ["--help"], limit)]);
	return { version: version.stdout.replace("bubblewrap", "").trim(), missing: lacksOptions(help.stdout + help.stderr) };
}

type Place = Omit<ProbeOptions, "bwrap"> & { readonly bwrap: string; readonly machine: "x64" | "arm64" };

async function lookAround(place: Place, signal: AbortSignal): Promise<{ readonly end: ProbeRun; readonly workspacePath: string }> {
	const workspacePath = await mkdtemp(join(tmpdir(), "webhand-probe-"));
	const listener = createServer((socket) => socket.destroy());
	try {
		if (place.runAs !== null) await chown(workspacePath, place.runAs.uid, place.runAs.gid);
		listener.listen(0, "127.0.0.1");
		await once(listener, "listening");
		const address = listener.address();
		const port = address === null || typeof address === "string" ? 0 : address.port;
		const workspace = await open(workspacePath, oPath | constants.O_DIRECTORY | constants.O_NOFOLLOW);
		try {
			const argv = sandboxArgv({
				bwrap: place.bwrap,
				runAs: place.runAs,
				isWorkspaceWritable: true,
				git: "none",
				toolchains: [],
				environment: { PATH: "/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" },
				workingDirectory: "",
				timeoutSeconds: probeLimitMs / 1_000,
				program: ["/bin/sh", "-c", probeScript(port)],
			});
			const limits = { limitMs: probeLimitMs, maxOutputBytes: 65_536 };
			const end = await runSandboxed({ argv, seccomp: seccompProgram(place.machine), workspace: workspace.fd, ...limits }, signal);
			return { end: { ...end, stdout: end.stdout.toString(), stderr: end.stderr.toString() }, workspacePath };
		} finally {
			await workspace.close();
		}
	} finally {
		listener.close();
		await rm(workspacePath, { recursive: true, force: true });
	}
}

// Plain sh, since nothing else is certain to exist. It reports; policy.ts judges. Descriptors are listed without a pipe or a
// redirection, since either is a descriptor itself.
function probeScript(port: number): string {
	return `
say() { printf 'probe %s=%s\\n' "$1" "$2"; }
printf 'probe descriptors='; ls -x -w 0 /proc/$$/fd
say uid "$(id -u)"; say gid "$(id -g)"
for name in user mnt pid net ipc uts; do say "ns.$name" "$(readlink /proc/self/ns/$name)"; done
say init "$(cat /proc/1/comm)"
set -- /proc/[0-9]*; say pids "$#"
say interfaces "$(sed -n 's/^ *\\([^: ]*\\):.*/\\1/p' /proc/net/dev | tr '\\n' ' ')"
if [ -x /usr/bin/bash ]; then
  if /usr/bin/bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' 2>/dev/null; then say tcp connected; else say tcp refused; fi
fi
for place in / /usr /etc /opt /dev /workspace/..; do
  if (: >"$place/.webhand-probe") 2>/dev/null; then say written "$place"; fi
done
if (: >/workspace/.webhand-probe) 2>/dev/null; then say workspace writable; fi
say max-user-namespaces "$(cat /proc/sys/user/max_user_namespaces)"
if unshare -U true 2>/dev/null; then say unshare "done"; else say unshare refused; fi
if mount -t tmpfs none /tmp 2>/dev/null; then say mount "done"; else say mount refused; fi
for name in CapEff NoNewPrivs Seccomp; do say "$name" "$(sed -n "s/^$name:[[:space:]]*//p" /proc/self/status)"; done
env; cat /proc/1/cmdline | tr '\\0' ' '; echo
if tr '\\0' '\\n' 2>/dev/null </proc/1/environ; then say environ read; else say environ refused; fi
say end yes
`;
}

async function ownNamespaces(): Promise<Readonly<Record<string, string>>> {
	const names = ["user", "mnt", "pid", "net", "ipc", "uts"];
	return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readlink(`/proc/self/ns/${name}`)] as const)));
}

// Delegated: cgroup v2, and this process may create child groups.
async function isCgroupDelegated(): Promise<boolean> {
	try {
		const group = /^0::(\/.*)$/m.exec(await readFile("/proc/self/cgroup", "utf8"))?.[1];
		if (group === undefined) return false;
		const directory = join("/sys/fs/cgroup", group);
		await access(join(directory, "cgroup.controllers"), constants.R_OK);
		await access(directory, constants.W_OK);
		return (await readFile(join(directory, "cgroup.controllers"), "utf8")).includes("memory");
	} catch {
		return false;
	}
}
