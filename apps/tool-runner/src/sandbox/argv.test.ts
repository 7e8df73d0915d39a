import { expect, test } from "vitest";
import type { SandboxSpec } from "./argv.ts";
import { sandboxArgv } from "./argv.ts";

const spec: SandboxSpec = {
	bwrap: "/usr/bin/bwrap",
	runAs: { uid: 200_000, gid: 200_001 },
	isWorkspaceWritable: false,
	git: "none",
	toolchains: [],
	environment: { PATH: "/usr/bin:/bin", SECRET: "canary-value" },
	workingDirectory: "",
	timeoutSeconds: 120,
	program: ["/usr/bin/ls", "-la"],
};
const optionsOf = (changes: Partial<SandboxSpec>) => sandboxArgv({ ...spec, ...changes }).options.split("\0");
const valueAfter = (options: readonly string[], option: string) => options[options.indexOf(option) + 1];

test("a runner that is root drops its uid before bwrap starts", () => {
	const { command, args } = sandboxArgv(spec);
	expect([command, ...args.slice(0, 6)]).toEqual([
		"/usr/bin/setpriv",
		"--reuid=200000",
		"--regid=200001",
		"--clear-groups",
		"--no-new-privs",
		"--",
		"/usr/bin/bwrap",
	]);
	expect(sandboxArgv({ ...spec, runAs: null }).command).toBe("/usr/bin/bwrap");
});

test.for([
	{ uid: 0, gid: 1_000 },
	{ uid: 1_000, gid: 0 },
])("a sandbox as uid $uid, gid $gid is refused", (runAs) => {
	expect(() => sandboxArgv({ ...spec, runAs })).toThrow(RangeError);
});

test("neither the environment nor a host path stands in a command line", () => {
	const { command, args } = sandboxArgv({ ...spec, toolchains: [{ name: "node", directory: "/srv/secret-place/node" }] });
	expect([command, ...args].join(" ")).not.toMatch(/canary-value|SECRET|secret-place/);
});

test("the program and its arguments stay apart, whatever they hold", () => {
	const program = ["/usr/bin/printf", "%s", "$(id)", "a b", "--", ";rm"] as const;
	expect(sandboxArgv({ ...spec, program: [...program] }).args.slice(-program.length)).toEqual(program);
});

test("a NUL in a value cannot become an option of the sandbox", () => {
	expect(() => sandboxArgv({ ...spec, environment: { GIT_AUTHOR_NAME: "Ann\0--bind\0/\0/workspace" } })).toThrow(RangeError);
});

test("every namespace is new, capabilities are gone and further user namespaces are off", () => {
	const options = optionsOf({});
	for (const option of ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv"]) {
		expect(options).toContain(option);
	}
	expect(valueAfter(options, "--cap-drop")).toBe("ALL");
	expect(valueAfter(options, "--uid")).toBe("1000");
	expect(options.slice(-3)).toEqual(["--remount-ro", "/", ""]);
	expect(options).not.toContain("--share-net");
});

test("nothing in memory can be written but what has a size, /dev neither", () => {
	const options = optionsOf({}).join(" ");
	expect(options).toContain("--size 16777216 --tmpfs /dev/shm --size 67108864 --tmpfs /tmp --remount-ro /dev");
	expect(options).toContain("--dev /dev --dev-bind /dev/full /dev/zero");
	expect(options.match(/--tmpfs/g)).toHaveLength(2);
});

test.for([
	{ isWorkspaceWritable: false, git: "none", mounts: ["--ro-bind-fd 5 /workspace"] },
	{ isWorkspaceWritable: true, git: "none", mounts: ["--bind-fd 5 /workspace"] },
	{ isWorkspaceWritable: true, git: "readable", mounts: ["--bind-fd 5 /workspace", "--ro-bind-fd 6 /workspace/.git"] },
	{ isWorkspaceWritable: false, git: "writable", mounts: ["--ro-bind-fd 5 /workspace", "--bind-fd 6 /workspace/.git"] },
] as const)("writable $isWorkspaceWritable with .git $git mounts $mounts", ({ mounts, ...changes }) => {
	const options = optionsOf(changes);
	const found = options.flatMap((option, at) => (/^--(ro-)?bind-fd$/.test(option) ? [options.slice(at, at + 3).join(" ")] : []));
	expect(found).toEqual(mounts);
});

test.for([
	{ workingDirectory: "", directory: "/workspace" },
	{ workingDirectory: "packages/a b", directory: "/workspace/packages/a b" },
])("work in %j starts in $directory", ({ workingDirectory, directory }) => {
	expect(valueAfter(optionsOf({ workingDirectory }), "--chdir")).toBe(directory);
});

test("the limits are set inside the sandbox, processor time 5 s above the time limit", () => {
	const { args } = sandboxArgv(spec);
	const inner = args.slice(args.lastIndexOf("/usr/bin/prlimit"));
	expect(inner).toEqual([
		"/usr/bin/prlimit",
		"--nproc=256",
		"--nofile=1024",
		"--fsize=268435456",
		"--core=0",
		"--data=1073741824",
		"--memlock=65536",
		"--cpu=125",
		"--",
		"/usr/bin/ls",
		"-la",
	]);
});
