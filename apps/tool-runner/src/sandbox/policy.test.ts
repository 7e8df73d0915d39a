import { expect, test } from "vitest";
import type { HostFacts, ProbeRun } from "./policy.ts";
import { judgeProbe, lacksOptions, reasonOf } from "./policy.ts";

const host: HostFacts = {
	namespaces: { user: "user:[1]", mnt: "mnt:[1]", pid: "pid:[1]", net: "net:[1]", ipc: "ipc:[1]", uts: "uts:[1]" },
	secrets: ["mongodb://secret@db"],
	hasCgroup: false,
	isCgroupRequired: false,
};
const sound: Readonly<Record<string, string>> = {
	...Object.fromEntries(["user", "mnt", "pid", "net", "ipc", "uts"].map((name) => [`ns.${name}`, `${name}:[2]`])),
	descriptors: "0  1  2",
	uid: "1000",
	gid: "1000",
	init: "bwrap",
	pids: "3",
	interfaces: "lo ",
	tcp: "refused",
	workspace: "writable",
	"max-user-namespaces": "1",
	unshare: "refused",
	mount: "refused",
	CapEff: "0000000000000000",
	NoNewPrivs: "1",
	Seccomp: "2",
	environ: "read",
	end: "yes",
};
const runOf = (changes: Record<string, string | undefined>, more = ""): ProbeRun => ({
	kind: "exited",
	code: 0,
	stderr: "",
	stdout: `${Object.entries({ ...sound, ...changes })
		.flatMap(([name, value]) => (value === undefined ? [] : [`probe ${name}=${value}`]))
		.join("\n")}\n${more}`,
});
const failedIn = (run: ProbeRun, facts = host) => judgeProbe(run, facts).flatMap(({ name, ok }) => (ok ? [] : [name]));

test("a sound sandbox passes every check", () => {
	const checks = judgeProbe(runOf({}), host);
	expect(checks).toHaveLength(13);
	expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

test.for([
	{ what: "a shared network namespace", changes: { "ns.net": "net:[1]" }, failed: ["namespaces"] },
	{ what: "a namespace that is not reported", changes: { "ns.pid": undefined }, failed: ["namespaces"] },
	{ what: "another first process", changes: { init: "systemd" }, failed: ["proc"] },
	{ what: "the host's processes", changes: { pids: "212" }, failed: ["proc"] },
	{ what: "an environment that nobody looked at", changes: { environ: undefined }, failed: ["environment"] },
	{ what: "a second interface", changes: { interfaces: "lo eth0" }, failed: ["network"] },
	{ what: "a port of the host", changes: { tcp: "connected" }, failed: ["network"] },
	{ what: "no bash to try a port with", changes: { tcp: undefined }, failed: [] },
	{ what: "a writable root", changes: { written: "/" }, failed: ["read-only-root"] },
	{ what: "a report without its end", changes: { end: undefined }, failed: ["read-only-root"] },
	{ what: "a workspace that cannot be written", changes: { workspace: undefined }, failed: ["workspace"] },
	{ what: "another user namespace", changes: { unshare: "done" }, failed: ["user-namespaces"] },
	{ what: "a mount", changes: { mount: "done" }, failed: ["mount"] },
	{ what: "a capability", changes: { CapEff: "0000000000200000" }, failed: ["privileges"] },
	{ what: "no system call filter", changes: { Seccomp: "0" }, failed: ["privileges"] },
	{ what: "new privileges", changes: { NoNewPrivs: "0" }, failed: ["privileges"] },
	{ what: "an inherited descriptor", changes: { descriptors: "0 1 2 17" }, failed: ["descriptors"] },
	{ what: "root inside", changes: { uid: "0" }, failed: ["uid"] },
])("$what fails $failed", ({ changes, failed }) => {
	expect(failedIn(runOf(changes))).toEqual(failed);
});

test("a setting of the service that can be read inside fails the environment", () => {
	expect(failedIn(runOf({}, "MONGODB_URI=mongodb://secret@db\n"))).toEqual(["environment"]);
});

test("a missing cgroup fails only where one is required", () => {
	expect(failedIn(runOf({}), { ...host, isCgroupRequired: true })).toEqual(["cgroup"]);
	expect(failedIn(runOf({}), { ...host, isCgroupRequired: true, hasCgroup: true })).toEqual([]);
});

test.for([
	{ run: { kind: "not_started", code: null, stderr: "" }, reason: "PROBE_FAILED:start" },
	{ run: { kind: "timed_out", code: null, stderr: "" }, reason: "PROBE_FAILED:start" },
	{ run: { kind: "output_limit", code: null, stderr: "" }, reason: "PROBE_FAILED:start" },
	{ run: { kind: "exited", code: 1, stderr: "bwrap: No permissions to create new namespace, likely because …" }, reason: "USERNS_BLOCKED" },
	{ run: { kind: "exited", code: 1, stderr: "bwrap: setting up uid map: Permission denied" }, reason: "USERNS_BLOCKED" },
	{
		run: { kind: "exited", code: 1, stderr: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted" },
		reason: "PROBE_FAILED:start",
	},
] as const)("a run that ended as $run is reported as $reason", ({ run, reason }) => {
	const checks = [...judgeProbe({ ...run, stdout: "" }, host)];
	expect(reasonOf({ ok: false, checks })).toBe(reason);
});

test.for([
	{ failed: "network", reason: undefined, code: "PROBE_FAILED:network" },
	{ failed: "start", reason: "BWRAP_MISSING: bubblewrap is not installed", code: "BWRAP_MISSING" },
	{ failed: "start", reason: "BWRAP_TOO_OLD: 0.4.0 does not know --bind-fd", code: "BWRAP_TOO_OLD" },
])("$failed with $reason is $code", ({ failed, reason, code }) => {
	expect(
		reasonOf({
			ok: false,
			checks: [
				{ name: "uid", ok: true },
				{ name: failed, ok: false, ...(reason === undefined ? {} : { reason }) },
			],
		}),
	).toBe(code);
});

test("sound checks have no reason", () => {
	expect(reasonOf({ ok: true, checks: [] })).toBeNull();
});

test("an old bubblewrap is known by the options it lacks", () => {
	expect(lacksOptions("--args FD  Parse\n --seccomp FD  Load\n --bind SRC DEST")).toEqual([
		"--bind-fd",
		"--ro-bind-fd",
		"--disable-userns",
	]);
});
