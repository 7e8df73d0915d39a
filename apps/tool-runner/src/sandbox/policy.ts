import type { SandboxProbe } from "@webhand/contracts/tools/availability";

/** What the host says about itself, to compare the sandbox with. `secrets` must not occur in anything the sandbox can read. */
export type HostFacts = {
	readonly namespaces: Readonly<Record<string, string>>;
	readonly secrets: readonly string[];
	readonly hasCgroup: boolean;
	readonly isCgroupRequired: boolean;
};

/** How a probe run ended, without its times. */
export type ProbeRun = {
	readonly kind: "exited" | "timed_out" | "output_limit" | "cancelled" | "not_started";
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
};

type Check = SandboxProbe["checks"][number];

const separateNamespaces = ["user", "mnt", "pid", "net", "ipc", "uts"];

/**
 * What the sandbox reports of itself from inside, one check after the other.
 *
 * @param run its stdout holds `name=value` lines of the probe script, then everything an intruder could read
 * @returns every check; when the sandbox did not start, `start` alone
 */
export function judgeProbe(run: ProbeRun, host: HostFacts): readonly Check[] {
	if (run.kind !== "exited" || run.code !== 0) return [{ name: "start", ok: false, reason: startFailure(run) }];
	const said = sayings(run.stdout);
	const value = (name: string) => said.get(name)?.at(-1) ?? "";
	const all = (name: string) => said.get(name) ?? [];
	const shared = separateNamespaces.filter((name) => value(`ns.${name}`) === "" || value(`ns.${name}`) === host.namespaces[name]);
	const leaks = host.secrets.filter((secret) => secret !== "" && run.stdout.includes(secret)).length;
	return [
		{ name: "start", ok: true },
		check("namespaces", shared.length === 0, `shared with the host: ${shared.join(", ")}`),
		check(
			"proc",
			value("init") === "bwrap" && Number(value("pids")) <= 6,
			`first process "${value("init")}", ${value("pids")} processes in sight`,
		),
		check(
			"environment",
			leaks === 0 && value("environ") === "read",
			leaks === 0 ? "it could not be read" : "settings of the service can be read",
		),
		check(
			"network",
			value("interfaces") === "lo" && value("tcp") !== "connected",
			value("tcp") === "connected" ? "a port of the host answers" : `interfaces: ${value("interfaces")}`,
		),
		check("read-only-root", all("written").length === 0 && value("end") === "yes", `writable: ${all("written").join(", ")}`),
		check("workspace", value("workspace") === "writable", "its folder cannot be written"),
		check("user-namespaces", value("unshare") !== "done" && value("max-user-namespaces") !== "", "another user namespace can be made"),
		check("mount", value("mount") !== "done", "a file system can be mounted"),
		check(
			"privileges",
			/^0+$/.test(value("CapEff")) && value("NoNewPrivs") === "1" && value("Seccomp") === "2",
			`CapEff ${value("CapEff")}, NoNewPrivs ${value("NoNewPrivs")}, Seccomp ${value("Seccomp")}`,
		),
		check("descriptors", value("descriptors") === "0 1 2", `open: ${value("descriptors")}`),
		check("uid", value("uid") === "1000" && value("gid") === "1000", `uid ${value("uid")}, gid ${value("gid")}`),
		check("cgroup", host.hasCgroup || !host.isCgroupRequired, "no delegated cgroup v2, and SANDBOX_REQUIRE_CGROUP is true"),
	];
}

/** Why nothing runs in a sandbox here, as a stable code; `null` when all checks passed. */
export function reasonOf(probe: Pick<SandboxProbe, "ok" | "checks">): string | null {
	if (probe.ok) return null;
	const failed = probe.checks.find(({ ok }) => !ok);
	const known = ["BWRAP_MISSING", "BWRAP_TOO_OLD", "USERNS_BLOCKED"].find((code) => failed?.reason?.startsWith(code));
	return known ?? `PROBE_FAILED:${failed?.name ?? "start"}`;
}

/** The options that a bubblewrap must know; older ones lack them. */
export function lacksOptions(help: string): readonly string[] {
	return ["--args", "--bind-fd", "--ro-bind-fd", "--disable-userns", "--seccomp"].filter((option) => !help.includes(`${option} `));
}

function check(name: Check["name"], ok: boolean, reason: string): Check {
	return ok ? { name, ok } : { name, ok, reason };
}

function startFailure({ kind, code, stderr }: ProbeRun): string {
	const said = stderr.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
	if (kind === "timed_out" || kind === "cancelled") return "it did not end in time";
	if (kind === "output_limit") return "it wrote more than a probe may";
	if (kind === "not_started") return "bubblewrap or setpriv could not be started";
	// Said by bubblewrap where AppArmor, a sysctl or a container's seccomp profile keeps user namespaces from it.
	const isBlocked = /creat\w+ new namespace|setting up uid map|user namespace|clone.*operation not permitted/i.test(stderr);
	return `${isBlocked ? "USERNS_BLOCKED: " : ""}exit ${code}: ${said}`;
}

function sayings(text: string): ReadonlyMap<string, readonly string[]> {
	const said = new Map<string, string[]>();
	for (const line of text.split("\n")) {
		const [, name, value] = /^probe ([A-Za-z.-]+)=(.*)$/.exec(line) ?? [];
		if (name !== undefined && value !== undefined) said.set(name, [...(said.get(name) ?? []), value.trim().replace(/ +/g, " ")]);
	}
	return said;
}
