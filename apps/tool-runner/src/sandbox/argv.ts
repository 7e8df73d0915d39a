/** What runs in a sandbox and how it is held. Paths are absolute; `timeoutSeconds` bounds processor time, not waiting. */
export type SandboxSpec = {
	readonly bwrap: string;
	/** The uid and gid to become before bwrap; `null` when this process is not root. Never 0. */
	readonly runAs: { readonly uid: number; readonly gid: number } | null;
	readonly isWorkspaceWritable: boolean;
	/** A `.git` on descriptor 6 that is mounted on its own, whatever the workspace may. */
	readonly git: "none" | "readable" | "writable";
	readonly toolchains: readonly { readonly name: string; readonly directory: string }[];
	readonly environment: Readonly<Record<string, string>>;
	/** Relative to the workspace, already checked; empty for its root. */
	readonly workingDirectory: string;
	readonly timeoutSeconds: number;
	readonly program: readonly [path: string, ...args: string[]];
};

/** Descriptors of the child: what it reads from and writes to besides 0, 1, 2. */
export const descriptors = { info: 3, seccomp: 4, workspace: 5, git: 6, options: 7, passwd: 9, group: 10 } as const;

/** What to spawn, and what goes into it by descriptor. `options` is NUL-separated and ends in a NUL. */
export type SandboxArgv = {
	readonly command: string;
	readonly args: readonly string[];
	readonly options: string;
	readonly passwd: string;
	readonly group: string;
};

const mebibyte = 1_048_576;
// Pages that are sent without a copy stay while they wait, whatever was unmapped; they count as locked ones.
const limits = { nproc: 256, nofile: 1_024, fsize: 256 * mebibyte, core: 0, data: 1_024 * mebibyte, memlock: 65_536 } as const;

/** File systems of the sandbox that lie in memory and can be written, with their bytes. */
export const memoryFolders = { "/dev/shm": 16 * mebibyte, "/tmp": 64 * mebibyte } as const;

/**
 * The one way anything is run on this host. bwrap's options arrive by descriptor, so neither host paths nor values of the environment
 * stand in a command line that the sandbox could read. The limits are set inside the user namespace, so processes count per sandbox.
 *
 * @throws RangeError for uid or gid 0: bwrap's own `--uid` is cosmetic, the real one decides what can be read; for a NUL in a value
 */
export function sandboxArgv(spec: SandboxSpec): SandboxArgv {
	const { runAs } = spec;
	if (runAs !== null && (runAs.uid === 0 || runAs.gid === 0)) throw new RangeError("A sandbox never runs as root");
	const inner = ["/usr/bin/prlimit", ...limitArgs(spec.timeoutSeconds), "--", ...spec.program];
	const outer = [spec.bwrap, "--args", String(descriptors.options), "--", ...inner];
	const drop =
		runAs === null ? [] : ["/usr/bin/setpriv", `--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, "--clear-groups", "--no-new-privs", "--"];
	const [command = spec.bwrap, ...args] = [...drop, ...outer];
	const options = [...isolation(), ...environmentOptions(spec), ...fileSystem(), ...workspaceOptions(spec), "--remount-ro", "/"];
	// It would end the value, and the rest would be options of bwrap.
	if (options.some((option) => option.includes("\0"))) throw new RangeError("An option of the sandbox holds NUL");
	return {
		command,
		args,
		options: options.map((option) => `${option}\0`).join(""),
		passwd: "webhand:x:1000:1000::/tmp:/usr/sbin/nologin\n",
		group: "webhand:x:1000:\n",
	};
}

function isolation(): readonly string[] {
	return [
		["--unshare-all", "--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000", "--hostname", "webhand"],
		["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
		["--info-fd", String(descriptors.info), "--seccomp", String(descriptors.seccomp)],
	].flat();
}

function environmentOptions(spec: SandboxSpec): readonly string[] {
	return ["--clearenv", ...Object.entries(spec.environment).flatMap(([name, value]) => ["--setenv", name, value])];
}

function fileSystem(): readonly string[] {
	return [
		["--ro-bind", "/usr", "/usr"],
		...["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
		["--ro-bind-data", String(descriptors.passwd), "/etc/passwd", "--ro-bind-data", String(descriptors.group), "/etc/group"],
		...["/etc/alternatives", "/etc/ld.so.cache"].flatMap((path) => ["--ro-bind-try", path, path]),
		["--proc", "/proc", "--dev", "/dev"],
		// It reads as zeros too, and cannot be mapped: such memory is shared and stands in no count.
		["--dev-bind", "/dev/full", "/dev/zero"],
		...Object.entries(memoryFolders).flatMap(([folder, bytes]) => ["--size", String(bytes), "--tmpfs", folder]),
		// A file system in memory that has no size of its own.
		["--remount-ro", "/dev"],
	].flat();
}

function workspaceOptions(spec: SandboxSpec): readonly string[] {
	return [
		...spec.toolchains.flatMap(({ name, directory }) => ["--ro-bind", directory, `/opt/${name}`]),
		[mountOption(spec.isWorkspaceWritable), String(descriptors.workspace), "/workspace"],
		spec.git === "none" ? [] : [mountOption(spec.git === "writable"), String(descriptors.git), "/workspace/.git"],
		["--chdir", spec.workingDirectory === "" ? "/workspace" : `/workspace/${spec.workingDirectory}`],
	].flat();
}

const mountOption = (isWritable: boolean) => (isWritable ? "--bind-fd" : "--ro-bind-fd");

function limitArgs(timeoutSeconds: number): readonly string[] {
	return [...Object.entries(limits).map(([name, value]) => `--${name}=${value}`), `--cpu=${timeoutSeconds + 5}`];
}
