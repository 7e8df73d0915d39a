import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { poll } from "@webhand/testing/poll";
import { test as base, expect } from "vitest";
import { closeInheritedDescriptors } from "../src/sandbox/descriptors.ts";
import { reasonOf } from "../src/sandbox/policy.ts";
import { probeSandbox } from "../src/sandbox/probe.ts";
import { runSandboxed } from "../src/sandbox/spawn.ts";

// As the service does at its start: what the test run inherited must not reach the sandboxes tried here.
closeInheritedDescriptors();
const runAs = process.getuid?.() === 0 ? { uid: 199_999, gid: 199_999 } : null;

/** A bubblewrap that tells the real one's version and options, and then does what the script says. */
const described = (script: string) => `case "$1" in --version|--help) exec /usr/bin/bwrap "$@";; esac\n${script}`;

const test = base
	.extend("folder", async ({ task: _task }, { onCleanup }) => {
		const folder = await mkdtemp(join(tmpdir(), "webhand-test-"));
		await chmod(folder, 0o755);
		onCleanup(() => rm(folder, { recursive: true }));
		return folder;
	})
	.extend("probe", async ({ folder }) => {
		/** Probes with a bubblewrap of our own making; without a script with the real one. */
		return async (script?: string, secrets: readonly string[] = []) => {
			const path = join(folder, "bwrap");
			if (script !== undefined) await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
			const bwrap = script === undefined ? "/usr/bin/bwrap" : path;
			const options = { bwrap, runAs, secrets, isCgroupRequired: false, now: () => new Date("2026-03-02T12:00:00.000Z") };
			return await probeSandbox(options, new AbortController().signal);
		};
	})
	.extend("run", async ({ folder }, { onCleanup }) => {
		const workspace = await open(folder);
		onCleanup(() => workspace.close());
		return (
			command: string,
			args: readonly string[],
			limits: { limitMs: number; maxOutputBytes: number },
			signal = new AbortController().signal,
		) => {
			const argv = { command, args, options: "", passwd: "", group: "" };
			return runSandboxed({ argv, seccomp: new Uint8Array(), workspace: workspace.fd, ...limits }, signal);
		};
	});

test("the sandbox of this host passes every check", async ({ probe }) => {
	const result = await probe(undefined, [process.env["PATH"] ?? ""]);
	expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
	expect(result).toMatchObject({ ok: true, checkedAt: "2026-03-02T12:00:00.000Z", bwrapVersion: expect.stringMatching(/^\d+\.\d+/) });
});

test.for([
	{ flaw: "shares the network", script: 'shift 2; exec /usr/bin/bwrap --args 7 --share-net "$@"', failed: ["namespaces", "network"] },
	{
		flaw: "mounts a folder of the host",
		script: 'shift 2; exec /usr/bin/bwrap --bind /tmp /opt --args 7 "$@"',
		failed: ["read-only-root"],
	},
	{ flaw: "keeps the uid of the host inside", script: 'shift 2; exec /usr/bin/bwrap --args 7 --uid 1234 "$@"', failed: ["uid"] },
	{ flaw: "passes a descriptor on", script: 'exec 8</dev/null; exec /usr/bin/bwrap "$@"', failed: ["descriptors"] },
	{
		flaw: "hands a setting of the service in",
		script: 'shift 2; exec /usr/bin/bwrap --args 7 --setenv LEAK canary-4711 "$@"',
		failed: ["environment"],
	},
])("a sandbox that $flaw is shut", async ({ script, failed }, { probe }) => {
	const result = await probe(described(script), ["canary-4711"]);
	expect(result.checks.flatMap(({ name, ok }) => (ok ? [] : [name]))).toEqual(failed);
	expect(reasonOf(result)).toBe(`PROBE_FAILED:${failed[0]}`);
});

test.for([
	{ host: "user namespaces are off", script: "echo 'bwrap: No permissions to create new namespace' >&2; exit 1", reason: "USERNS_BLOCKED" },
	{
		host: "/proc is masked",
		script: 'echo "bwrap: Can\'t mount proc on /newroot/proc: Operation not permitted" >&2; exit 1',
		reason: "PROBE_FAILED:start",
	},
	{ host: "it lies and does nothing", script: "exit 0", reason: "PROBE_FAILED:namespaces" },
])("where $host the reason is $reason", async ({ script, reason }, { probe }) => {
	const result = await probe(described(script));
	expect(reasonOf(result)).toBe(reason);
});

test("an old bubblewrap is named with what it lacks", async ({ probe }) => {
	const result = await probe("echo 'bubblewrap 0.4.0 --args FD --seccomp FD'");
	expect(reasonOf(result)).toBe("BWRAP_TOO_OLD");
	expect(result.checks[0]?.reason).toContain("--bind-fd");
});

test("what does not end in time is killed with all its children", async ({ run }) => {
	const end = await run("/bin/sh", ["-c", "sleep 4711 & echo $!; wait"], { limitMs: 3_000, maxOutputBytes: 1_000 });
	expect(end).toMatchObject({ kind: "timed_out", signal: "SIGKILL" });
	const child = Number(end.stdout);
	expect(child).toBeGreaterThan(0);
	await poll(() => !isAlive(child));
});

test("what says too much is killed, and only the beginning is kept", async ({ run }) => {
	const end = await run("/usr/bin/yes", [], { limitMs: 20_000, maxOutputBytes: 10_000 });
	expect([end.kind, end.stdout.length]).toEqual(["output_limit", 10_000]);
});

test("a program that is not there is a result, not a crash", async ({ run }) => {
	expect((await run("/nowhere/bwrap", [], { limitMs: 1_000, maxOutputBytes: 10 })).kind).toBe("not_started");
});

test("a signal ends a run at once", async ({ run }) => {
	const ending = new AbortController();
	const running = run("/bin/sleep", ["30"], { limitMs: 20_000, maxOutputBytes: 10 }, ending.signal);
	ending.abort();
	expect((await running).kind).toBe("cancelled");
});

test("descriptors that the service inherited are closed before anything is started", async () => {
	const module = new URL("../src/sandbox/descriptors.ts", import.meta.url).href;
	const script = `import { closeInheritedDescriptors } from ${JSON.stringify(module)}; console.log("closed " + closeInheritedDescriptors(), closeInheritedDescriptors());`;
	const inherit = 'exec 200</dev/null; exec "$0" "$@"';
	const { stdout } = await promisify(execFile)("/bin/bash", ["-c", inherit, process.execPath, "--input-type=module", "-e", script]);
	expect(stdout).toMatch(/^closed [1-9]\d* 0\n$/);
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
